// engine: looks for room among the goods of all owners, and claims it

import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** Goods whose scheme is asked for, as SQL: values of one product, or columns of many. */
export interface SchemeGoods {
  readonly productId: Sql
  readonly categoryId: Sql
  /** The scheme that the product names itself. */
  readonly schemeId: Sql
  readonly ownerId: Sql
  readonly stockType: Sql
}

/**
 * The scheme of goods, as a query of one row or none: the product's own, one that names the product, the own one of the
 * nearest category, one that names the nearest category, the owner's, the general one. A scheme of a category serves all
 * that hangs below it. Among equals the smaller priority number wins. An owner's scheme never serves another's goods.
 */
export const schemeFor = (ctx: Ctx, of: SchemeGoods): Sql => sql`
  select s.id, s.code, s.name
  from wms_product_storage_scheme s
  left join wms_product_category c on c.tenant_id = s.tenant_id and c.id = ${of.categoryId}
  cross join lateral (select array_position(string_to_array(btrim(c.path, '/'), '/'), s.category_id::text) as level) named
  cross join lateral (select max(a.level) as level from wms_product_category a
    where a.tenant_id = s.tenant_id and a.storage_scheme_id = s.id
      and a.id = any(string_to_array(btrim(c.path, '/'), '/')::bigint[])) own
  where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and not s.disabled and ${of.stockType} = any(s.stock_types)
    and (s.owner_id is null or s.owner_id = ${of.ownerId})
    and (s.id = ${of.schemeId} or own.level is not null
      or ((s.product_id is null or s.product_id = ${of.productId}) and (s.category_id is null or named.level is not null)))
  order by case when s.id = ${of.schemeId} then 1 when s.product_id = ${of.productId} then 2 when own.level is not null then 3
      when named.level is not null then 4 when s.owner_id is not null then 5 else 6 end,
    greatest(own.level, named.level) desc nulls last, (s.owner_id is not null) desc, s.priority, s.id
  limit 1`

/** How a product's goods go out, as the logistics centre's scheme for it says. */
export interface SchemeTurnover<Turnover extends string> {
  readonly turnover: readonly Turnover[]
  readonly zoneIds: readonly string[]
}
interface Raw<Turnover> {
  productId: string
  turnover: Turnover
  areaId: string | null
}

/** Turnover rules of products in their order, by product; products whose scheme has none are left out. */
export async function readTurnovers<Turnover extends string>(
  ctx: Ctx,
  ownerId: string,
  productIds: readonly string[],
): Promise<Map<string, SchemeTurnover<Turnover>>> {
  const of: SchemeGoods = {
    productId: sql`p.id`,
    categoryId: sql`p.category_id`,
    schemeId: sql`p.storage_scheme_id`,
    ownerId: sql`${ownerId}::bigint`,
    stockType: sql`'GOOD'`,
  }
  const rows = await ctx.tx.query<Raw<Turnover>>(sql`
    select p.id as product_id, r.turnover, r.area_id
    from mdm_product p cross join lateral (${schemeFor(ctx, of)}) s
    join wms_turnover_rule r on r.tenant_id = p.tenant_id and r.org_id = ${ctx.org.id} and r.scheme_id = s.id
    where p.tenant_id = ${ctx.tenantId} and p.id = any(${[...new Set(productIds)]}::bigint[])
      and exists (select 1 from wms_turnover_rule where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id})
    order by p.id, r.seq`)
  return new Map(
    [...Map.groupBy(rows, (r) => r.productId)].map(([id, list]) => [
      id,
      {
        turnover: [...new Set(list.map((r) => r.turnover))],
        zoneIds: [...new Set(list.flatMap((r) => r.areaId ?? []))],
      },
    ]),
  )
}
