import { assert } from '@lading/contract/kernel/fault.ts'
import { ceilTo, floorTo, type Qty } from '@lading/contract/kernel/qty.ts'

/** 舍入规则 of a store for pieces that no split pick bin can serve. */
export type RoundRule = 'UP' | 'DOWN' | 'NONE'

/** How goods may leave: base units per case, per pallet (null when whole pallets are not picked). */
export type OutPack = { readonly qpc: Qty; readonly palletQty: Qty | null }

/** A quantity cut into whole pallets, whole cases and the rest; each part is in base units. */
export type PackSplit = { readonly pallets: Qty; readonly cases: Qty; readonly pieces: Qty }

/**
 * Cuts a wanted quantity into pallets, cases and pieces. Source: wms.md 7.4 step 3.
 * 1300 with pallets of 1200 and cases of 24 is 1200 + 96 + 4.
 */
export function splitPack(qty: Qty, { qpc, palletQty }: OutPack): PackSplit {
  assert(qty >= 0n, 'a wanted quantity is not negative')
  const pallets = palletQty === null ? 0n : floorTo(qty, palletQty)
  const cases = floorTo(qty - pallets, qpc)
  return { pallets, cases, pieces: qty - pallets - cases }
}

/**
 * The quantity a store gets of a product that has no split pick bin: rounded to whole cases as the store wishes.
 * `UP` may exceed what was ordered, so the order line must be raised before goods are allocated to it.
 */
export function roundToCase(qty: Qty, qpc: Qty, rule: RoundRule): Qty {
  switch (rule) {
    case 'UP':
      return ceilTo(qty, qpc)
    case 'DOWN':
      return floorTo(qty, qpc)
    case 'NONE':
      return qty
  }
}
