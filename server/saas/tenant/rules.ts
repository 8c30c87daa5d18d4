// engine: prepares a tenant's way through the channel

import { addDays } from '@lading/contract/kernel/day.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import type { account } from '@lading/contract/saas/ledger.ts'
import { tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import sql from 'sql-template-tag'
import type { Ctx, Org } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { documentRules } from '../../platform/document/served.ts'
import type { StepWorks } from '../../platform/document/steps.ts'
import { ownAgent } from '../agent/own.ts'
import { quotaDay } from '../ledger/accounts.ts'
import { liveAgent } from '../order/rules.ts'
import { leavingSteps } from './leaving.ts'
import { demandPlatform, entitleTopic } from './state.ts'

/** Begins to make a tenant, or goes on where it failed. */
export const provisionTopic = 'saas.provision'

/** Names of the installation's own, and such as would mislead. */
const reserved = new Set(['plat', 'admin', 'root', 'system', 'api', 'www', 'test', 'lading', 'demo', 'demo2'])

/** What was never confirmed holds no licence: it may be anybody's. @throws Fault licenceTaken */
export async function demandLicence(ctx: Ctx, licenceNo: unknown, id: string | null): Promise<void> {
  const other = await ctx.tx.maybe(sql`
    select 1 from saas_tenant_application where tenant_id = ${ctx.tenantId} and licence_no = ${licenceNo}
      and state not in ('REJECTED', 'CANCELLED', 'ENDED', 'REMOVED') and not (state = 'DRAFT' and source = 'FORM') and (${id}::bigint is null or id <> ${id})`)
  if (other) refuse(saasFaults.licenceTaken)
}

export const applicationRules = documentRules(tenantApplication, {
  beforeCreate: async (ctx, input) => {
    input.agentId = (await ownAgent(ctx)) ?? null
    if (input.agentId) await liveAgent(ctx, input.agentId)
    await demandLicence(ctx, input.licenceNo, null)
  },
  beforeUpdate: async (ctx, input) => {
    if (input.licenceNo !== undefined) await demandLicence(ctx, input.licenceNo, input.id)
  },
})

/** That a code can become a tenant's. @throws Fault codeForm, codeReserved, codeTaken */
async function demandCode(ctx: Ctx, code: string, id: string): Promise<void> {
  if (!/^[a-z][a-z0-9]{2,19}$/.test(code)) refuse(saasFaults.codeForm)
  if (reserved.has(code)) refuse(saasFaults.codeReserved, { code })
  const taken = await ctx.tx.maybe(sql`
    select 1 from sys_tenant where code = ${code}
    union all select 1 from saas_tenant_application where tenant_id = ${ctx.tenantId} and tenant_code = ${code} and id <> ${id}`)
  if (taken) refuse(saasFaults.codeTaken)
}

export const applicationSteps: StepWorks<typeof tenantApplication> = {
  submit: {
    effect: async (_ctx, row) => {
      if (row.source === 'FORM' && row.confirmedAt === null) refuse(saasFaults.notConfirmed)
    },
  },
  approve: {
    effect: async (ctx, row, _made, { tenantCode, packageId }) => {
      demandPlatform(ctx)
      const code = String(tenantCode).toLowerCase()
      await demandCode(ctx, code, row.id)
      const trial = await ctx.tx.maybe(sql`
        select 1 from saas_quota_package where tenant_id = ${ctx.tenantId} and id = ${packageId} and state = 'ON_SALE' and audience = 'TRIAL'`)
      if (!trial) refuse(saasFaults.noTrial)
      ctx.emit({ topic: provisionTopic, key: row.id })
      // From now on it is known which tenant it will be, however often making it is begun.
      return { tenantCode: code, madeId: ctx.newId() }
    },
  },
  reject: { effect: async (ctx) => void demandPlatform(ctx) },
  retry: {
    effect: async (ctx, row) => {
      demandPlatform(ctx)
      ctx.emit({ topic: provisionTopic, key: row.id })
      return { problem: null }
    },
  },
  extend: {
    effect: async (ctx, row, _made, { days }) => {
      demandPlatform(ctx)
      ctx.emit({ topic: entitleTopic, key: row.id })
      return { endsOn: addDays(row.endsOn ?? quotaDay(ctx), Number(days)) }
    },
  },
  suspend: { effect: told },
  resume: {
    effect: async (ctx, row) => {
      await told(ctx, row)
      // The term was that of the trial, or of the grace, before he was stopped.
      return { endsOn: null }
    },
  },
  end: { effect: told },
  ...leavingSteps,
  transfer: {
    effect: async (ctx, row, _made, { agentId }) => {
      demandPlatform(ctx)
      const to = await liveAgent(ctx, agentId)
      const billNo = await numberAt(ctx, to.orgId, row.billNo)
      await ctx.tx.run(sql`
        update saas_tenant_application set org_id = ${to.orgId}, bill_no = ${billNo} where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
      await ctx.tx.run(sql`
        update saas_provision_step set org_id = ${to.orgId} where tenant_id = ${ctx.tenantId} and application_id = ${row.id}`)
      // His quota goes with him; what was posted before stays with whoever sold it.
      const moved = await ctx.tx.query<RowOf<typeof account, 'id'>>(sql`
        update saas_account set org_id = ${to.orgId} where tenant_id = ${ctx.tenantId} and application_id = ${row.id} returning id`)
      await ctx.tx.run(sql`
        update saas_lot set org_id = ${to.orgId} where tenant_id = ${ctx.tenantId} and account_id = any(${moved.map(({ id }) => id)}::bigint[])`)
      return { agentId: to.id }
    },
  },
}

/** Numbers are counted by each agent for itself: where another application has this one already it gets the next there. */
async function numberAt(ctx: Ctx, orgId: string, billNo: string): Promise<string> {
  const at = await ctx.tx.one<Org & { isTaken: boolean }>(sql`
    select o.id, o.code, o.type, o.time_zone, exists (select 1 from saas_tenant_application a
      where a.tenant_id = o.tenant_id and a.org_id = o.id and a.bill_no = ${billNo}) as is_taken
    from sys_org o where o.tenant_id = ${ctx.tenantId} and o.id = ${orgId}`)
  return at.isTaken ? (ctx.numbers(tenantApplication.prefix, 1, at)[0] ?? billNo) : billNo
}

/** The platform's alone, and word to the tenant. */
async function told(ctx: Ctx, row: { readonly id: string }): Promise<undefined> {
  demandPlatform(ctx)
  ctx.emit({ topic: entitleTopic, key: row.id })
}
