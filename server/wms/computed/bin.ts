import { product, qpc } from '@lading/contract/mdm/product.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { area, bin, binType } from '@lading/contract/wms/place.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { from, named, ofAllOwners } from '../../kernel/scope.ts'

const standsIn = (ctx: Ctx, at: Sql): Sql => sql`
  from ${from(ctx, stock, 's')} where s.org_id = t.org_id and s.bin_id = ${at} and s.qty > 0`
/** Whether anything stands there is no owner's secret: who sees the bin is told. */
const isEmpty = (ctx: Ctx, at: Sql): Sql => sql`not exists (select 1 ${standsIn(ofAllOwners(ctx), at)})`

/** How full a bin is and of what, in the list of bins. */
export const binComputed: Readonly<Record<string, Computed>> = {
  occupancy: {
    value: (ctx) => sql`
      select round(100 * greatest(
        (select coalesce(sum(s.qty * p.volume_m3), 0) from ${from(ctx, stock, 's')} join ${named(ctx, product, 'p')} on p.id = s.product_id
          where s.org_id = t.org_id and s.bin_id = t.id and s.qty > 0) / nullif(k.max_volume_m3, 0),
        (select count(distinct c.id)::numeric from ${from(ctx, stock, 's')} join ${named(ctx, container, 'c')} on c.id = s.container_id
          join ${named(ctx, containerType, 'y')} on y.id = c.type_id and y.category = 'PALLET'
          where s.org_id = t.org_id and s.bin_id = t.id and s.qty > 0) / nullif(k.max_pallets, 0)), 1)
      from ${named(ctx, binType, 'k')} where k.id = t.bin_type_id`,
  },
  products: {
    value: (ctx) => sql`
      select string_agg(p.code, ' ' order by p.code) from ${named(ctx, product, 'p')}
      where p.id in (select s.product_id ${standsIn(ctx, sql`t.id`)})`,
    where: (ctx, v) => sql`t.id in (
      select s.bin_id from ${from(ctx, stock, 's')} join ${named(ctx, product, 'p')} on p.id = s.product_id
      where s.qty > 0 and p.code >= ${String(v)} and p.code < ${`${String(v)}\u{10FFFF}`})`,
  },
  isEmpty: { value: (ctx) => isEmpty(ctx, sql`t.id`) },
}

const onHand = (ctx: Ctx): Sql => sql`
  select coalesce(sum(s.qty), 0) ${standsIn(ctx, sql`t.bin_id`)} and s.product_id = t.product_id`

/** How full a bin is of the product that a rule limits there. */
export const capacityComputed: Readonly<Record<string, Computed>> = {
  fill: {
    value: (ctx) => sql`
      select round(100 * (${onHand(ctx)}) / nullif(t.max_cases * q.qpc, 0), 1) from ${named(ctx, qpc, 'q')}
      where t.bin_id is not null and q.product_id = t.product_id order by q.is_default desc, q.id limit 1`,
  },
}

/** How much of the product its own bins hold. */
export const productBinComputed: Readonly<Record<string, Computed>> = {
  area: {
    value: (ctx) => sql`
      select a.code from ${named(ctx, bin, 'b')} join ${named(ctx, area, 'a')} on a.id = b.area_id
      where b.id = t.bin_id`,
  },
  onHand: { value: onHand },
  fill: {
    value: (ctx) => sql`
      select round(100 * (${onHand(ctx)}) / nullif(t.max_cases * q.qpc, 0), 1) from ${named(ctx, qpc, 'q')}
      where q.product_id = t.product_id order by q.is_default desc, q.id limit 1`,
  },
  isEmpty: { value: (ctx) => isEmpty(ctx, sql`t.bin_id`) },
  belowMin: {
    value: (ctx) => sql`coalesce((
      select t.min_cases * q.qpc > (${onHand(ctx)}) from ${named(ctx, qpc, 'q')}
      where q.product_id = t.product_id order by q.is_default desc, q.id limit 1), false)`,
  },
}
