import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why goods may not be used in the house, or come back: 43480–43484. */
export const recipientFaults = {
  overBack: refusal(
    43480,
    '退回数量不能大于领用数量：商品[{p}]可退{most}，要退{qty}',
    'More than was issued cannot come back: {most} of product [{p}], not {qty}',
  ),
  noSource: refusal(43481, '退回请选择已完成的原领用单', 'A return names the finished requisition that it belongs to'),
  nobody: refusal(43482, '请填写领用人或领用部门', 'Say who takes the goods: a person or a department'),
  noStock: refusal(
    43483,
    '库存不足：商品[{p}]可用{avail}，需要{need}',
    'Not enough stock: product [{p}] has {avail} available, {need} needed',
  ),
} as const satisfies Record<string, Refusal>
