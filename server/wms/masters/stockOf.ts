import { faults, type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { binClaim, reservation, stock } from '@lading/contract/wms/stock.ts'
import { taskLine } from '@lading/contract/wms/task.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, ofAllOwners } from '../../kernel/scope.ts'

/**
 * Refuses, with the quantity, while there is stock of an owner or a product in any organisation. Who is limited to some
 * owners hears how much there is of theirs, and of others' no more than that there is some.
 */
export async function demandNoStock(
  ctx: Ctx,
  column: 'owner_id' | 'product_id',
  id: string,
  refusal: Refusal,
): Promise<void> {
  const { qty, isAny } = await ctx.tx.one<{ qty: string; isAny: boolean }>(sql`
    select (select coalesce(sum(s.qty), 0)::text from ${from(ctx, stock, 's')} where s.${raw(column)} = ${id} and s.qty > 0) as qty,
      exists (select 1 from ${from(ofAllOwners(ctx), stock, 's')} where s.${raw(column)} = ${id} and s.qty > 0) as is_any`)
  if (Number(qty) > 0) refuse(refusal, { qty: formatQty(parseQty(qty)) })
  if (isAny) refuse(faults.someOwners)
}

/** True when goods stand on the bin, are promised to it or are on their way from or to it. */
export async function isBinBusy(ctx: Ctx, binId: string): Promise<boolean> {
  const all = ofAllOwners(ctx)
  const { busy } = await ctx.tx.one<{ busy: boolean }>(sql`
    select exists (select 1 from ${from(all, stock, 's')} where bin_id = ${binId} and qty > 0)
      or exists (select 1 from ${from(all, binClaim, 's')} where bin_id = ${binId} and state = 'ACTIVE')
      or exists (select 1 from ${from(all, reservation, 's')} where bin_id = ${binId} and state = 'PENDING')
      or exists (select 1 from ${from(all, taskLine, 's')} where state in ('OPEN', 'INHAND')
        and (from_bin_id = ${binId} or to_bin_id = ${binId})) as busy`)
  return busy
}
