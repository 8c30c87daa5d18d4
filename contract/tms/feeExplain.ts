import type { Language, Text } from '../kernel/text.ts'
import { say } from '../kernel/text.ts'
import { moneyText, parseMicro } from './feeMoney.ts'
import { type Basis, bases, freightKinds } from './feeTerms.ts'

/** A summand: so much at a price, or covered by a base price. */
export type Part =
  | { readonly qty: string; readonly price: string; readonly amount: string }
  | { readonly qty: string; readonly base: string }
  | { readonly flat: string }

/** How a charge was reckoned, so that a person can check it: nothing of it is looked up again. */
export interface Explain {
  readonly agreementNo?: string
  readonly seq?: number
  readonly basis?: Basis
  readonly qty?: string
  readonly parts?: readonly Part[]
  /** What the parts come to, where less or more than that is charged. */
  readonly sum?: string
  readonly bound?: { readonly kind: 'MIN' | 'MAX'; readonly amount: string }
  readonly toYuan?: true
  readonly amount: string
  /** Of what: trips, the stop, and since when until when somebody waited. */
  readonly about?: readonly string[]
  /** What has been confirmed of it already; this is the difference. */
  readonly confirmed?: string
  readonly isUnpriced?: true
  /** Which part of an agreed freight it is. */
  readonly freight?: keyof typeof freightKinds
}

const unpriced: Text = ['未找到有效协议', 'No valid agreement']
const words = {
  base: ['{qty}以内{base}', 'up to {qty} for {base}'],
  MIN: ['不足最低收费', 'below the minimum'],
  MAX: ['超过最高收费', 'above the maximum'],
  yuan: ['取整到元', 'to the yuan'],
  due: ['计{amount}', 'charged {amount}'],
  rule: ['协议{no}规则{seq}', 'agreement {no}, rule {seq}'],
  freight: ['约定运费·{kind}', 'agreed freight, {kind}'],
  before: ['应计{amount}，已确认{confirmed}', '{amount} due, {confirmed} confirmed'],
} as const satisfies Record<string, Text>

const partText = (p: Part, language: Language): string => {
  if ('flat' in p) return moneyText(parseMicro(p.flat))
  if ('base' in p) return say(words.base, language, { qty: p.qty, base: moneyText(parseMicro(p.base)) })
  return `${p.qty} × ${p.price}`
}

/** The arithmetic of a charge in words: `公里 22.6：20以内0.00 + 2.6 × 4.5 = 11.70`. */
export function explainText(e: Explain | null | undefined, language: Language): string {
  if (!e) return ''
  const about = (e.about ?? []).join(' ')
  if (e.isUnpriced) return [say(unpriced, language), about].filter(Boolean).join(' ')
  if (e.freight) return say(words.freight, language, { kind: freightKinds[e.freight] })
  const of = e.basis && `${say(bases[e.basis], language)} ${e.qty}`
  const sum = (e.parts ?? []).map((p) => partText(p, language)).join(' + ')
  const isOther = e.bound !== undefined || e.toYuan === true
  const why = [e.bound && say(words[e.bound.kind], language), e.toYuan && say(words.yuan, language)]
  const tail = isOther && [...why, say(words.due, language, { amount: e.amount })]
  const comma = language === 'zh-CN' ? '，' : ', '
  const full =
    e.confirmed === undefined ? undefined : say(words.before, language, { amount: e.amount, confirmed: e.confirmed })
  const colon = language === 'zh-CN' ? '：' : ': '
  const rule = e.agreementNo && `[${say(words.rule, language, { no: e.agreementNo, seq: e.seq })}]`
  const figure = sum && [`${sum} = ${isOther ? e.sum : e.amount}`, ...(tail || [])].filter(Boolean).join(comma)
  return [[of, figure].filter(Boolean).join(colon), full, about, rule].filter(Boolean).join(' ')
}
