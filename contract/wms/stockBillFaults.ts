import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why stock may not be changed like this. */
export const stockBillFaults = {
  notAllowed: refusal(42710, '第{line}行：不允许由[{a}]调整为[{b}]', 'Line {line}: [{a}] cannot be changed to [{b}]'),
  noStock: refusal(
    42711,
    '第{line}行：没有这样的库存，请重新选择',
    'Line {line}: there is no such stock, select it again',
  ),
  twice: refusal(42712, '第{line}行与第{other}行是同一库存', 'Lines {other} and {line} are the same stock'),
  lotHeld: refusal(
    42718,
    '第{line}行：批次[{lot}]已冻结：{reason}，请先解冻',
    'Line {line}: lot [{lot}] is on hold: {reason}. Release it first',
  ),
  sameLot: refusal(
    42731,
    '第{line}行：商品[{code}]的批次不会因此不同：请填写新的属性，或先在商品的批次维度中加入该属性',
    'Line {line}: this does not make another lot of product [{code}]: enter a new value, or add the attribute to the lot key of the product first',
  ),
  typeInUse: refusal(
    42716,
    '仍有[{type}]类型的库存，不能停用',
    'There is still stock of type [{type}]: it cannot be disabled',
  ),
  receivedAs: refusal(
    42717,
    '[{mode}]的收货默认类型已是[{type}]',
    'The default at receipt for [{mode}] is [{type}] already',
  ),
  captionOwner: refusal(
    42666,
    '货主专用的方案不能设置显示名称与标记，请在通用方案中设置',
    'A scheme of one owner has neither names nor marks: say them in the general one, for the whole centre',
  ),
  captionTaken: refusal(42667, '显示名称[{name}]已是[{type}]的名称', 'Name [{name}] is that of [{type}] already'),
} as const satisfies Record<string, Refusal>
