import type { stockNarrowing } from '@lading/contract/wms/board.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'

type Asked = z.output<typeof stockNarrowing>

const beyond = (prefix: string): string => `${prefix}\u{10FFFF}`
const begins = (column: string, prefix: string): Sql =>
  sql`${raw(column)} >= ${prefix} and ${raw(column)} < ${beyond(prefix)}`

/** One code is a beginning; several, pasted from a sheet, are whole codes. */
function codesOf(pasted: string): Sql {
  const codes = pasted.split(/[\s,;，；]+/).filter(Boolean)
  const [first] = codes
  return codes.length === 1 && first !== undefined ? begins('p.code', first) : sql`p.code = any(${codes}::text[])`
}

function binWalls(q: Asked): Sql[] {
  return [
    ...(q.binTo
      ? [sql`b.code >= ${q.binCode ?? ''} and b.code < ${beyond(q.binTo)}`]
      : q.binCode
        ? [begins('b.code', q.binCode)]
        : []),
    ...(q.areaId?.length ? [sql`b.area_id = any(${q.areaId}::bigint[])`] : []),
    ...(q.usage?.length ? [sql`b.usage = any(${q.usage}::text[])`] : []),
  ]
}

function productWalls(ctx: Ctx, q: Asked): Sql[] {
  return [
    ...(q.productCode?.trim() ? [codesOf(q.productCode)] : []),
    ...(q.categoryId?.length
      ? [
          sql`p.category_id in (select c.id from wms_product_category c, wms_product_category top
            where top.tenant_id = ${ctx.tenantId} and top.id = any(${q.categoryId}::bigint[]) and c.tenant_id = top.tenant_id
              and starts_with(c.path, top.path))`,
        ]
      : []),
  ]
}

/** Pick faces that hold less of the product than they should. */
const isBelowMin = sql`exists (
  select 1 from wms_product_bin d join mdm_product_qpc q on q.tenant_id = d.tenant_id and q.product_id = d.product_id and q.is_default
  where d.tenant_id = t.tenant_id and d.org_id = t.org_id and d.bin_id = t.bin_id and d.product_id = t.product_id and d.role = 'PICK'
    and d.min_cases * q.qpc > (select sum(x.qty) from wms_stock x
      where x.tenant_id = t.tenant_id and x.org_id = t.org_id and x.bin_id = d.bin_id and x.product_id = d.product_id))`

/** What a balance `t` must be like. */
export function narrow(ctx: Ctx, q: Asked): Sql[] {
  const [bins, products] = [binWalls(q), productWalls(ctx, q)]
  const among = (column: string, table: string, alias: string, walls: readonly Sql[]): Sql =>
    sql`${raw(column)} in (select ${raw(alias)}.id from ${raw(table)} ${raw(alias)}
      where ${raw(alias)}.tenant_id = ${ctx.tenantId} and ${join([...walls], ' and ')})`
  return [
    ...(bins.length > 0 ? [among('t.bin_id', 'wms_bin', 'b', bins)] : []),
    ...(products.length > 0 ? [among('t.product_id', 'mdm_product', 'p', products)] : []),
    ...(q.vendorId?.length
      ? [among('t.lot_id', 'wms_lot', 'o', [sql`o.vendor_id = any(${q.vendorId}::bigint[])`])]
      : []),
    ...(q.onlyAvailable ? [sql`t.qty > t.reserved_qty`] : []),
    ...(q.idleDays
      ? [
          sql`greatest(t.last_in_at, t.last_out_at, t.first_in_at) < ${new Date(ctx.now().getTime() - q.idleDays * 86_400_000)}`,
        ]
      : []),
    ...(q.belowMin ? [isBelowMin] : []),
  ]
}
