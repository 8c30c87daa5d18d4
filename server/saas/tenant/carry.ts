// engine: carries what the channel says into the tenant's own row

import type { tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import { type Unit, units } from '@lading/contract/saas/units.ts'
import type { planStates, WalletLine } from '@lading/contract/sys/entitlement.ts'
import sql from 'sql-template-tag'
import { type Ctx, systemAt, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import { asOwner } from '../../kernel/database.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { inTenant } from '../../platform/job/run.ts'
import type { Administration } from '../asks.ts'
import { lastCounted } from '../ledger/flows.ts'

export type Application = RowOf<
  typeof tenantApplication.header,
  | ('id' | 'orgId' | 'version' | 'billNo' | 'state' | 'company' | 'contact' | 'email' | 'dcs' | 'tcs' | 'packageId')
  | ('tenantCode' | 'madeId' | 'trialDays' | 'endsOn' | 'begunOn' | 'entitled' | 'isUnlimited' | 'adminAt')
  | ('maxUsers' | 'maxCentres' | 'maxTags' | 'removalAt')
>

/** Work in the channel's own tenant, at the platform. */
export const atPlatform = <T>(
  kernel: Kernel,
  tenantId: string,
  id: string,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> =>
  perform(
    kernel,
    tenantId,
    systemOrigin(id),
    async (tx) => {
      const org = await tx.one<{ id: string }>(
        sql`select id from sys_org where tenant_id = ${tenantId} and type = 'PLAT'`,
      )
      return systemAt(tx, tenantId, org.id)
    },
    work,
  )

export const readApplication = (ctx: Ctx, id: string): Promise<Application> =>
  ctx.tx.one<Application>(sql`
    select * from saas_tenant_application where tenant_id = ${ctx.tenantId} and id = ${id}`)

/** What a tenant's wallet holds, unit by unit. */
async function walletOf(ctx: Ctx, id: string): Promise<WalletLine[]> {
  const rows = await ctx.tx.query<{
    unit: Unit
    balance: string
    burn: string
    granted: string
    nextExpiry: string | null
  }>(sql`
    select a.unit, trim_scale(a.balance)::text as balance,
      (select trim_scale(coalesce(sum(l.qty) filter (where l.left_qty > 0), (array_agg(l.qty order by l.id desc))[1], 0))::text from saas_lot l
        where l.tenant_id = a.tenant_id and l.account_id = a.id) as granted,
      (select trim_scale(round(coalesce(-sum(e.amount), 0) / 7, 3))::text from saas_entry e join saas_txn x on x.tenant_id = e.tenant_id and x.id = e.txn_id
        where e.tenant_id = a.tenant_id and e.account_id = a.id and x.kind = 'CONSUME'
          and x.day > ${lastCounted(id)} - 7) as burn,
      (select min(l.expires_on) from saas_lot l where l.tenant_id = a.tenant_id and l.account_id = a.id and l.left_qty > 0) as next_expiry
    from saas_account a where a.tenant_id = ${ctx.tenantId} and a.application_id = ${id} order by a.unit`)
  return rows.map((row) => ({ ...row, title: units[row.unit] }))
}

type PlanState = keyof typeof planStates
const open: readonly string[] = ['TRIAL', 'ACTIVE', 'GRACE', 'SUSPENDED', 'ENDED'] satisfies readonly PlanState[]
/** Before it is open a tenant is told of his trial, so that it can be tried. */
const stateFor = (state: string): PlanState => (open.includes(state) ? (state as PlanState) : 'TRIAL')

/** Writes state, modules, limits and wallet into the tenant's own row. Harmless to repeat, in any order. */
export async function carry(
  kernel: Kernel,
  asks: Pick<Administration, 'putPlan'>,
  tenantId: string,
  id: string,
): Promise<void> {
  const { one, wallet, seq } = await atPlatform(kernel, tenantId, kernel.newId(), async (ctx) => ({
    one: await readApplication(ctx, id),
    wallet: await walletOf(ctx, id),
    seq: Math.floor(ctx.now().getTime() / 1000),
  }))
  const target = one.madeId
  if (target === null || one.state === 'REMOVED') return
  const state = stateFor(one.state)
  const seen = await inTenant(kernel, target, systemOrg, async (ctx) => {
    const { entitled: modules, isUnlimited, maxUsers, maxCentres, maxTags, endsOn } = one
    await asks.putPlan(ctx, { state, modules, isUnlimited, maxUsers, maxCentres, maxTags, endsOn, wallet, seq })
    return ctx.tx.maybe<{ lastLoginTime: Date | null }>(sql`
      select last_login_time from sys_user where tenant_id = ${ctx.tenantId} and username = 'admin'`)
  })
  // By the row that stands there now: where this word was late, that one is newer.
  await asOwner(kernel.db, (tx) =>
    tx.run(sql`
      update sys_tenant t set status = p.status, version = t.version + 1, updated_at = ${kernel.now()}
      from (select case state when 'ENDED' then 'EXPIRED' when 'SUSPENDED' then 'SUSPENDED' else 'ACTIVE' end as status
        from sys_entitlement where tenant_id = ${target} and code = 'PLAN' for share) p
      where t.id = ${target} and t.status <> p.status`),
  )
  if (seen?.lastLoginTime && one.adminAt === null)
    await atPlatform(kernel, tenantId, kernel.newId(), (ctx) =>
      ctx.tx.run(sql`
        update saas_tenant_application set admin_at = ${seen.lastLoginTime} where tenant_id = ${tenantId} and id = ${id}`),
    )
}
