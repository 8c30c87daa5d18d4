// engine: makes tenants

import { addDays } from '@lading/contract/kernel/day.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { type ProvisionStep, provisionSteps } from '@lading/contract/saas/tenantApplication.ts'
import type { Unit } from '@lading/contract/saas/units.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Kernel } from '../../kernel/perform.ts'
import { spread } from '../../platform/guidance/spread.ts'
import type { TenantPlan } from '../../platform/tenantPlan.ts'
import type { Administration } from '../asks.ts'
import { quotaDay } from '../ledger/accounts.ts'
import { giveOut } from '../ledger/flows.ts'
import { type Application, atPlatform, carry, readApplication } from './carry.ts'
import { moveTenant } from './state.ts'

const two = (n: number): string => String(n).padStart(2, '0')
const several = (n: number, type: 'DC' | 'TC', name: string) =>
  Array.from({ length: n }, (_, i) => ({ code: `${type}${two(i + 1)}`, name: `${name}${i + 1}`, type, upper: 'G' }))
const planOf = (a: Application): TenantPlan => ({
  tenantId: a.madeId ?? '',
  code: a.tenantCode ?? '',
  name: a.company,
  orgs: [
    { code: 'G', name: a.company, type: 'GROUP' },
    { code: 'FC01', name: '财务中心', type: 'FC', upper: 'G' },
    { code: 'BC01', name: '业务中心', type: 'BC', upper: 'G' },
    ...several(a.dcs, 'DC', '物流中心'),
    ...several(a.tcs, 'TC', '运输中心'),
  ],
})

/** The trial's quota: of centre-months as many times as there are centres. */
async function fillWallet(ctx: Ctx, a: Application): Promise<void> {
  const lines = await ctx.tx.query<{ id: string; unit: Unit; qty: string; priority: number }>(sql`
    select id, unit, qty, priority from saas_package_line where tenant_id = ${ctx.tenantId} and package_id = ${a.packageId} order by id`)
  for (const { id, unit, qty, priority } of lines) {
    const times = unit === 'ORG_MONTH' ? BigInt(a.dcs + a.tcs) : 1n
    await giveOut(
      ctx,
      { kind: 'WALLET', applicationId: a.id, orgId: a.orgId },
      { unit, qty: parseQty(qty) * times, priority, validDays: null },
      // By its id: applications of several agents may have the same number.
      { kind: 'GRANT', key: `${a.id}|${id}|TRIAL`, lot: 'TRIAL' },
    )
  }
}

/** With what the trial comes: modules and limits of its package. */
const entitle = (ctx: Ctx, a: Application): Promise<number> =>
  ctx.tx.run(sql`
    update saas_tenant_application a set entitled = p.modules, is_unlimited = p.is_unlimited, max_users = p.max_users,
      max_centres = p.max_centres, max_tags = p.max_tags
    from saas_quota_package p where p.tenant_id = a.tenant_id and p.id = a.package_id and a.tenant_id = ${ctx.tenantId} and a.id = ${a.id}`)

type Steps = Readonly<Record<ProvisionStep, (a: Application) => Promise<unknown>>>
const stepsOf = (kernel: Kernel, tenantId: string, { make, putPlan }: Administration): Steps => {
  const here = <T>(work: (ctx: Ctx) => Promise<T>) => atPlatform(kernel, tenantId, kernel.newId(), work)
  return {
    TENANT: (a) => make.tenant(kernel, planOf(a)),
    ORGS: (a) => make.orgs(kernel, planOf(a)),
    OPTIONS: (a) => make.options(kernel, planOf(a)),
    PREPARE: (a) => make.prepare(kernel, planOf(a)),
    ROLES: (a) => make.roles(kernel, planOf(a)),
    ADMIN: (a) => make.admin(kernel, planOf(a), { realName: a.contact, email: a.email }),
    WALLET: (a) => here((ctx) => fillWallet(ctx, a)),
    ENTITLE: async (a) => {
      await here((ctx) => entitle(ctx, a))
      await carry(kernel, { putPlan }, tenantId, a.id)
      await spread(kernel, tenantId, [a.madeId ?? tenantId])
    },
    SMOKE: (a) => make.tried(kernel, planOf(a)),
  }
}

const note = (ctx: Ctx, a: Application, step: ProvisionStep, problem: string | null): Promise<number> =>
  ctx.tx.run(sql`
    insert into saas_provision_step (tenant_id, org_id, id, application_id, step, step_state, tries, at, problem, created_at)
    values (${ctx.tenantId}, ${a.orgId}, ${ctx.newId()}, ${a.id}, ${step}, ${problem === null ? 'DONE' : 'FAILED'}, 1, ${ctx.now()}, ${problem}, ${ctx.now()})
    on conflict (tenant_id, org_id, application_id, step) do update set step_state = excluded.step_state, at = excluded.at,
      problem = excluded.problem, tries = saas_provision_step.tries + 1`)

const said = (error: unknown): string =>
  (error instanceof Fault ? error.in('zh-CN') : error instanceof Error ? error.message : String(error)).slice(0, 300)

/**
 * Makes a tenant, step by step, each in transactions of its own and written down. What was done is not done again: a
 * process that was killed, or a step that failed, goes on where it stood.
 */
export async function provision(kernel: Kernel, tenantId: string, id: string, asks: Administration): Promise<void> {
  const here = <T>(work: (ctx: Ctx) => Promise<T>) => atPlatform(kernel, tenantId, kernel.newId(), work)
  const a = await here((ctx) => readApplication(ctx, id))
  if (a.state !== 'PROVISIONING') return
  const steps = stepsOf(kernel, tenantId, asks)
  const done = await here((ctx) =>
    ctx.tx.query<{ step: string }>(sql`
      select step from saas_provision_step where tenant_id = ${tenantId} and application_id = ${id} and step_state = 'DONE'`),
  )
  for (const step of Object.keys(provisionSteps) as ProvisionStep[]) {
    if (done.some((one) => one.step === step)) continue
    try {
      await steps[step](a)
    } catch (error) {
      const problem = said(error)
      await here(async (ctx) => {
        await note(ctx, a, step, problem)
        await moveTenant(ctx, id, 'fail', { step, problem })
      })
      return
    }
    await here((ctx) => note(ctx, a, step, null))
  }
  await here(async (ctx) => {
    const begunOn = quotaDay(ctx)
    await moveTenant(ctx, id, 'begin', {
      step: null,
      problem: null,
      begunOn,
      endsOn: addDays(begunOn, (a.trialDays ?? 15) - 1),
    })
  })
}
