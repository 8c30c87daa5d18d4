import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { receiveFaults } from '@lading/contract/wms/receiveCalls.ts'
import type { refuseReasons } from '@lading/contract/wms/task.ts'
import type { WorkTask } from '@lading/contract/wms/taskCalls.ts'
import { receive } from '@lading/contract/wms/taskTypes/receive.ts'
import { type TaskType, taskTypes } from '@lading/contract/wms/taskTypes.ts'

/** 拒收: what came, and goes back on the vendor's truck. */
const sentBack = {
  DAMAGED: ['破损拒收', 'Damaged, refused'],
  EXPIRED: ['效期拒收', 'Wrong dates, refused'],
  WRONG: ['错货拒收', 'Wrong product, refused'],
  QUALITY: ['质量拒收', 'Quality defect, refused'],
} as const satisfies Partial<Record<keyof typeof refuseReasons, Text>>
/** What its type asks of who confirms a task, as the enterprise has set it. */
type AskedRules = WorkTask['rules']
/** Why less than planned was moved, in the words of each type of work, as far as they are offered. */
export const reasonsOf = (type: TaskType, rules?: AskedRules): Readonly<Record<string, Text>> =>
  offered(taskTypes[type].reasons, rules)
const offered = (all: Readonly<Record<string, Text>>, rules: AskedRules): Readonly<Record<string, Text>> =>
  rules?.allowShort === false
    ? {}
    : Object.fromEntries(
        Object.entries(all).filter(([reason]) => !rules?.reasons.length || rules.reasons.includes(reason)),
      )

/** The same with one touch on a handheld, where nothing is typed: a dock tells what did not come from what it refuses. */
export const touchReasonsOf = (type: TaskType, rules?: AskedRules): Readonly<Record<string, Text>> =>
  // What a dock refuses is no shortage: it may be sent back whatever the type says of those.
  type === 'RECEIVE'
    ? { ...offered(notDelivered, rules), ...sentBack, ...offered(other, rules) }
    : reasonsOf(type, rules)
const { OTHER, ...notDelivered } = receive.reasons
const other = { OTHER }

const isSentBack = (reason: string): reason is keyof typeof sentBack => Object.hasOwn(sentBack, reason)
/** What a confirm says of the `missing` quantity: short for a reason, or refused for one. */
export const missingFor = (type: TaskType, reason: string, missing: Qty) =>
  type === 'RECEIVE' && isSentBack(reason) ? { refusedQty: formatQty(missing), refusedReason: reason } : { reason }

/** Refusals that a supervisor may overrule by confirming again. */
const permittable: ReadonlySet<number> = new Set([
  wmsFaults.tooOld.code,
  wmsFaults.expired.code,
  receiveFaults.inverted.code,
])
export const isPermittable = (code: number | undefined): boolean => code !== undefined && permittable.has(code)
