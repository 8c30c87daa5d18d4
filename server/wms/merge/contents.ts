// engine: merges containers whose locks it holds: who may see all of them

import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { product } from '@lading/contract/mdm/product.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { readProducts } from '../masters/facts.ts'
import type { Contents, Limits } from './fit.ts'

/** A container with what is said of its goods and of what it takes. */
export interface Box {
  readonly contents: Contents
  readonly limits: Limits
}
interface Raw {
  id: string
  storeId: string | null
  days: readonly string[]
  zones: readonly string[]
  litres: string
  grams: string
  volumeM3: string | null
  maxFillPct: number
  maxWeightKg: string | null
}

/** What is in containers: for whom, for which day, how warm, how large and how heavy. */
export async function readBoxes(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Box>> {
  const rows = await ctx.tx.query<Raw>(sql`
    select c.id, c.store_id, y.volume_m3, y.max_fill_pct, y.max_weight_kg,
      coalesce((select jsonb_agg(distinct coalesce((b.expect_at at time zone 'UTC')::date, b.biz_date)::text) from wms_stock s
        join wms_reservation r on r.tenant_id = s.tenant_id and r.org_id = s.org_id and r.stock_id = s.id and r.state = 'ACTIVE'
        join wms_operate_bill_line l on l.tenant_id = r.tenant_id and l.org_id = r.org_id and l.id = r.demand_line_id
        join wms_operate_bill b on b.tenant_id = l.tenant_id and b.org_id = l.org_id and b.id = l.bill_id
        where s.tenant_id = c.tenant_id and s.org_id = c.org_id and s.container_id = c.id and s.qty > 0), '[]'::jsonb) as days,
      coalesce(g.zones, '[]'::jsonb) as zones, coalesce(g.litres, 0)::numeric(18,3)::text as litres, coalesce(g.grams, 0)::numeric(18,3)::text as grams
    from wms_container c join wms_container_type y on y.tenant_id = c.tenant_id and y.id = c.type_id
    left join lateral (
      select jsonb_agg(distinct p.temperature) as zones, sum(s.qty * coalesce(p.volume_m3, 0)) * 1000 as litres,
        sum(s.qty * case when p.is_weigh then 1 else coalesce(p.weight_kg, 0) end) * 1000 as grams
      from wms_stock s join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      where s.tenant_id = c.tenant_id and s.org_id = c.org_id and s.container_id = c.id and s.qty > 0) g on true
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.id = any(${ids}::bigint[])`)
  return new Map(
    rows.map((r) => [
      r.id,
      {
        contents: {
          storeId: r.storeId,
          days: r.days,
          zones: r.zones,
          volume: parseQty(r.litres),
          weight: parseQty(r.grams),
        },
        limits: {
          volume: r.volumeM3 === null ? null : BigInt(Math.round(Number(r.volumeM3) * 1_000_000)),
          maxFillPct: r.maxFillPct,
          weight: r.maxWeightKg === null ? null : parseQty(r.maxWeightKg) * 1000n,
        },
      },
    ]),
  )
}

/** A part of what stands in a container, as if it stood in one of its own. */
export async function contentsOf(
  ctx: Ctx,
  box: Box,
  goods: readonly { readonly productId: string; readonly qty: Qty }[],
): Promise<Contents> {
  const products = await readProducts(
    ctx,
    goods.map((g) => g.productId),
  )
  const each = goods.map(({ productId, qty }) => {
    const p = found(products.get(productId), product.title)
    const millilitres = BigInt(Math.round(Number(p.volumeM3 ?? 0) * 1_000_000))
    const grams = p.isWeigh ? 1000n : parseQty(p.weightKg ?? '0')
    return { zone: p.temperature, volume: (qty * millilitres) / 1000n, weight: qty * grams }
  })
  return {
    ...box.contents,
    zones: [...new Set(each.map((e) => e.zone))],
    volume: each.reduce((n, e) => n + e.volume, 0n),
    weight: each.reduce((n, e) => n + e.weight, 0n),
  }
}
