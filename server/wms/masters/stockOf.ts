import { type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** Refuses, with the quantity, while there is stock of an owner or a product in any organisation. */
export async function demandNoStock(
  ctx: Ctx,
  column: 'owner_id' | 'product_id',
  id: string,
  refusal: Refusal,
): Promise<void> {
  const { qty } = await ctx.tx.one<{ qty: string }>(sql`
    select coalesce(sum(qty), 0)::text as qty from wms_stock
    where tenant_id = ${ctx.tenantId} and ${raw(column)} = ${id} and qty > 0`)
  if (Number(qty) > 0) refuse(refusal, { qty: formatQty(parseQty(qty)) })
}

/** True when goods stand on the bin, are promised to it or are on their way from or to it. */
export async function isBinBusy(ctx: Ctx, binId: string): Promise<boolean> {
  const { busy } = await ctx.tx.one<{ busy: boolean }>(sql`
    select exists (select 1 from wms_stock where tenant_id = ${ctx.tenantId} and bin_id = ${binId} and qty > 0)
      or exists (select 1 from wms_bin_claim where tenant_id = ${ctx.tenantId} and bin_id = ${binId} and state = 'ACTIVE')
      or exists (select 1 from wms_reservation where tenant_id = ${ctx.tenantId} and bin_id = ${binId} and state = 'PENDING')
      or exists (select 1 from wms_task_line where tenant_id = ${ctx.tenantId} and state in ('OPEN', 'INHAND')
        and (from_bin_id = ${binId} or to_bin_id = ${binId})) as busy`)
  return busy
}
