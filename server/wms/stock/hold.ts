// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { type ContainerRow, lockContainers } from './containers.ts'
import type { StockKey } from './key.ts'
import { type Place, placesAt } from './places.ts'
import { lockReservations, type Reservation, type Wanted as WantedPromises } from './reservations.ts'
import { lockKeys, type StockRow } from './rows.ts'

/** What a posting stands on, and what of it is asked for. */
export interface Wanted {
  readonly boxes: readonly (string | null)[]
  readonly keys: readonly StockKey[]
  /** By id, or the open ones of a task line. */
  readonly promises: WantedPromises
}
export interface Held {
  readonly boxes: ReadonlyMap<string, ContainerRow>
  readonly rows: Map<string, StockRow>
  readonly promises: ReadonlyMap<string, Reservation>
  /** Read, not locked. */
  readonly places: ReadonlyMap<string, Place>
  readonly lots: ReadonlyMap<string, Lot>
}
interface Lot {
  readonly id: string
  readonly ownerId: string
  readonly productId: string
}

/**
 * Locks containers (LOOSE apart), then stock rows, then reservations, each by id, and reads the bins and lots that they
 * are about: small statements in one journey, which the database takes one after the other. A stock row that comes to be
 * while it waits is none of its own; whoever misses one makes it and meets it there.
 */
export async function hold(ctx: Ctx, { boxes, keys, promises }: Wanted): Promise<Held> {
  const lotIds = [...new Set(keys.map((k) => k.lotId))]
  const [heldBoxes, rows, heldPromises, places, lots] = await Promise.all([
    lockContainers(ctx, boxes),
    lockKeys(ctx, keys),
    lockReservations(ctx, promises),
    placesAt(
      ctx,
      keys.map((k) => k.binId),
    ),
    ctx.tx.query<Lot>(sql`
      select id, owner_id, product_id from wms_lot
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${lotIds}::bigint[])`),
  ])
  return { boxes: heldBoxes, rows, promises: heldPromises, places, lots: new Map(lots.map((lot) => [lot.id, lot])) }
}
