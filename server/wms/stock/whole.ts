// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import { Fault, type FieldError } from '@lading/contract/kernel/fault.ts'
import { formatQty, type Qty, qtyScale } from '@lading/contract/kernel/qty.ts'
import type { product } from '@lading/contract/mdm/product.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

export interface Counted {
  readonly productId: string
  readonly qty: Qty
}

/**
 * Goods that are not weighed come in whole pieces: nobody could receive, pick or hold a part of one. Asks the database
 * only where there is a fraction.
 * @param fieldOf which field of the input to mark
 * @throws Fault notWhole
 */
export async function demandWhole(
  ctx: Ctx,
  list: readonly Counted[],
  fieldOf?: (index: number) => string,
): Promise<void> {
  const parts = list.map((c, i) => ({ ...c, i })).filter(({ qty }) => qty % qtyScale !== 0n)
  if (parts.length === 0) return
  const rows = await ctx.tx.query<RowOf<typeof product, 'id' | 'code'>>(sql`
    select id, code from mdm_product
    where tenant_id = ${ctx.tenantId} and not is_weigh and id = any(${parts.map((p) => p.productId)}::bigint[])`)
  const counted = new Map(rows.map((r) => [r.id, r.code]))
  for (const { productId, qty, i } of parts) {
    const code = counted.get(productId)
    if (code === undefined) continue
    const errors: FieldError[] = fieldOf ? [{ field: fieldOf(i), rule: 'whole', message: formatQty(qty) }] : []
    throw new Fault(wmsFaults.notWhole, { code, qty: formatQty(qty) }, errors)
  }
}
