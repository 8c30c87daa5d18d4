import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of outbound orders: 42740 to 42749. */
export const operateFaults = {
  notDelivered: refusal(
    42740,
    '门店[{store}]{day}（{weekday}）不送货，送货日为{days}：请改预计时间，或改为加急',
    'Store [{store}] has no delivery on {day} ({weekday}), only on {days}: change the date, or mark the order urgent',
  ),
  belowMin: refusal(
    42741,
    '订单{cases}件，低于门店起订量{min}件：请补足或合单，或改为加急',
    'The order is below the store minimum (cases: {cases}, minimum {min}): add to it, merge it, or mark it urgent',
  ),
  booked: refusal(
    42742,
    '单据[{no}]已有分配或作业，不能拆单或合单',
    'Order [{no}] is already allocated or in progress: it cannot be split or merged',
  ),
  splitAll: refusal(
    42743,
    '不能全部拆出，请在原单留下一部分',
    'You cannot split off everything: leave something on the order',
  ),
  splitMore: refusal(
    42744,
    '第{line}行商品[{code}]最多可拆{max}，不能拆{qty}',
    'Line {line}, product [{code}]: at most {max} can be split off, not {qty}',
  ),
  allAllocated: refusal(42747, '已全部分配，没有待分配的数量', 'Everything is already allocated'),
  noneShort: refusal(42748, '没有缺货数量可放弃', 'Nothing is short, so there is nothing to close short'),
  noOther: refusal(
    42749,
    '没有其他可分配的库存，可取消缺货',
    'No other stock can be allocated: close it short instead',
  ),
  several: refusal(42745, '请选择两个以上单据合并', 'Select two or more orders to merge'),
  alike: refusal(
    42746,
    '单据[{a}]与[{b}]的{field}不同，不能合并',
    'Orders [{a}] and [{b}] differ in {field}: they cannot be merged',
  ),
} as const satisfies Record<string, Refusal>
