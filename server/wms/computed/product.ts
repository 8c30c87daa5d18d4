import type { FilterValue } from '@lading/contract/kernel/call.ts'
import { idText } from '@lading/contract/kernel/schema.ts'
import { codesOf } from '@lading/contract/mdm/goodsCode.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { productBarcode, productOwner, qpc } from '@lading/contract/mdm/product.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'
import { packHas } from '../masters/goodsCode.ts'
import { casesOf, itsPack } from './cases.ts'
import { changesComputed, issuesComputed } from './packIssues.ts'

/** What the caller may see of the product's stock: his organisation's, his owners'. */
const onHand = (ctx: Ctx): Sql => sql`
  select coalesce(sum(s.qty), 0) from ${from(ctx, stock, 's')} where s.product_id = t.id and s.qty > 0`
const pickFaces = (ctx: Ctx): Sql => sql`
  from ${from(ctx, productBin, 'f')} where f.product_id = t.id and f.role = 'PICK'`

/** The product's owners as far as the caller may see them, each with its vendor. */
const owned = (ctx: Ctx): Sql => sql`
  from ${from(ctx, productOwner.entity, 'o')} join ${from(ctx, owner, 'w')} on w.id = o.owner_id
  where o.product_id = t.id`
const idsOf = (v: FilterValue): string[] =>
  (Array.isArray(v) ? v : [v]).map(String).filter((id) => idText.safeParse(id).success)

/** Whether one of the product's packs in use is like this. */
const packWith = (ctx: Ctx, like: Sql): Sql => sql`exists (select 1 from ${named(ctx, qpc, 'q')}
  where q.product_id = t.id and not q.disabled and (${like}))`
const pallet = sql`q.pallet_ti > 0 and q.pallet_hi > 0`
const caseful = sql`q.qpc > 1`
const levels = (ctx: Ctx): Readonly<Record<string, Sql>> => ({
  EACH: sql`true`,
  INNER: packWith(ctx, sql`q.mid_qpc < q.qpc`),
  CASE: packWith(ctx, caseful),
  PALLET: packWith(ctx, pallet),
})

/** Packs, barcodes, pick face and stock in the list of products. */
export const productComputed: Readonly<Record<string, Computed>> = {
  barcode: {
    value: (ctx) => sql`
      select string_agg(b.code, ' ' order by b.id) from ${named(ctx, productBarcode.entity, 'b')}
      where b.product_id = t.id`,
    // A scanner sends the whole code, of a piece or of any pack; a person types the beginning of a piece's.
    where: (ctx, v) => sql`(exists (select 1 from ${named(ctx, productBarcode.entity, 'b')} where b.product_id = t.id
      and b.code >= ${String(v)} and b.code < ${`${String(v)}\u{10FFFF}`})
      or exists (select 1 from ${named(ctx, productBarcode.entity, 'b')} where b.product_id = t.id and b.code = any(${codesOf(String(v))}::text[]))
      or exists (select 1 from ${named(ctx, qpc, 'q')} where q.product_id = t.id and ${packHas(codesOf(String(v)))}))`,
  },
  packs: {
    value: (ctx) => sql`
      select string_agg(q.name, ' ' order by q.qpc) from ${named(ctx, qpc, 'q')}
      where q.product_id = t.id`,
  },
  ofOwner: {
    value: (ctx) => sql`select o.owner_id ${owned(ctx)} order by o.id limit 1`,
    where: (ctx, v) => sql`exists (select 1 ${owned(ctx)} and o.owner_id = any(${idsOf(v)}::bigint[]))`,
  },
  ofVendor: {
    value: (ctx) => sql`select o.vendor_id ${owned(ctx)} and o.vendor_id is not null order by o.id limit 1`,
    where: (ctx, v) => sql`exists (select 1 ${owned(ctx)} and o.vendor_id = any(${idsOf(v)}::bigint[]))`,
  },
  hasLevel: {
    // The highest of them.
    value: (ctx) =>
      sql`case when ${packWith(ctx, pallet)} then 'PALLET' when ${packWith(ctx, caseful)} then 'CASE' else 'EACH' end`,
    where: (ctx, v) => {
      const asked = (Array.isArray(v) ? v : [v]).map((level) => levels(ctx)[String(level)] ?? sql`false`)
      return sql`(${join(asked, ' or ')})`
    },
  },
  noDimensions: {
    value: (ctx) => packWith(ctx, sql`q.length_cm is null or q.width_cm is null or q.height_cm is null`),
  },
  noGtin: {
    value: (ctx) => sql`(not exists (select 1 from ${named(ctx, productBarcode.entity, 'b')} where b.product_id = t.id)
      or ${packWith(ctx, sql`q.qpc > 1 and q.barcode is null`)})`,
  },
  issues: issuesComputed,
  changes: changesComputed,
  changedAt: {
    value: (ctx) => sql`select greatest(t.updated_at, max(q.updated_at)) from ${named(ctx, qpc, 'q')}
      where q.product_id = t.id`,
  },
  pickBin: {
    value: (ctx) => sql`
      select string_agg(distinct n.code, ' ' order by n.code) from ${named(ctx, bin, 'n')}
      where n.id in (select f.bin_id ${pickFaces(ctx)})`,
  },
  hasPickBin: { value: (ctx) => sql`exists (select 1 ${pickFaces(ctx)})` },
  onHand: { value: onHand },
  onHandCases: {
    value: (ctx) =>
      casesOf(
        sql`(${onHand(ctx)})`,
        sql`(select ${itsPack} from ${named(ctx, qpc, 'q')} where q.product_id = t.id
          order by q.is_default desc, q.id limit 1)`,
      ),
  },
}
