import { refuse } from '@lading/contract/kernel/fault.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/**
 * Refuses one more of what the tenant's plan counts. Whoever adds one waits for who is adding another.
 * @param coming so many of a file that are not written yet
 */
export async function demandPlan(ctx: Ctx, what: 'maxUsers' | 'maxDcs', coming = 0): Promise<void> {
  const plan = await ctx.tx.maybe<{ maxUsers: number | null; maxDcs: number | null }>(sql`
    select max_users, max_dcs from sys_tenant where id = ${ctx.tenantId}`)
  const most = plan?.[what] ?? null
  if (most === null) return
  const { n } = await ctx.tx.one<{ n: number }>(
    what === 'maxUsers'
      ? sql`select count(*)::int as n from sys_user where tenant_id = ${ctx.tenantId} and not disabled`
      : sql`select count(*)::int as n from sys_org where tenant_id = ${ctx.tenantId} and type = 'DC' and not disabled`,
  )
  if (n + coming >= most) refuse(what === 'maxUsers' ? sysFaults.planUsers : sysFaults.planDcs)
}
