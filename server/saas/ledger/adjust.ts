// engine: adjusts accounts by two people

import { refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import { account, adjustment } from '@lading/contract/saas/ledger.ts'
import type { Unit } from '@lading/contract/saas/units.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { demandPlatform, entitleTopic } from '../tenant/state.ts'
import type { Holder } from './accounts.ts'
import { giveOut, takeOff } from './flows.ts'

type Held = {
  readonly id: string
  readonly code: string
  readonly kind: 'STOCK' | 'WALLET'
  readonly unit: Unit
  readonly orgId: string
  readonly agentId: string
  readonly applicationId: string
}
/** An agent's stock or a tenant's wallet, locked: the platform's own accounts follow from these. */
async function lockHeld(ctx: Ctx, id: string): Promise<Held> {
  demandPlatform(ctx)
  return found(
    await ctx.tx.maybe<Held>(sql`
      select id, code, kind, unit, org_id, agent_id, application_id from saas_account
      where tenant_id = ${ctx.tenantId} and id = ${id} and kind in ('STOCK', 'WALLET') for update`),
    account.title,
  )
}
type Asked = { readonly id: string; readonly qty: string; readonly why: string; readonly askedById: string }
const askedOf = (ctx: Ctx, accountId: string): Promise<Asked | undefined> =>
  ctx.tx.maybe<Asked>(sql`
    select id, qty, why, asked_by_id from saas_adjustment
    where tenant_id = ${ctx.tenantId} and account_id = ${accountId} and adjust_state = 'ASKED' for update`)
const audited = (of: Held) => ({ subject: account.key, subjectId: of.id, subjectNo: of.code })

/** 申请调整: nothing is posted yet. @throws Fault nothing, adjusting */
export async function ask(ctx: Ctx, { id, qty, reason }: { id: string; qty: string; reason: string }): Promise<null> {
  const of = await lockHeld(ctx, id)
  if (parseQty(qty) === 0n) refuse(saasFaults.nothing)
  if (await askedOf(ctx, id)) refuse(saasFaults.adjusting)
  await insert({ ...ctx, org: { ...ctx.org, id: of.orgId } }, adjustment, [
    { accountId: id, qty, why: reason, askedById: ctx.userId ?? '0', askedAt: ctx.now() },
  ])
  ctx.audit({ ...audited(of), action: 'adjust', after: { qty, reason } })
  return null
}

/** 复核调整: posted, or refused, by another person than who asked. @throws Fault notAdjusting, otherDecides, lessThere */
export async function decide(ctx: Ctx, { id, ok }: { id: string; ok: boolean }): Promise<{ balance: string }> {
  const of = await lockHeld(ctx, id)
  const asked = (await askedOf(ctx, id)) ?? refuse(saasFaults.notAdjusting)
  if (asked.askedById === ctx.userId) refuse(saasFaults.otherDecides)
  if (ok) await post(ctx, of, asked)
  await ctx.tx.run(sql`
    update saas_adjustment set adjust_state = ${ok ? 'DONE' : 'REFUSED'}, decided_by_id = ${ctx.userId}, decided_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${asked.id}`)
  ctx.audit({ ...audited(of), action: 'decide', after: { qty: asked.qty, reason: asked.why } })
  return ctx.tx.one<{ balance: string }>(sql`
    select balance from saas_account where tenant_id = ${ctx.tenantId} and id = ${id}`)
}

async function post(ctx: Ctx, of: Held, { id, qty, why }: Asked): Promise<void> {
  const { orgId, agentId, applicationId } = of
  const holder: Holder =
    of.kind === 'STOCK' ? { kind: 'STOCK', agentId, orgId } : { kind: 'WALLET', applicationId, orgId }
  const about = { kind: 'ADJUST', key: `${id}|ADJUST`, reason: why } as const
  const amount = parseQty(qty)
  if (amount < 0n) await takeOff(ctx, holder, of.unit, -amount, about)
  else
    await giveOut(ctx, holder, { unit: of.unit, qty: amount, priority: 5, validDays: null }, { ...about, lot: 'GIFT' })
  if (of.kind === 'WALLET') ctx.emit({ topic: entitleTopic, key: applicationId })
}
