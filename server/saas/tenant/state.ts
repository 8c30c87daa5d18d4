// engine: moves a tenant through its life

import { refuse } from '@lading/contract/kernel/fault.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import { tenantApplication, tenantMoves } from '@lading/contract/saas/tenantApplication.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { found } from '../../kernel/ctx.ts'
import { snake } from '../../kernel/tx.ts'

/** Tells the tenant's own row of what changed here. */
export const entitleTopic = 'saas.entitle'

/** @throws Fault notPlatform */
export const demandPlatform = (ctx: Ctx): void => {
  if (ctx.org.type !== 'PLAT') refuse(saasFaults.notPlatform)
}

type Application = {
  readonly id: string
  readonly billNo: string
  readonly state: string
  readonly orgId: string
}
export async function lockApplication(ctx: Ctx, id: string): Promise<Application> {
  const row = await ctx.tx.maybe<Application>(sql`
    select id, bill_no, state, org_id from saas_tenant_application where tenant_id = ${ctx.tenantId} and id = ${id} for no key update`)
  return found(row, tenantApplication.header.title)
}

/**
 * What becomes of a tenant without a person's step: its state and further columns, a trace, and word to the tenant's own
 * row. Where it is not in a state from which that leads on, nothing is done.
 * @returns whether it was
 */
export async function moveTenant(
  ctx: Ctx,
  id: string,
  by: keyof typeof tenantMoves,
  more: Readonly<Record<string, unknown>> = {},
): Promise<boolean> {
  const { from, to } = tenantMoves[by]
  const row = await lockApplication(ctx, id)
  if (!from.some((state) => state === row.state)) return false
  const set: Sql[] = Object.entries({ state: to, ...more }).map(([name, v]) => sql`${raw(snake(name))} = ${v}`)
  await ctx.tx.run(sql`
    update saas_tenant_application set ${join(set)}, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id}`)
  ctx.audit({
    subject: tenantApplication.header.key,
    subjectId: id,
    subjectNo: row.billNo,
    action: by,
    before: { state: row.state },
    after: { state: to, ...more },
  })
  ctx.emit({ topic: entitleTopic, key: id })
  return true
}

/** A tenant bought something: it is open, with the modules and within the limits of what it bought. */
export async function activate(ctx: Ctx, id: string, packageId: string): Promise<void> {
  const bought = await ctx.tx.one<Record<string, unknown> & { modules: readonly string[] }>(sql`
    select p.modules, p.is_unlimited, p.max_users, p.max_centres, p.max_tags, coalesce(a.entitled, '{}') as had
    from saas_quota_package p, saas_tenant_application a
    where p.tenant_id = ${ctx.tenantId} and p.id = ${packageId} and a.tenant_id = p.tenant_id and a.id = ${id}`)
  const { modules, had, ...caps } = bought
  const entitled = [...new Set([...(had as readonly string[]), ...modules])]
  await moveTenant(ctx, id, 'activate', { ...caps, entitled, endsOn: null })
}

/** What a tenant gave back whole it has no more: what is left are the modules of its trial and of its other orders, and the limits of the last. */
export async function withdrawModules(ctx: Ctx, id: string): Promise<void> {
  await ctx.tx.run(sql`
    with had as (
      select p.modules, p.is_unlimited, p.max_users, p.max_centres, p.max_tags, x.paid_at, x.id from (
        select package_id, null::timestamptz as paid_at, 0::bigint as id from saas_tenant_application
          where tenant_id = ${ctx.tenantId} and id = ${id}
        union all
        select o.package_id, o.paid_at, o.id from saas_ration_order o
          where o.tenant_id = ${ctx.tenantId} and o.application_id = ${id} and o.state = 'FULFILLED' and exists (
            select 1 from saas_order_line l where l.tenant_id = o.tenant_id and l.order_id = o.id and l.refund_qty < l.qty)) x
      join saas_quota_package p on p.tenant_id = ${ctx.tenantId} and p.id = x.package_id)
    update saas_tenant_application a set is_unlimited = h.is_unlimited, max_users = h.max_users, max_centres = h.max_centres, max_tags = h.max_tags,
      entitled = array(select m from unnest(a.entitled) with ordinality u(m, n) where m in (select unnest(modules) from had) order by n),
      version = a.version + 1, updated_at = ${ctx.now()}
    from (select * from had order by paid_at desc nulls last, id desc limit 1) h
    where a.tenant_id = ${ctx.tenantId} and a.id = ${id}`)
}
