import { stock } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { visible } from '../../kernel/scope.ts'

const standsIn = (ctx: Ctx, bin: Sql): Sql => sql`
  from wms_stock s where ${visible(stock, ctx, 's')} and s.bin_id = ${bin} and s.qty > 0`
/** Whether anything stands there is no owner's secret: who sees the bin is told. */
const isEmpty = (bin: Sql): Sql => sql`not exists (
  select 1 from wms_stock s where s.tenant_id = t.tenant_id and s.org_id = t.org_id and s.bin_id = ${bin} and s.qty > 0)`

/** How full a bin is and of what, in the list of bins. */
export const binComputed: Readonly<Record<string, Computed>> = {
  occupancy: {
    value: (ctx) => sql`
      select round(100 * greatest(
        (select coalesce(sum(s.qty * p.volume_m3), 0) from wms_stock s join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
          where ${visible(stock, ctx, 's')} and s.bin_id = t.id and s.qty > 0) / nullif(k.max_volume_m3, 0),
        (select count(distinct c.id)::numeric from wms_stock s join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id
          join wms_container_type y on y.tenant_id = c.tenant_id and y.id = c.type_id and y.category = 'PALLET'
          where ${visible(stock, ctx, 's')} and s.bin_id = t.id and s.qty > 0) / nullif(k.max_pallets, 0)), 1)
      from wms_bin_type k where k.tenant_id = t.tenant_id and k.id = t.bin_type_id`,
  },
  products: {
    value: (ctx) => sql`
      select string_agg(p.code, ' ' order by p.code) from mdm_product p
      where p.tenant_id = t.tenant_id and p.id in (select s.product_id ${standsIn(ctx, sql`t.id`)})`,
    where: (ctx, v) => sql`t.id in (
      select s.bin_id from wms_stock s join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      where ${visible(stock, ctx, 's')} and s.qty > 0 and p.code >= ${String(v)} and p.code < ${`${String(v)}\u{10FFFF}`})`,
  },
  isEmpty: { value: () => isEmpty(sql`t.id`) },
}

const onHand = (ctx: Ctx): Sql => sql`
  select coalesce(sum(s.qty), 0) ${standsIn(ctx, sql`t.bin_id`)} and s.product_id = t.product_id`

/** How much of the product its own bins hold. */
export const productBinComputed: Readonly<Record<string, Computed>> = {
  area: {
    value: () => sql`
      select a.code from wms_bin b join wms_area a on a.tenant_id = b.tenant_id and a.id = b.area_id
      where b.tenant_id = t.tenant_id and b.id = t.bin_id`,
  },
  onHand: { value: onHand },
  fill: {
    value: (ctx) => sql`
      select round(100 * (${onHand(ctx)}) / nullif(t.max_cases * q.qpc, 0), 1) from mdm_product_qpc q
      where q.tenant_id = t.tenant_id and q.product_id = t.product_id order by q.is_default desc, q.id limit 1`,
  },
  isEmpty: { value: () => isEmpty(sql`t.bin_id`) },
}
