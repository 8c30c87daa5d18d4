// engine: what the platform does to accounts beside orders

import { refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import {
  adjustQuota,
  decideAdjust,
  freezeAccounts,
  giveQuota,
  meterNow,
  unfreezeAccounts,
} from '@lading/contract/saas/accountCalls.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import { account, agentAccount, quotaMonitor } from '@lading/contract/saas/ledger.ts'
import type { Unit } from '@lading/contract/saas/units.ts'
import sql from 'sql-template-tag'
import { lockSeen } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type SeenRow, type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { from } from '../../kernel/scope.ts'
import { meterTopic } from '../tenant/meter.ts'
import { demandPlatform, entitleTopic } from '../tenant/state.ts'
import { ask, decide } from './adjust.ts'
import { giveOut } from './flows.ts'

async function freeze(ctx: Ctx, row: SeenRow, isFrozen: boolean): Promise<void> {
  demandPlatform(ctx)
  const { id, code } = await lockSeen(ctx, agentAccount, row)
  await ctx.tx.run(sql`
    update saas_account set is_frozen = ${isFrozen}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = ${id}`)
  ctx.audit({
    ...{ subject: account.key, subjectId: id, subjectNo: String(code), action: isFrozen ? 'freeze' : 'unfreeze' },
    ...{ before: { isFrozen: !isFrozen }, after: { isFrozen } },
  })
}

type Wallet = { id: string; code: string; unit: Unit; orgId: string; applicationId: string }
const walletOf = async (ctx: Ctx, id: string): Promise<Wallet> =>
  found(
    await ctx.tx.maybe<Wallet>(sql`
      select t.id, t.code, t.unit, t.org_id, t.application_id from ${from(ctx, quotaMonitor, 't')} where t.id = ${id}`),
    quotaMonitor.title,
  )

export const accountServed: readonly Served[] = [
  serve(adjustQuota, ask),
  serve(decideAdjust, decide),
  serveEach(freezeAccounts, (ctx, row) => freeze(ctx, row, true)),
  serveEach(unfreezeAccounts, (ctx, row) => freeze(ctx, row, false)),
  serveEach(meterNow, async (ctx, row) => {
    const { applicationId } = await walletOf(ctx, row.id)
    ctx.emit({ topic: meterTopic, key: applicationId })
  }),
  serve(giveQuota, async (ctx, { id, qty, validDays = null, reason }) => {
    demandPlatform(ctx)
    const { applicationId, orgId, unit, code } = await walletOf(ctx, id)
    const amount = parseQty(qty)
    if (amount <= 0n) refuse(saasFaults.nothing)
    await giveOut(
      ctx,
      { kind: 'WALLET', applicationId, orgId },
      { unit, qty: amount, priority: 1, validDays },
      // Once for one press of the button.
      { kind: 'GRANT', key: `${ctx.key}|GIVE`, lot: 'GIFT', reason },
    )
    ctx.audit({ subject: account.key, subjectId: id, subjectNo: code, action: 'give', after: { qty, reason } })
    ctx.emit({ topic: entitleTopic, key: applicationId })
    return ctx.tx.one<{ balance: string }>(sql`
      select balance from saas_account where tenant_id = ${ctx.tenantId} and id = ${id}`)
  }),
]
