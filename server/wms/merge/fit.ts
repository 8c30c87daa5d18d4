import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'

/** What is known of a container and its goods. */
export interface Contents {
  readonly storeId: string | null
  /** Days on which its orders are to arrive. */
  readonly days: readonly string[]
  readonly zones: readonly string[]
  /** In litres, and in grams. */
  readonly volume: Qty
  readonly weight: Qty
}
/** What it takes; nothing where nobody has said it. */
export interface Limits {
  readonly volume: Qty | null
  readonly maxFillPct: number
  readonly weight: Qty | null
}

export type Misfit =
  | { readonly why: 'otherStore' | 'otherDay' | 'otherZone' }
  | { readonly why: 'tooLarge' | 'tooHeavy'; readonly most: string; readonly n: string }

/**
 * Why goods cannot go into a container beside what is in it; nothing when they can. Source: wms.md 7.6.
 * @param into what is in it by then, the goods before these included
 */
export function misfit(into: Contents, from: Contents, limits: Limits): Misfit | undefined {
  if (into.storeId === null || into.storeId !== from.storeId) return { why: 'otherStore' }
  if (new Set([...into.days, ...from.days]).size > 1) return { why: 'otherDay' }
  if (new Set([...into.zones, ...from.zones]).size > 1) return { why: 'otherZone' }
  const volume = into.volume + from.volume
  const most = limits.volume === null ? null : (limits.volume * BigInt(limits.maxFillPct)) / 100n
  if (most !== null && volume > most) return { why: 'tooLarge', most: inThousands(most), n: inThousands(volume) }
  const weight = into.weight + from.weight
  if (limits.weight !== null && weight > limits.weight)
    return { why: 'tooHeavy', most: inThousands(limits.weight), n: inThousands(weight) }
  return undefined
}
/** Litres as cubic metres, grams as kilograms. */
const inThousands = (qty: Qty): string => formatQty(qty / 1000n)

/** Both together. */
export const joined = (a: Contents, b: Contents): Contents => ({
  storeId: a.storeId,
  days: [...new Set([...a.days, ...b.days])],
  zones: [...new Set([...a.zones, ...b.zones])],
  volume: a.volume + b.volume,
  weight: a.weight + b.weight,
})
