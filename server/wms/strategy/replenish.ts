import { assert } from '@lading/contract/kernel/fault.ts'
import { ceilTo, floorTo, maxQty, minQty, type Qty } from '@lading/contract/kernel/qty.ts'

/** 补货方式: ENOUGHOUT 够出货量 · WHOLE 整托 · HIGHLOW 最高最低 · FULL 补满. */
export type ReplenishMethod = 'ENOUGHOUT' | 'WHOLE' | 'HIGHLOW' | 'FULL'

/** A pick bin of one product, in base units; `min`, `max` and `capacity` null when nobody set them. */
export type PickBinLevel = {
  /** What orders wait for (Σ PENDING), beyond what is in the bin. */
  readonly need: Qty
  readonly onHand: Qty
  /** Under way to the bin. */
  readonly incoming: Qty
  readonly reserved: Qty
  readonly min: Qty | null
  readonly max: Qty | null
  /** The most the bin holds. */
  readonly capacity: Qty | null
  /** Base units per case: replenishment moves whole cases. */
  readonly qpc: Qty
}

/**
 * `qty` to bring now, in whole cases. `queued` is what orders still wait for afterwards, because the bin cannot hold
 * it: a second replenishment, once picks have made room.
 */
export type Replenishment = { readonly qty: Qty; readonly queued: Qty }

/**
 * How much to bring to a pick bin, except by whole containers (see {@link replenishWhole}). Source: wms.md 7.4 step 5.
 *
 * - ENOUGHOUT brings the need, rounded up to cases.
 * - HIGHLOW brings up to max when on hand + incoming − reserved − need is below min, and at least the need.
 * - FULL brings up to max (or capacity) always.
 */
export function replenish(method: Exclude<ReplenishMethod, 'WHOLE'>, level: PickBinLevel): Replenishment {
  assert(level.need >= 0n && level.qpc > 0n, 'a need is not negative and a case holds something')
  const need = ceilTo(level.need, level.qpc)
  const wished = floorTo(wishes[method](level), level.qpc)
  const most = maxQty(need, wished)
  const room = roomOf(level)
  const qty = room === null ? most : minQty(most, floorTo(room, level.qpc))
  return { qty, queued: maxQty(0n, need - qty) }
}

/** A full container in storage that could be brought. */
export type SourceContainer = { readonly stockId: string; readonly qty: Qty }

/**
 * WHOLE: containers, given in turnover order, until the need is met. One that does not fit the bin any more is passed
 * over for a later, smaller one. What is missing is queued.
 */
export function replenishWhole(
  level: PickBinLevel,
  containers: readonly SourceContainer[],
): Replenishment & { readonly stockIds: readonly string[] } {
  const room = roomOf(level)
  const stockIds: string[] = []
  let qty = 0n
  for (const container of containers) {
    if (qty >= level.need) break
    if (container.qty <= 0n || (room !== null && qty + container.qty > room)) continue
    stockIds.push(container.stockId)
    qty += container.qty
  }
  return { qty, queued: maxQty(0n, level.need - qty), stockIds }
}

const wishes: Readonly<Record<Exclude<ReplenishMethod, 'WHOLE'>, (level: PickBinLevel) => Qty>> = {
  ENOUGHOUT: () => 0n,
  HIGHLOW: (level) => (level.min !== null && free(level) < level.min ? upToMax(level) : 0n),
  FULL: upToMax,
}

function upToMax(level: PickBinLevel): Qty {
  const top = level.max ?? level.capacity
  return top === null ? 0n : maxQty(0n, top - free(level))
}

/** What will be in the bin for orders to come. */
function free({ onHand, incoming, reserved, need }: PickBinLevel): Qty {
  return onHand + incoming - reserved - need
}

/** What the bin still holds: goods that are reserved stand in it until they are picked. Null when nobody limits it. */
function roomOf({ capacity, onHand, incoming }: PickBinLevel): Qty | null {
  return capacity === null ? null : maxQty(0n, capacity - onHand - incoming)
}
