// engine: locks tasks and their lines, and moves what they say

import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { codesOf } from '@lading/contract/mdm/goodsCode.ts'
import type { product as productTable } from '@lading/contract/mdm/product.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { bin as binTable } from '@lading/contract/wms/place.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'
import { productHas } from '../masters/goodsCode.ts'
import { refuseOther } from '../masters/scanned.ts'

/** Whether a scan means the product: by any code of it or of its packs, or the label of one of its lots. */
export async function isProduct(ctx: Ctx, productId: string, scan: string): Promise<boolean> {
  const codes = codesOf(scan)
  const hit = await ctx.tx.maybe(sql`
    select 1 from mdm_product p where p.tenant_id = ${ctx.tenantId} and p.id = ${productId} and (${productHas(ctx, codes)}
      or exists (select 1 from ${fromHere(ctx, lot, 'o')} where o.product_id = p.id and o.lot_no = any(${codes}::text[])))`)
  return hit !== undefined
}

export async function demandProduct(ctx: Ctx, productId: string, scan: string | undefined): Promise<void> {
  if (!scan || (await isProduct(ctx, productId, scan))) return
  await refuseOther(ctx, scan, 'PRODUCT')
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
  if (scan === bin.code || scan === bin.checkDigit) return
  await refuseOther(ctx, scan, 'BIN')
  refuse(wmsFaults.wrongBin, { scan, bin: rowName(binTable, binId, bin.code) })
}
