// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { jsonOf } from '../../kernel/json.ts'
import { boxJson, type ContainerRow } from './containers.ts'
import { type Bringing, type Overfull, overfullJson } from './fill.ts'
import { byId, keyText, type StockKey } from './key.ts'
import { type Place, placeJson } from './places.ts'
import {
  type Reservation,
  type ReservationRaw,
  readReservation,
  reservationJson,
  type Wanted as WantedPromises,
  which,
} from './reservations.ts'
import { isOneOf, readStock, type StockRaw, type StockRow, stockJson } from './rows.ts'

/** What a posting stands on, and what of it is asked for. */
export interface Wanted {
  readonly boxes: readonly (string | null)[]
  readonly keys: readonly StockKey[]
  /** By id, or the open ones of a task line. */
  readonly promises: WantedPromises
  /** What comes into containers and out of them, where their limits are asked. */
  readonly brings: readonly Bringing[]
}
export interface Held {
  readonly boxes: ReadonlyMap<string, ContainerRow>
  readonly rows: Map<string, StockRow>
  readonly promises: ReadonlyMap<string, Reservation>
  /** Read, not locked. */
  readonly places: ReadonlyMap<string, Place>
  readonly lots: ReadonlyMap<string, Lot>
  /** Containers that would hold more than they can. */
  readonly overfull: readonly Overfull[]
}
interface Lot {
  readonly id: string
  readonly ownerId: string
  readonly productId: string
}
interface Found {
  readonly boxes: ContainerRow[] | null
  readonly rows: StockRaw[] | null
  readonly promises: ReservationRaw[] | null
  readonly places: Place[] | null
  readonly lots: Lot[] | null
  readonly overfull: Overfull[] | null
}

/**
 * Locks containers (LOOSE apart), then stock rows, then reservations, each by id, and reads the bins and lots that they
 * are about: one statement, of which each part waits for the one before it. A stock row that comes to be while it waits
 * is none of its own; whoever misses one makes it and meets it there.
 */
export async function hold(ctx: Ctx, { boxes, keys, promises, brings }: Wanted): Promise<Held> {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  const ids = (list: readonly (string | null)[]): string[] => [...new Set(list.filter((id) => id !== null))].sort(byId)
  const [found] = await ctx.tx.query<Found>(sql`
    with boxes as materialized (
      select c.*, t.category, t.max_weight_kg, t.volume_m3 * t.max_fill_pct / 100 as room_m3 from wms_container c join wms_container_type t on t.tenant_id = c.tenant_id and t.id = c.type_id
      where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.id = any(${ids(boxes)}::bigint[]) and c.code <> 'LOOSE'
      order by c.id for no key update of c),
    rows as materialized (
      select * from wms_stock where ${here} and ${isOneOf(keys)} and (select count(*) from boxes) >= 0
      order by id for update),
    promises as materialized (
      select * from wms_reservation where ${here} and ${which(promises)} and (select count(*) from rows) >= 0
      order by id for update)
    select (select json_agg(${boxJson('c')}) from boxes c) as boxes, (select json_agg(${stockJson('s')}) from rows s) as rows,
      (select json_agg(${reservationJson('r')}) from promises r) as promises,
      (select json_agg(${placeJson('b')}) from wms_bin b where ${here} and b.id = any(${ids(keys.map((k) => k.binId))}::bigint[])) as places,
      (select json_agg(${jsonOf('l', ['id', 'ownerId', 'productId'])}) from wms_lot l where ${here} and l.id = any(${ids(keys.map((k) => k.lotId))}::bigint[])) as lots,
      ${overfullJson(ctx, brings)} as overfull`)
  const byIds = <R extends { readonly id: string }>(list: readonly R[] | null | undefined) =>
    new Map((list ?? []).map((one) => [one.id, one]))
  return {
    boxes: byIds(found?.boxes),
    rows: new Map((found?.rows ?? []).map((row) => [keyText(row), readStock(row)])),
    promises: byIds(found?.promises?.map(readReservation)),
    places: byIds(found?.places),
    lots: byIds(found?.lots),
    overfull: found?.overfull ?? [],
  }
}
