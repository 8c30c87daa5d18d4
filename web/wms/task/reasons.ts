import type { Text } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { receiveFaults } from '@lading/contract/wms/receiveCalls.ts'
import { leaveReasons } from '@lading/contract/wms/shipCalls.ts'
import { shortReasons, type TaskType } from '@lading/contract/wms/task.ts'

const notCome = {
  NOT_DELIVERED: ['未到货', 'Not delivered'],
  DAMAGED: ['破损拒收', 'Damaged, refused'],
  EXPIRED: ['效期拒收', 'Too old, refused'],
  OTHER: ['其他', 'Other'],
} as const satisfies Record<string, Text>
const notPlaced = {
  NO_ROOM: ['货位已满', 'No room in the bin'],
  DAMAGED: ['破损', 'Damaged'],
  NOT_FOUND: ['找不到货', 'Goods not found'],
  OTHER: ['其他', 'Other'],
} as const satisfies Record<string, Text>
/** Why less than planned was moved, in the words of each type of work. */
export const reasonsOf = (type: TaskType): Readonly<Record<string, Text>> =>
  ({ RECEIVE: notCome, PUTAWAY: notPlaced, PICK: shortReasons, ENTER_TRUCK: leaveReasons, DESPATCH: {} })[type]

/** Refusals that a supervisor may overrule by confirming again. */
const permittable: ReadonlySet<number> = new Set([
  wmsFaults.tooOld.code,
  wmsFaults.expired.code,
  receiveFaults.inverted.code,
])
export const isPermittable = (code: number | undefined): boolean => code !== undefined && permittable.has(code)
