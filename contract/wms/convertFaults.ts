import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why goods may not become others, or another owner's: 43470–43479. */
export const convertFaults = {
  useOwnerAdj: refusal(
    43470,
    '第{line}行：商品[{p}]不属于货主[{o}]，请使用货主调整',
    'Line {line}: product [{p}] is not of owner [{o}]: use a title transfer',
  ),
  sameGoods: refusal(
    43471,
    '第{line}行：商品、规格与到期日期都没有变化',
    'Line {line}: neither product nor pack nor expiry changes',
  ),
  ratio: refusal(
    43472,
    '第{line}行：{qty}按{from}:{to}折算不是商品[{p}]的可用数量',
    'Line {line}: {qty} at {from}:{to} is no possible quantity of product [{p}]',
  ),
  samePack: refusal(
    43473,
    '第{line}行：同一商品只调整规格，折算应为1:1',
    'Line {line}: another pack of the same product keeps its quantity, 1:1',
  ),
  wholePacks: refusal(
    43474,
    '第{line}行：商品[{p}]不允许拆零，数量{qty}不是规格{pack}的整件',
    'Line {line}: product [{p}] is not split: {qty} are no whole packs of {pack}',
  ),
  sameOwner: refusal(43475, '新货主与原货主相同', 'The goods are of this owner already'),
  notGranted: refusal(43476, '商品[{p}]未授权给货主[{o}]', 'Product [{p}] is not granted to owner [{o}]'),
} as const satisfies Record<string, Refusal>
