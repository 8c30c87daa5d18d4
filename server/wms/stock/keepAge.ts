// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** Goods that only became something else are as old as before: who came first still leaves first. Rows by id, just posted. */
export async function keepAge(
  ctx: Ctx,
  pairs: readonly { readonly fromId: string; readonly toId: string }[],
): Promise<void> {
  if (pairs.length === 0) return
  await ctx.tx.run(sql`
    update wms_stock t set first_in_at = least(t.first_in_at, n.since)
    from (
      select w.to_id, min(s.first_in_at) as since from unnest(${pairs.map((p) => p.fromId)}::bigint[], ${pairs.map((p) => p.toId)}::bigint[]) as w(from_id, to_id)
      join wms_stock s on s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.id = w.from_id group by w.to_id) n
    where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.id = n.to_id`)
}
