import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why an order of transport is not taken further. */
export const orderFaults = {
  noMeasure: refusal(42330, '运单【{no}】没有重量体积，不能确认', 'Waybill [{no}] has neither weight nor volume'),
  dispatched: refusal(
    42331,
    '运单已派车，不能取消，请先从派车单移除',
    'The waybill is on a trip: take it off the trip before you cancel it',
  ),
  notAlike: refusal(
    42332,
    '只能合并同一门店同一时间窗的待排线运单',
    'Only waybills of one store and one time window that wait for planning can be merged',
  ),
  tasked: refusal(42333, '提货单已生成任务，不能取消', 'The collection has become a task and cannot be cancelled'),
  taskedEdit: refusal(42334, '提货单已生成任务，不能修改', 'The collection has become a task and cannot be changed'),
  changed: refusal(
    42335,
    '以下运单状态已变化，请移除后再确认：{nos}',
    'These waybills have moved on: remove them and try again: {nos}',
  ),
  notLocated: refusal(42336, '站点【{code}】未定位，不能确认', 'Site [{code}] has no position on the map'),
  sameSite: refusal(42337, '发货点与收货点不能相同', 'It cannot begin and end at the same site'),
  windowOrder: refusal(42338, '时间窗的开始必须早于结束', 'The time window must begin before it ends'),
  splitAll: refusal(42339, '不能拆出全部明细', 'Something must stay: not all lines can be split off'),
  splitMore: refusal(42340, '第{line}行最多可拆{max}', 'Of line {line} at most {max} can be split off'),
  several: refusal(42341, '请选择两张以上运单', 'Select two or more waybills'),
  noGoods: refusal(42342, '提货单【{no}】没有重量体积，不能审核', 'Collection [{no}] has neither weight nor volume'),
  noReason: refusal(42343, '{action}必须填写原因', '{action} needs a reason'),
} as const satisfies Record<string, Refusal>
