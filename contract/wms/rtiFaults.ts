import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of returnable containers. */
export const rtiFaults = {
  short: refusal(43380, '容器[{type}]库存不足：空闲{n}', 'Not enough empty containers of type [{type}]: {n} are idle'),
  holderShort: refusal(
    43381,
    '[{party}]账上容器[{type}]只有{n}个',
    '[{party}] holds only {n} containers of type [{type}] by its account',
  ),
  overDeposit: refusal(43382, '退还金额大于押金余额{b}', 'More is paid back than the deposit balance of {b}'),
  oneParty: refusal(
    43383,
    '门店、供应商、承运商须填一个且只填一个',
    'Enter one store, vendor or carrier, and only one',
  ),
  notReturnable: refusal(
    43384,
    '容器类型[{type}]不可回收，不计容器账',
    'Containers of type [{type}] are not returned: there is no account of them',
  ),
  filled: refusal(43385, '容器内仍有商品', 'There are still goods in the container'),
  otherCodes: refusal(
    43386,
    '明细第{n}行：条码个数须等于数量',
    'Line {n}: there must be as many barcodes as containers',
  ),
  unknownCode: refusal(
    43387,
    '容器[{code}]不是此类型，或当前状态不允许',
    'Container [{code}] is of another type, or not in a state for this',
  ),
  noVerdict: refusal(43388, '明细第{n}行未定责', 'Line {n} has no verdict'),
  noCarrier: refusal(43389, '判承运商承担时须填责任承运商', 'Enter the carrier that is to bear it'),
  otherKind: refusal(43390, '[{kind}]不能执行此操作', 'This cannot be done with [{kind}]'),
  noAmount: refusal(43391, '金额须大于0', 'The amount must be more than nothing'),
  nothing: refusal(43392, '数量须大于0', 'The quantity must be more than nothing'),
  inUse: refusal(
    43393,
    '采购的容器[{code}]已使用，不能冲销',
    'Container [{code}] of this purchase has been used: it cannot be reversed',
  ),
  noMode: refusal(43394, '请选择收取方式', 'Choose when deposits are charged'),
  past: refusal(43395, '答复期限不能早于今天', 'The deadline cannot lie in the past'),
  unknownType: refusal(43396, '对账单中没有容器类型[{type}]', 'The statement has no container type [{type}]'),
} as const satisfies Record<string, Refusal>
