import { productBin } from '@lading/contract/wms/scheme.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { visible } from '../../kernel/scope.ts'
import { casesOf } from './cases.ts'

/** What the caller may see of the product's stock: his organisation's, his owners'. */
const onHand = (ctx: Ctx): Sql => sql`
  select coalesce(sum(s.qty), 0) from wms_stock s where ${visible(stock, ctx, 's')} and s.product_id = t.id and s.qty > 0`
const pickFaces = (ctx: Ctx): Sql => sql`
  from wms_product_bin f where ${visible(productBin, ctx, 'f')} and f.product_id = t.id and f.role = 'PICK'`

/** Packs, barcodes, pick face and stock in the list of products. */
export const productComputed: Readonly<Record<string, Computed>> = {
  barcode: {
    value: () => sql`
      select string_agg(b.code, ' ' order by b.id) from mdm_product_barcode b
      where b.tenant_id = t.tenant_id and b.product_id = t.id`,
    // A scanner sends the whole code; a person types its beginning.
    where: (
      _,
      v,
    ) => sql`exists (select 1 from mdm_product_barcode b where b.tenant_id = t.tenant_id and b.product_id = t.id
      and b.code >= ${String(v)} and b.code < ${`${String(v)}\u{10FFFF}`})`,
  },
  packs: {
    value: () => sql`
      select string_agg(q.name, ' ' order by q.qpc) from mdm_product_qpc q
      where q.tenant_id = t.tenant_id and q.product_id = t.id`,
  },
  pickBin: {
    value: (ctx) => sql`
      select string_agg(n.code, ' ' order by n.code) from wms_bin n
      where n.tenant_id = t.tenant_id and n.id in (select f.bin_id ${pickFaces(ctx)})`,
  },
  hasPickBin: { value: (ctx) => sql`exists (select 1 ${pickFaces(ctx)})` },
  onHand: { value: onHand },
  onHandCases: {
    value: (ctx) =>
      casesOf(
        sql`(${onHand(ctx)})`,
        sql`(select q.qpc from mdm_product_qpc q where q.tenant_id = t.tenant_id and q.product_id = t.id
          order by q.is_default desc, q.id limit 1)`,
      ),
  },
}
