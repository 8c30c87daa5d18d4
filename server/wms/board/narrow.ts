import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { productCategory } from '@lading/contract/mdm/partner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import type { stockNarrowing } from '@lading/contract/wms/board.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import { lot, stock } from '@lading/contract/wms/stock.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { nothingLeft } from './slow.ts'

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
          sql`p.category_id in (select c.id from ${from(ctx, productCategory, 'c')}, ${from(ctx, productCategory, 'top')}
            where top.id = any(${q.categoryId}::bigint[]) and starts_with(c.path, top.path))`,
        ]
      : []),
  ]
}

/** Pick faces that hold less of the product than they should. */
const isBelowMin = (ctx: Ctx): Sql => sql`exists (
  select 1 from ${from(ctx, productBin, 'd')} join ${named(ctx, qpc, 'q')} on q.product_id = d.product_id and q.is_default
  where d.org_id = t.org_id and d.bin_id = t.bin_id and d.product_id = t.product_id and d.role = 'PICK'
    and d.min_cases * q.qpc > (select sum(x.qty) from ${from(ctx, stock, 'x')}
      where x.org_id = t.org_id and x.bin_id = d.bin_id and x.product_id = d.product_id))`

/** What a balance `t` must be like. */
export function narrow(ctx: Ctx, q: Asked): Sql[] {
  const [bins, products] = [binWalls(q), productWalls(ctx, q)]
  const among = (column: string, e: AnyEntity, alias: string, walls: readonly Sql[]): Sql =>
    sql`${raw(column)} in (select ${raw(alias)}.id from ${named(ctx, e, alias)} where ${join([...walls], ' and ')})`
  return [
    ...(bins.length > 0 ? [among('t.bin_id', bin, 'b', bins)] : []),
    ...(products.length > 0 ? [among('t.product_id', product, 'p', products)] : []),
    ...(q.vendorId?.length ? [among('t.lot_id', lot, 'o', [sql`o.vendor_id = any(${q.vendorId}::bigint[])`])] : []),
    ...(q.onlyAvailable ? [sql`t.qty > t.reserved_qty`] : []),
    ...(q.idleDays
      ? [
          sql`greatest(t.last_in_at, t.last_out_at, t.first_in_at) < ${new Date(ctx.now().getTime() - q.idleDays * 86_400_000)}`,
        ]
      : []),
    ...(q.noOutDays ? [nothingLeft(ctx, q.noOutDays)] : []),
    ...(q.belowMin ? [isBelowMin(ctx)] : []),
  ]
}
