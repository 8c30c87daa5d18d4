// engine: counts bins whose locks it holds: who sees a count sees all that it counts

import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { takenOf } from './scope.ts'
import { beginCount } from './start.ts'

/** Goods of a bin that are kept for a count. */
export interface Doubt {
  readonly binId: string
  readonly ownerId: string
  readonly productId: string
}

/**
 * Goods that were not where they should be are counted before anything else, unless a count of them is under way. What is
 * kept for it is free again when it is over. Source: wms.md 7.5.
 */
export async function countDoubt(ctx: Ctx, { binId, ownerId, productId }: Doubt): Promise<void> {
  await ctx.tx.query(sql`
    select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${binId} for no key update`)
  const taken = await takenOf(ctx, [binId], { ownerId, productId })
  if (taken.length > 0) return
  await beginCount(ctx, { kind: 'EXCEPTION', binIds: [binId], ownerId, productId })
}

/** What is kept for a count that nobody makes any more: its goods would be kept for ever. @returns how many counts were made */
export async function countKept(ctx: Ctx, binIds?: readonly string[]): Promise<number> {
  const doubts = await ctx.tx.query<Doubt>(sql`
    select distinct s.bin_id, r.owner_id, r.product_id from wms_reservation r
    join wms_stock s on s.tenant_id = r.tenant_id and s.org_id = r.org_id and s.id = r.stock_id
    where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.kind = 'COUNT' and r.state = 'ACTIVE'
      and (${binIds ?? null}::bigint[] is null or s.bin_id = any(${binIds ?? null}::bigint[]))
      and not exists (
        select 1 from wms_stock_take_bin t join wms_stock_take_bill k on k.tenant_id = t.tenant_id and k.org_id = t.org_id and k.id = t.take_id
        where t.tenant_id = s.tenant_id and t.org_id = s.org_id and t.bin_id = s.bin_id and t.state in ('OPEN', 'DIFFERS') and k.state in ('INPROGRESS', 'AUDITING')
          and coalesce(t.product_id, r.product_id) = r.product_id and coalesce(t.owner_id, r.owner_id) = r.owner_id)
    order by 1, 2, 3 limit 200`)
  for (const doubt of doubts) await countDoubt(ctx, doubt)
  return doubts.length
}
