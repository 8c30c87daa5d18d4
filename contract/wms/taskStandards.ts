import type { TaskType } from './taskTypes.ts'

/** Seconds that a task should take: once, for each line, and for each full case and loose piece of it. */
export interface Standard {
  readonly once: number
  readonly line: number
  readonly case: number
  readonly piece: number
}

/** 标准工时: what the work of each type is measured by. Goods by weight count by the line; a type without has no measure. */
export const taskStandards: Readonly<Partial<Record<TaskType, Standard>>> = {
  RECEIVE: { once: 180, line: 45, case: 3, piece: 1 },
  PUTAWAY: { once: 60, line: 60, case: 2, piece: 1 },
  MOVE: { once: 60, line: 60, case: 3, piece: 1 },
  RPL_DOWN: { once: 60, line: 75, case: 3, piece: 1 },
  RPL_UP: { once: 45, line: 60, case: 3, piece: 1 },
  PICK: { once: 90, line: 20, case: 4, piece: 2 },
  SOW: { once: 60, line: 12, case: 3, piece: 1.5 },
  CONTAINER_CHECK: { once: 60, line: 15, case: 3, piece: 1.5 },
  CONTAINER_MERGE: { once: 60, line: 20, case: 3, piece: 1 },
  STORE_COLLECT_CHECK: { once: 60, line: 6, case: 0, piece: 0 },
  ENTER_TRUCK: { once: 120, line: 20, case: 0, piece: 0 },
  ABOLISH_TRUCK: { once: 120, line: 25, case: 0, piece: 0 },
  DESPATCH: { once: 120, line: 0, case: 0, piece: 0 },
  STOCK_INC: { once: 60, line: 30, case: 2, piece: 1 },
  STOCK_DEC: { once: 60, line: 30, case: 2, piece: 1 },
  STOCK_TAKE: { once: 60, line: 40, case: 0, piece: 0 },
}
