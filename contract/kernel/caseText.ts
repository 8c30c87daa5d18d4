import { assert } from './fault.ts'
import { absQty, formatQty, normaliseQtyText, parseQty, type Qty, QtyRefusal, qtyScale, withinLimit } from './qty.ts'
import type { Text } from './text.ts'

/**
 * 规格: how goods are packed, in base units. `qpc` is what one case holds; `mid` what one inner pack holds, equal to
 * `qpc` when there is none. `1*24` is qpc 24, mid 24; `1*2*6` is qpc 12, mid 6.
 */
export type Pack = { readonly qpc: Qty; readonly mid: Qty }

/** Sums over goods of different packs: cases and loose base units, never carried into each other. */
export type CaseTotal = { readonly cases: bigint; readonly loose: Qty }

/** Longest 件数 that is looked at. */
export const caseTextMax = 64

const badCaseText: Text = [
  '件数格式错误，应为“整件+散数”或“整件+中包+散数”，如 3+2',
  'Wrong case text: write cases+pieces or cases+inner packs+pieces, such as 3+2',
]

/**
 * 件数: a quantity as cases and the rest, such as `20`, `20+20` or, with inner packs, `38+0+2`. What is missing has its
 * sign in front of all of it: `-(7+18)`, for `-7+18` reads like a sum.
 * It is for display and input only: never compare, add or subtract such texts.
 */
export function toCaseText(qty: Qty, pack: Pack): string {
  assertPack(pack)
  const sign = qty < 0n ? '-' : ''
  const size = absQty(qty)
  const cases = size / pack.qpc
  const rest = size % pack.qpc
  if (rest === 0n) return `${sign}${cases}`
  const parts = hasMid(pack)
    ? `${cases}+${rest / pack.mid}+${formatQty(rest % pack.mid)}`
    : `${cases}+${formatQty(rest)}`
  return signed(parts, qty < 0n)
}

const signed = (parts: string, isMinus: boolean): string => (isMinus ? `-(${parts})` : parts)

/**
 * Reads 件数 as a person writes it: `3` is 3 cases, `3+2` 3 cases and 2 base units, `3+1+2` has an inner pack between
 * and needs a pack that knows one. Parts need not be normalised: `0+30` of `1*24` is 30 base units. Cases and inner
 * packs are whole; only the loose part may have decimals. The sign is that of all parts, with brackets or without.
 * Full-width signs are taken as their ASCII likes.
 * @throws QtyRefusal (G08) when the text is none of these, or when the quantity is out of range.
 */
export function parseCaseText(text: string, pack: Pack): Qty {
  assertPack(pack)
  if (text.length > caseTextMax) throw new QtyRefusal(badCaseText)
  const match = /^(-?)(\d+)(?:\+(\d+))??(?:\+(\d+(?:\.\d+)?))?$/.exec(withoutBrackets(normaliseQtyText(text)))
  if (!match) throw new QtyRefusal(badCaseText)
  const [, sign, cases = '', mids, loose] = match
  if (mids !== undefined && !hasMid(pack)) throw new QtyRefusal(badCaseText)
  const size = BigInt(cases) * pack.qpc + BigInt(mids ?? 0) * pack.mid + parseQty(loose ?? '0')
  return withinLimit(sign === '-' ? -size : size)
}

const withoutBrackets = (text: string): string => text.replace(/^-[(（]([^()（）]*)[)）]$/, '-$1')

/** 规格 as shown: `1*24`, or `1*2*6` when there are inner packs. */
export function packText(pack: Pack): string {
  assertPack(pack)
  if (!hasMid(pack)) return `1*${formatQty(pack.qpc)}`
  return `1*${formatQty((pack.qpc * qtyScale) / pack.mid)}*${formatQty(pack.mid)}`
}

/** Adds up goods of different packs: whole cases and loose base units apart, without carry. */
export function caseTotal(items: Iterable<{ readonly qty: Qty; readonly pack: Pack }>): CaseTotal {
  let cases = 0n
  let loose = 0n
  for (const { qty, pack } of items) {
    assertPack(pack)
    cases += qty / pack.qpc
    loose += qty % pack.qpc
  }
  return { cases, loose }
}

/**
 * 整件合计 + 散数合计 as text, such as `12+7`, or `-(3+5)` of both missing. When the two differ in sign the negative one
 * is bracketed alone.
 */
export function caseTotalText({ cases, loose }: CaseTotal): string {
  if (loose === 0n) return `${cases}`
  if (cases < 0n && loose > 0n) return `(${cases})+${formatQty(loose)}`
  if (cases > 0n && loose < 0n) return `${cases}+(${formatQty(loose)})`
  return signed(`${absQty(cases)}+${formatQty(absQty(loose))}`, loose < 0n)
}

function hasMid(pack: Pack): boolean {
  return pack.mid < pack.qpc
}

function assertPack({ qpc, mid }: Pack): void {
  assert(qpc > 0n && mid > 0n && mid <= qpc, 'a pack holds something, and its inner pack no more than it')
}
