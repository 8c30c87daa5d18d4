import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of waves: 42780 to 42789. */
export const waveFaults = {
  inWave: refusal(42780, '单据[{no}]已在波次[{wave}]', 'Order [{no}] is already in wave [{wave}]'),
  noOrders: refusal(42781, '波次没有可配货的明细', 'Nothing in this wave can be allocated'),
  picked: refusal(
    42782,
    '已有作业确认[{task}]，不能回滚',
    'Work of task [{task}] is confirmed: the start cannot be rolled back',
  ),
  openTasks: refusal(
    42783,
    '波次存在未完成任务{n}个，如[{no}]',
    'Tasks of this wave are still open ({n}), such as [{no}]',
  ),
  waveState: refusal(
    42784,
    '波次[{wave}]当前状态为[{state}]，不能{action}',
    'Wave [{wave}] is [{state}]: {action} is not possible',
  ),
  orderState: refusal(
    42785,
    '单据[{no}]当前状态为[{state}]，只有待配货的单据可以加入波次',
    'Order [{no}] is [{state}]: only orders that wait for allocation can join a wave',
  ),
  starting: refusal(
    42786,
    '单据[{no}]所在波次[{wave}]正在启动，请稍后再试',
    'Wave [{wave}] of order [{no}] is being started: try again in a moment',
  ),
  waits: refusal(
    42787,
    '任务[{no}]等待补货，到货后自动下发',
    'Task [{no}] waits for replenishment and is released when the goods have come',
  ),
} as const satisfies Record<string, Refusal>
