import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of goods that come back, go back, or are disputed. */
export const reverseFaults = {
  notReturnable: refusal(43300, '商品[{p}]不允许退货', 'Product [{p}] may not be returned'),
  overShipped: refusal(
    43302,
    '退货数量超过近{n}天送货量：商品[{p}]还可退{left}',
    'More than was shipped within {n} days: of product [{p}] {left} can still be returned',
  ),
  overTruck: refusal(
    43303,
    '超过该车送货数量：商品[{p}]还可退{left}',
    'More than this truck shipped: of product [{p}] {left} can still be returned',
  ),
  notOfShipment: refusal(43304, '装车单[{no}]未给门店[{s}]送货', 'Shipment [{no}] brought nothing to store [{s}]'),
  notDespatched: refusal(43305, '装车单[{no}]未发运，没有退货', 'Shipment [{no}] has not left: nothing comes back'),
  openReturn: refusal(
    43306,
    '装车单[{ship}]已有未完成的司机退货[{no}]',
    'Shipment [{ship}] has an unfinished driver return already: [{no}]',
  ),
  lotUnknown: refusal(
    43307,
    '商品[{p}]没有该效期的批次送过该门店',
    'No lot of product [{p}] with these dates was shipped to this store',
  ),
  lotAsked: refusal(
    43308,
    '商品[{p}]有多个批次送过该门店，请录入效期',
    'Several lots of product [{p}] were shipped to this store: enter the dates',
  ),
  overLot: refusal(
    43309,
    '商品[{p}]该批次送过该门店的数量中还可退{left}',
    'Of what this store got of this lot of product [{p}], {left} can still be returned',
  ),
  verdict: refusal(43310, '库存类型[{type}]不能用于此收货', 'Goods cannot be received as [{type}] here'),
  allReceived: refusal(43311, '没有待收的退货', 'Nothing is left to be received'),
  openTask: refusal(43312, '存在未完成的任务[{no}]', 'Task [{no}] is not finished'),
  begun: refusal(43313, '已有作业{qty}，不能作废', '{qty} already worked on: it cannot be cancelled'),
  notPickedUp: refusal(43314, '请先登记供应商提货信息', 'Enter first who collects the goods for the vendor'),
  waiting: refusal(43315, '已下架{qty}未交接，请先交接', '{qty} picked and not handed over yet: hand that over first'),
  idEnd: refusal(
    43316,
    '身份证后4位应为4位数字或末位X',
    'Enter the last four characters of the ID: digits, X at the end',
  ),
  noStock: refusal(
    43317,
    '商品[{p}]可退库存{avail}，需要{need}',
    'Of product [{p}] {avail} can go back to this vendor, {need} are needed',
  ),
  noVerdict: refusal(43320, '明细第{n}行未定责', 'Line {n} has no liable party or verdict yet'),
  tooLate: refusal(43321, '超过差异申报期限：{day}起{n}天内', 'Too late to be claimed: within {n} days from {day}'),
  noAmount: refusal(43322, '明细第{n}行扣款金额必须大于0', 'Line {n}: the amount to deduct must be greater than 0'),
  nobodyPays: refusal(
    43323,
    '明细第{n}行责任方不能为物流中心或未知',
    'Line {n}: neither the centre itself nor an unknown party can be charged',
  ),
  noStore: refusal(43324, '差异单没有门店，不能补货或退回', 'Without a store nothing is sent again or brought back'),
  wholeVerdict: refusal(43325, '差异按整行处理，数量应为{qty}', 'A verdict is carried out for the whole line: {qty}'),
}
