import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** What is refused of codes and packs, and of requests to change them: 43500 to 43549. */
export const packFaults = {
  codeAmbiguous: refusal(
    43500,
    '条码[{code}]同时指向[{one}]和[{other}]，请先在商品规格中改正',
    'Barcode [{code}] means both [{one}] and [{other}]: correct it in product packaging first',
  ),
} as const satisfies Record<string, Refusal>
