import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why a plan of routes is not made or changed. */
export const planFaults = {
  computing: refusal(42380, '已有正在计算的排线任务', 'A plan of yours is being computed already'),
  notOpen: refusal(42381, '排线单【{no}】当前状态不能调整', 'Plan [{no}] cannot be changed as it stands'),
  moved: refusal(
    42382,
    '以下运单状态已变化，请移除后再排线：{nos}',
    'These waybills have moved on: leave them out and try again: {nos}',
  ),
  strange: refusal(42383, '排线内容与排线单不符，请刷新后重试', 'This is not of this plan: look at it again'),
  tripsOut: refusal(42384, '已有派车单发布，不能撤回', 'Trips of it have been released: it cannot be withdrawn'),
  faulty: refusal(42385, '车次违反限制，不能确认：{trips}', 'Trips break limits and cannot be confirmed: {trips}'),
  noWayBills: refusal(42395, '没有符合条件的运单', 'No waybills wait for these routes'),
  notWhole: refusal(
    42386,
    '排线单含您无权查看的运单，不能调整或确认',
    'The plan has waybills that you may not see: you can neither change nor confirm it',
  ),
  held: refusal(42387, '运单【{no}】正在被【{user}】排线', 'Waybill [{no}] is being planned by [{user}]'),
  notDraft: refusal(
    42388,
    '排线单【{no}】不是您打开的快速排线，请刷新',
    'Plan [{no}] is no open quick plan of yours: refresh',
  ),
  noTrips: refusal(
    42389,
    '没有排上车的运单，不能生成派车单',
    'No waybill stands on a truck: there are no trips to make',
  ),
  noBetter: refusal(
    42390,
    '没有更好的顺序：站点在限制内排不开',
    'There is no better order: the stops do not fit within the limits',
  ),
} as const satisfies Record<string, Refusal>
