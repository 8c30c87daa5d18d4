import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** What is refused of codes and packs, and of requests to change them: 43500 to 43549. */
export const packFaults = {
  codeAmbiguous: refusal(
    43500,
    '条码[{code}]同时指向[{one}]和[{other}]，请先在商品规格中改正',
    'Barcode [{code}] means both [{one}] and [{other}]: correct it in product packaging first',
  ),
  nothingChanges: refusal(
    43501,
    '变更申请没有改变任何内容',
    'The request changes nothing: enter what is to become of the pack',
  ),
  ownChange: refusal(
    43502,
    '不能审批自己提交的变更',
    'Whoever submitted the change cannot approve it: ask somebody else',
  ),
  byRequest: refusal(
    43503,
    '规格须经变更申请修改，请提交变更申请',
    'Packs change by request here: submit a change request',
  ),
  changeOpen: refusal(
    43504,
    '规格[{name}]已有未完成的变更申请[{no}]',
    'Pack [{name}] has an open change request [{no}] already',
  ),
  pastDay: refusal(43505, '生效日期[{day}]不能早于今天', 'The effective date [{day}] must not be in the past'),
  otherProduct: refusal(43506, '规格不属于该商品', 'The pack is not one of this product'),
} as const satisfies Record<string, Refusal>
