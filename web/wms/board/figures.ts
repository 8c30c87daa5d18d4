import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import type { Amount } from '@lading/contract/wms/board.ts'
import type { Tone } from '../../ui/Mark.tsx'
import { grouped } from '../../ui/numbers.ts'

const dayMs = 86_400_000

/** Days that are left, and of which life: under a third is red, under a half amber, as the rules of shelf life have it. */
export function lifeOf(expireDate: string, productionDate: string | null | undefined, today: number) {
  const days = Math.ceil((Date.parse(expireDate) - today) / dayMs)
  const life = productionDate ? (Date.parse(expireDate) - Date.parse(productionDate)) / dayMs : undefined
  const share = life && life > 0 ? Math.max(0, Math.min(100, Math.round((days / life) * 100))) : undefined
  const tone: Tone =
    days <= 0 || (share !== undefined && share < 33) ? 'bad' : (share ?? (days < 30 ? 0 : 100)) < 50 ? 'warn' : 'good'
  return { days, share, tone }
}

/** What a total of cases says: `12+7 · 5.25 kg` is twelve cases, seven loose pieces, and goods sold by weight. */
export interface AmountParts {
  readonly cases: string
  readonly loose: string
  readonly kg: string
}
export function partsOf(text: string): AmountParts {
  const [, cases = '0', loose = '0'] = /^(\d+)(?:\+([\d.]+))?(?: ·|$)/.exec(text) ?? []
  return { cases, loose, kg: /([\d.]+) kg$/.exec(text)?.[1] ?? '0' }
}
const textOf = ({ cases, loose, kg }: AmountParts): string => {
  const counted = loose === '0' ? cases : `${cases}+${loose}`
  if (kg === '0') return counted
  return counted === '0' ? `${kg} kg` : `${counted} · ${kg} kg`
}
/** Whole cases with whole cases, loose with loose, weight with weight, never carried: they are of different goods. */
export function addAmounts(a: Amount, b: Amount): Amount {
  const [x, y] = [partsOf(a.text), partsOf(b.text)]
  const sum = (p: string, q: string) => formatQty(parseQty(p) + parseQty(q))
  return {
    text: textOf({ cases: sum(x.cases, y.cases), loose: sum(x.loose, y.loose), kg: sum(x.kg, y.kg) }),
    cases: sum(a.cases, b.cases),
  }
}
/** With marks between the thousands. */
export const groupedAmount = (text: string): string => text.replace(/\d+(\.\d+)?/g, grouped)

/** A round figure above the highest bar, whose half is whole too: cases are counted. */
export function niceTop(most: number): number {
  if (most <= 0) return 10
  const power = 10 ** Math.max(0, Math.floor(Math.log10(most)))
  return ((power === 1 ? [2, 4, 10] : [1, 2, 3, 5, 10]).find((f) => f * power >= most) ?? 10) * power
}
