// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import { type RowName, rowName } from '@lading/contract/kernel/text.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { bin } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { StockKey } from './key.ts'

/** Goods and their place by name, in a refusal the way to both. */
export async function namesOf(
  ctx: Ctx,
  { productId, binId }: Pick<StockKey, 'productId' | 'binId'>,
): Promise<{ code: RowName; bin: RowName }> {
  const names = await ctx.tx.one<{ code: string; bin: string }>(sql`
    select p.code, b.code as bin from mdm_product p, wms_bin b
    where p.tenant_id = ${ctx.tenantId} and p.id = ${productId} and b.tenant_id = ${ctx.tenantId} and b.id = ${binId}`)
  return { code: rowName(product, productId, names.code), bin: rowName(bin, binId, names.bin) }
}
