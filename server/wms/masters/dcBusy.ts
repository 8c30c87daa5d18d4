import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** True while a logistics centre holds stock or has unfinished bills or tasks. */
export async function isDcBusy(ctx: Ctx, orgId: string): Promise<boolean> {
  const open = ['FINISHED', 'CLOSED', 'CANCELED']
  const { busy } = await ctx.tx.one<{ busy: boolean }>(sql`
    select exists (select 1 from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${orgId} and qty > 0)
      or exists (select 1 from wms_order_bill where tenant_id = ${ctx.tenantId} and org_id = ${orgId} and not (state = any(${open}::text[])))
      or exists (select 1 from wms_operate_bill where tenant_id = ${ctx.tenantId} and org_id = ${orgId} and not (state = any(${open}::text[])))
      or exists (select 1 from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${orgId} and state not in ('DONE', 'CANCELED')) as busy`)
  return busy
}
