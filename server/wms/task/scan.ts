import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import type { product as productTable } from '@lading/contract/mdm/product.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { hasCheckDigit } from '@lading/contract/wms/gs1.ts'
import { bin as binTable } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

/** Codes under which a product may be scanned: its own, its barcodes, those of its packs, GTINs with leading zeros or without. */
export async function isProduct(ctx: Ctx, productId: string, scan: string): Promise<boolean> {
  const bare = hasCheckDigit(scan) ? scan.replace(/^0+/, '') : scan
  const codes = [...new Set([scan, bare, bare.padStart(13, '0'), bare.padStart(14, '0')])]
  const hit = await ctx.tx.maybe<{ ok: boolean }>(sql`
    select true as ok where exists (select 1 from mdm_product p where p.tenant_id = ${ctx.tenantId} and p.id = ${productId} and p.code = any(${codes}::text[]))
      or exists (select 1 from mdm_product_barcode b where b.tenant_id = ${ctx.tenantId} and b.product_id = ${productId} and b.code = any(${codes}::text[]))
      or exists (select 1 from mdm_product_qpc q where q.tenant_id = ${ctx.tenantId} and q.product_id = ${productId}
        and (q.barcode = any(${codes}::text[]) or q.mid_barcode = any(${codes}::text[]) or q.pallet_barcode = any(${codes}::text[])))`)
  return hit !== undefined
}

export async function demandProduct(ctx: Ctx, productId: string, scan: string | undefined): Promise<void> {
  if (!scan || (await isProduct(ctx, productId, scan))) return
  const { code } = await ctx.tx.one<RowOf<typeof productTable, 'code'>>(
    sql`select code from mdm_product where tenant_id = ${ctx.tenantId} and id = ${productId}`,
  )
  refuse(wmsFaults.wrongProduct, { scan, product: code })
}

/** The bin that was scanned must be the instructed one; its check digits count as its code. */
export async function demandBin(ctx: Ctx, binId: string, scan: string | undefined): Promise<void> {
  if (scan === undefined || scan === '') return
  const bin = await ctx.tx.one<RowOf<typeof binTable, 'code' | 'checkDigit'>>(sql`
    select code, check_digit from wms_bin where tenant_id = ${ctx.tenantId} and id = ${binId}`)
  if (scan !== bin.code && scan !== bin.checkDigit)
    refuse(wmsFaults.wrongBin, { scan, bin: rowName(binTable, binId, bin.code) })
}
