// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { container } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** Goods that come into a container, or out of it. */
export interface Bringing {
  readonly containerId: string
  readonly productId: string
  /** Signed, in base units. */
  readonly delta: Qty
}
/** A container that would hold more than its type can, and how much. */
export interface Overfull {
  readonly id: string
  readonly code: string
  /** Above its weight; otherwise above its volume. */
  readonly isHeavy: boolean
  readonly most: string
  readonly is: string
}

/**
 * The containers of `boxes`, which are locked, that would hold more than they can once all of these went in: what stands in
 * them when the statement begins and what comes, by the products' sizes. Goods of unknown size take no room, and what only
 * comes out of a container makes none too full.
 */
export function overfullJson(ctx: Ctx, brings: readonly Bringing[]): Sql {
  if (!brings.some((b) => b.delta > 0n)) return sql`null::json`
  const here = sql`s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id}`
  return sql`(
    select json_agg(json_build_object('id', f.id::text, 'code', f.code, 'isHeavy', f.is_heavy,
      'most', trim_scale(case when f.is_heavy then f.max_weight_kg else round(f.room_m3, 6) end)::text,
      'is', trim_scale(round(case when f.is_heavy then f.weight else f.volume end, 6))::text))
    from (
      select c.id, c.code, c.max_weight_kg, c.room_m3, g.weight, g.volume, g.weight > c.max_weight_kg and g.more_weight > 0 as is_heavy,
        g.volume > c.room_m3 and g.more_volume > 0 as is_big
      from boxes c cross join lateral (
        select sum(x.qty * p.weight_kg) as weight, sum(x.qty * p.volume_m3) as volume,
          sum(x.more * p.weight_kg) as more_weight, sum(x.more * p.volume_m3) as more_volume
        from (
          select s.product_id, s.qty, 0::numeric as more from wms_stock s where ${here} and s.container_id = c.id and s.qty > 0
          union all
          select n.product_id, n.delta, n.delta from unnest(${brings.map((b) => b.containerId)}::bigint[], ${brings.map((b) => b.productId)}::bigint[],
            ${brings.map((b) => formatQty(b.delta))}::numeric[]) as n(container_id, product_id, delta) where n.container_id = c.id) x
        join mdm_product p on p.tenant_id = ${ctx.tenantId} and p.id = x.product_id) g
      where c.category <> 'VIRTUAL' and (c.max_weight_kg is not null or c.room_m3 is not null)) f
    where f.is_heavy or f.is_big)`
}

/** @throws Fault tooHeavy, tooBig */
export function demandRoom([box]: readonly Overfull[]): void {
  if (!box) return
  refuse(box.isHeavy ? wmsFaults.tooHeavy : wmsFaults.tooBig, {
    code: rowName(container, box.id, box.code),
    most: box.most,
    is: box.is,
  })
}
