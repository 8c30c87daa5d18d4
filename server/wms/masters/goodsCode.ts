import { productBarcode, qpc } from '@lading/contract/mdm/product.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { named } from '../../kernel/scope.ts'

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
