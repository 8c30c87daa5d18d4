import { type Micro, parseMicro } from './feeMoney.ts'

/** A band of quantities, up to and including its end; without one it goes on. */
export interface Tier {
  readonly from: Micro
  readonly to: Micro | undefined
  readonly price: Micro
}
/** What a tier table looks like. */
export const tiersHint = '0-10:5;10-50:4.5;50-:4'

const band = /^(\d+(?:\.\d{1,3})?)-(\d+(?:\.\d{1,3})?)?:(\d+(?:\.\d{1,6})?)$/
/** Reads `0-10:5;10-50:4.5;50-:4`; undefined where it is written otherwise. */
export function parseTiers(text: string): readonly Tier[] | undefined {
  const parts = text
    .replaceAll('；', ';')
    .replaceAll('：', ':')
    .split(';')
    .map((p) => p.trim())
    .filter((p) => p !== '')
  const tiers = parts.map((part): Tier | undefined => {
    const [, from, to, price] = band.exec(part) ?? []
    if (from === undefined || price === undefined) return undefined
    return { from: parseMicro(from), to: to === undefined ? undefined : parseMicro(to), price: parseMicro(price) }
  })
  return tiers.length > 0 && tiers.every((t) => t !== undefined) ? tiers : undefined
}

/** From nothing on, each band where the one before ends, the last without an end: no quantity falls through. */
export const isWhole = (tiers: readonly Tier[]): boolean =>
  tiers.every((t, i) => {
    const before = tiers[i - 1]
    const begins = before ? before.to !== undefined && t.from === before.to : t.from === 0n
    const ends = i === tiers.length - 1 ? t.to === undefined : t.to !== undefined && t.to > t.from
    return begins && ends
  })

/** The band that a quantity lies in: what is just its end still does. */
export const tierOf = (tiers: readonly Tier[], qty: Micro): Tier | undefined =>
  tiers.find((t) => t.to === undefined || qty <= t.to)
