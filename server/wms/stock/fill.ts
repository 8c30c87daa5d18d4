// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { container } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { ContainerRow } from './containers.ts'

/** Goods that come into a container, or out of it. */
export interface Bringing {
  readonly containerId: string
  readonly productId: string
  /** Signed, in base units. */
  readonly delta: Qty
}
/** A container that would hold more than its type can, and how much. */
interface Overfull {
  readonly id: string
  readonly code: string
  /** Above its weight; otherwise above its volume. */
  readonly isHeavy: boolean
  readonly most: string
  readonly is: string
}

/**
 * The containers, which are locked, that would hold more than they can once all of these went in: what stands in them and
 * what comes, by the products' sizes. Goods of unknown size take no room, and what only comes out of a container makes none
 * too full.
 */
const readOverfull = (ctx: Ctx, ids: readonly string[], brings: readonly Bringing[]): Promise<Overfull[]> =>
  ctx.tx.query<Overfull>(sql`
    select f.id, f.code, f.is_heavy, trim_scale(case when f.is_heavy then f.max_weight_kg else round(f.room_m3, 6) end)::text as most,
      trim_scale(round(case when f.is_heavy then f.weight else f.volume end, 6))::text as is
    from (
      select c.id, c.code, t.max_weight_kg, r.room_m3, g.weight, g.volume, g.weight > t.max_weight_kg and g.more_weight > 0 as is_heavy,
        g.volume > r.room_m3 and g.more_volume > 0 as is_big
      from wms_container c join wms_container_type t on t.tenant_id = c.tenant_id and t.id = c.type_id
      cross join lateral (select t.volume_m3 * t.max_fill_pct / 100 as room_m3) r cross join lateral (
        select sum(x.qty * p.weight_kg) as weight, sum(x.qty * p.volume_m3) as volume,
          sum(x.more * p.weight_kg) as more_weight, sum(x.more * p.volume_m3) as more_volume
        from (
          select s.product_id, s.qty, 0::numeric as more from wms_stock s
            where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.container_id = c.id and s.qty > 0
          union all
          select n.product_id, n.delta, n.delta from unnest(${brings.map((b) => b.containerId)}::bigint[], ${brings.map((b) => b.productId)}::bigint[],
            ${brings.map((b) => formatQty(b.delta))}::numeric[]) as n(container_id, product_id, delta) where n.container_id = c.id) x
        join mdm_product p on p.tenant_id = ${ctx.tenantId} and p.id = x.product_id) g
      where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.id = any(${ids}::bigint[])) f
    where f.is_heavy or f.is_big order by f.id`)

/**
 * Asks whether all of this has room, before any of it is written. Most containers have no limits, and cost no question.
 * @param boxes the containers, locked
 * @throws Fault tooHeavy, tooBig
 */
export async function demandRoom(
  ctx: Ctx,
  boxes: ReadonlyMap<string, ContainerRow>,
  brings: readonly Bringing[],
): Promise<void> {
  const coming = new Set(brings.flatMap((b) => (b.delta > 0n ? b.containerId : [])))
  const limited = [...boxes.values()].filter((b) => b.isLimited && coming.has(b.id)).map((b) => b.id)
  if (limited.length === 0) return
  const [box] = await readOverfull(ctx, limited, brings)
  if (!box) return
  refuse(box.isHeavy ? wmsFaults.tooHeavy : wmsFaults.tooBig, {
    code: rowName(container, box.id, box.code),
    most: box.most,
    is: box.is,
  })
}
