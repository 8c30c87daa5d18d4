// engine: counts what a plan limits

import { type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { supportUser } from '@lading/contract/sys/support.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { readPlan } from '../entitlement/read.ts'

interface Cap {
  readonly title: Text
  readonly refusal: Refusal
  readonly count: (tenantId: string) => Sql
}
/** What a tenant's plan counts. */
export const counted = {
  maxUsers: {
    title: ['启用的用户', 'Users in use'],
    refusal: sysFaults.planUsers,
    count: (t) =>
      sql`select count(*)::int as n from sys_user where tenant_id = ${t} and not disabled and username <> ${supportUser}`,
  },
  maxCentres: {
    title: ['启用的物流中心与运输中心', 'Centres in use'],
    refusal: sysFaults.planDcs,
    count: (t) =>
      sql`select count(*)::int as n from sys_org where tenant_id = ${t} and type in ('DC', 'TC') and not disabled`,
  },
  maxTags: {
    title: ['启用的电子标签', 'Tags in use'],
    refusal: sysFaults.planTags,
    count: (t) => sql`select count(*)::int as n from dps_tag where tenant_id = ${t} and not disabled`,
  },
} as const satisfies Record<string, Cap>
export type Counted = keyof typeof counted

export const countOf = async (ctx: Ctx, what: Counted): Promise<number> =>
  (await ctx.tx.one<{ n: number }>(counted[what].count(ctx.tenantId))).n

/** Of two who add the last one the second sees the first; what is no right is not changed behind the lock of rights. */
const planLock = 7_246_011

/**
 * Refuses one more of what the tenant's plan counts. Whoever adds one waits for who is adding another.
 * @param coming so many of a file that are not written yet
 * @throws Fault planUsers, planDcs, planTags
 */
export async function demandPlan(ctx: Ctx, what: Counted, coming = 0): Promise<void> {
  const plan = await readPlan(ctx.tx, ctx.tenantId)
  const most = !plan || plan.isUnlimited ? null : plan[what]
  if (most === null) return
  await ctx.tx.run(sql`select pg_advisory_xact_lock(${planLock}, hashtext(${ctx.tenantId}::text))`)
  if ((await countOf(ctx, what)) + coming >= most) refuse(counted[what].refusal, { most })
}
