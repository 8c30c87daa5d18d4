import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import type { Amount } from '@lading/contract/wms/board.ts'
import type { Tone } from '../../ui/Mark.tsx'

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

const part = (text: string | undefined): bigint => parseQty(text ?? '0')
/** Whole cases with whole cases and loose with loose, never carried: they are of different packs. */
export function addAmounts(a: Amount, b: Amount): Amount {
  const [aCases, aLoose] = a.text.split('+')
  const [bCases, bLoose] = b.text.split('+')
  const loose = part(aLoose) + part(bLoose)
  const cases = formatQty(part(aCases) + part(bCases))
  return {
    text: loose === 0n ? cases : `${cases}+${formatQty(loose)}`,
    cases: formatQty(part(a.cases) + part(b.cases)),
  }
}

/** A round figure above the highest bar, so that the lines of the scale can be read. */
export function niceTop(most: number): number {
  if (most <= 0) return 10
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 2.5, 5, 10].find((f) => f * power >= most) ?? 10) * power
}
