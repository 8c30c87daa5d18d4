// engine: promises stock to orders under lock, and divides orders

import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/**
 * A short pick is over when its goods were found elsewhere: of a line that has all it ordered nothing is short any more.
 * What is left of another is what the line still lacks.
 */
export async function settleDiffs(ctx: Ctx, billId: string): Promise<void> {
  await ctx.tx.run(sql`
    update wms_pick_diff d set short_qty = case when l.lacks > 0 then least(d.short_qty, l.lacks) else d.short_qty end,
      state = case when l.lacks > 0 then d.state else 'ADJUSTED' end, settled_at = case when l.lacks > 0 then d.settled_at else ${ctx.now()}::timestamptz end,
      version = d.version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from (select id, plan_qty - cancel_qty - booked_qty as lacks from wms_operate_bill_line
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId}) l
    where d.tenant_id = ${ctx.tenantId} and d.org_id = ${ctx.org.id} and d.bill_line_id = l.id and d.state = 'OPEN' and d.short_qty > l.lacks`)
}
