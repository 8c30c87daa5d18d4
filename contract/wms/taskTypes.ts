import type { Text } from '../kernel/text.ts'
import type { TaskTypeOptions } from './taskType.ts'
import { abolishTruck } from './taskTypes/abolishTruck.ts'
import { collect } from './taskTypes/collect.ts'
import { containerCheck } from './taskTypes/containerCheck.ts'
import { containerMerge } from './taskTypes/containerMerge.ts'
import { despatch } from './taskTypes/despatch.ts'
import { enterTruck } from './taskTypes/enterTruck.ts'
import { move } from './taskTypes/move.ts'
import { operateDiff } from './taskTypes/operateDiff.ts'
import { pick } from './taskTypes/pick.ts'
import { procMoveIn } from './taskTypes/procMoveIn.ts'
import { putAway } from './taskTypes/putAway.ts'
import { receive } from './taskTypes/receive.ts'
import { replenish } from './taskTypes/replenish.ts'
import { replenishUpper } from './taskTypes/replenishUpper.ts'
import { returnHandover } from './taskTypes/returnHandover.ts'
import { returnPick } from './taskTypes/returnPick.ts'
import { rtnReceive } from './taskTypes/rtnReceive.ts'
import { sow } from './taskTypes/sow.ts'
import { stockDec } from './taskTypes/stockDec.ts'
import { stockInc } from './taskTypes/stockInc.ts'
import { stockTake } from './taskTypes/stockTake.ts'
import { storeCheck } from './taskTypes/storeCheck.ts'

const declared = {
  RECEIVE: receive,
  PUTAWAY: putAway,
  MOVE: move,
  RPL_DOWN: replenish,
  RPL_UP: replenishUpper,
  PICK: pick,
  SOW: sow,
  PICK_COLLECT: collect,
  CONTAINER_CHECK: containerCheck,
  CONTAINER_MERGE: containerMerge,
  STORE_COLLECT_CHECK: storeCheck,
  ENTER_TRUCK: enterTruck,
  ABOLISH_TRUCK: abolishTruck,
  DESPATCH: despatch,
  STOCK_INC: stockInc,
  STOCK_DEC: stockDec,
  STOCK_TAKE: stockTake,
  STORE_RTN_RECEIVE: rtnReceive,
  RETURN_PICK: returnPick,
  RETURN_HANDOVER: returnHandover,
  OPERATE_DIFF: operateDiff,
  PROC_MOVE_IN: procMoveIn,
} as const satisfies Record<string, TaskTypeOptions>

/** A kind of work; what each does with goods stands in server/wms/task/kinds. */
export type TaskType = keyof typeof declared
export const taskTypes: Readonly<Record<TaskType, TaskTypeOptions>> = declared
export const taskTypeNames = Object.keys(declared) as [TaskType, ...TaskType[]]
export const isTaskType = (text: string): text is TaskType => Object.hasOwn(declared, text)
/** What each is called. */
export const taskTitles = Object.fromEntries(taskTypeNames.map((type) => [type, declared[type].title])) as Readonly<
  Record<TaskType, Text>
>

/** Types that have all of these marks. */
export const typesWith = (
  ...marks: readonly ('promised' | 'whole' | 'sheet' | 'carries' | 'noUndo' | 'station' | 'approved')[]
): TaskType[] => taskTypeNames.filter((type) => marks.every((mark) => taskTypes[type][mark]))
/** Types whose goods are counted: what they did stands in the ledger, line by line. */
export const countedTypes: readonly TaskType[] = taskTypeNames.filter((type) => !taskTypes[type].whole)

/**
 * Whether goods come into the book by it: how many there are is counted, and never taken to be what was planned, unless
 * that has been approved.
 */
export const bringsIn = (type: TaskType): boolean =>
  !taskTypes[type].promised && !taskTypes[type].whole && !taskTypes[type].approved

/** Of the permissions on tasks of a type. */
export const taskPermission = (type: TaskType, action: string): string => `wms:${taskTypes[type].module}:${action}`
