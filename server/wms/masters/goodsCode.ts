import { refuse } from '@lading/contract/kernel/fault.ts'
import { codesOf } from '@lading/contract/mdm/goodsCode.ts'
import { product, productBarcode, qpc } from '@lading/contract/mdm/product.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'

/** Codes of a pack `q`, level by level, with what is in each. */
export const levelsOfPack = sql`
  lateral (values ('INNER', q.mid_barcode, q.mid_qpc), ('CASE', q.barcode, q.qpc), ('PALLET', q.pallet_barcode, q.pallet_ti * q.pallet_hi * q.qpc)) as c(level, code, qty)`

/** Codes of the packs of a product, as stations compare them. */
export const packCodesJson = (ctx: Ctx, productId: Sql): Sql => sql`
  coalesce((select jsonb_agg(jsonb_build_object('code', c.code, 'qty', c.qty::text) order by c.code) from ${named(ctx, qpc, 'q')}, ${levelsOfPack}
    where q.product_id = ${productId} and c.code is not null), '[]'::jsonb)`

/** Whether a pack `q` has one of the codes at any level; by the index of each. */
export const packHas = (codes: readonly string[]): Sql => sql`
  (q.barcode = any(${codes}::text[]) or q.mid_barcode = any(${codes}::text[]) or q.pallet_barcode = any(${codes}::text[]))`

/** Whether a product `p` has one of the codes: its own, one of a piece, or one of a pack. */
export const productHas = (ctx: Ctx, codes: readonly string[]): Sql => sql`(
  p.code = any(${codes}::text[])
  or exists (select 1 from ${named(ctx, productBarcode.entity, 'b')} where b.product_id = p.id and b.code = any(${codes}::text[]))
  or exists (select 1 from ${named(ctx, qpc, 'q')} where q.product_id = p.id and ${packHas(codes)}))`

/** What a scan says of goods: which, in which pack, and of which lot where its own label was scanned. */
export interface Meant {
  readonly productId: string
  readonly qpcId: string | null
  readonly lotId: string | null
}

/**
 * Goods by their own code, a barcode of theirs or of a pack of theirs, a GS1 label, or the label of a lot, of those that
 * the caller may see.
 * @throws Fault unknownCode
 */
export async function goodsByCode(ctx: Ctx, scan: string): Promise<Meant> {
  const codes = codesOf(scan)
  const row = await ctx.tx.maybe<Meant>(sql`
    select x.product_id, x.qpc_id, x.lot_id from (
      select p.id as product_id, null::bigint as qpc_id, null::bigint as lot_id, 0 as rank from ${from(ctx, product, 'p')} where p.code = any(${codes}::text[])
      union all
      select b.product_id, null::bigint, null::bigint, 1 from ${named(ctx, productBarcode.entity, 'b')} where b.code = any(${codes}::text[])
      union all
      select q.product_id, q.id, null::bigint, 2 from ${named(ctx, qpc, 'q')} where ${packHas(codes)}
      union all
      select o.product_id, null::bigint, o.id, 3 from ${fromHere(ctx, lot, 'o')} where o.lot_no = any(${codes}::text[])) x
    join ${from(ctx, product, 'p')} on p.id = x.product_id where not p.disabled order by x.rank limit 1`)
  return row ?? refuse(wmsFaults.unknownCode, { code: scan })
}
