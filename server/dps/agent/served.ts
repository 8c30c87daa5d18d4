import * as calls from '@lading/contract/dps/agent.ts'
import { type AgentTold, agent, agentSilentMs } from '@lading/contract/dps/agent.ts'
import { controller } from '@lading/contract/dps/equipment.ts'
import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import { type OutsideRequest, type SeenRow, type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { fromHere } from '../../kernel/scope.ts'
import { toldOnce } from '../../platform/toldOnce.ts'
import { loginOf } from '../gateway/ownBroker.ts'
import { here } from '../rack/read.ts'
import { lockAgent } from './book.ts'
import { hashOf, newAgentKey, newSecret } from './keys.ts'

async function agentOf(ctx: Ctx): Promise<AgentTold> {
  const row = await ctx.tx.maybe<{
    isOn: boolean
    keyAt: Date | null
    seenAt: Date | null
    address: string | null
  }>(sql`
    select a.is_on, a.key_at, a.seen_at, a.address from ${fromHere(ctx, agent, 'a')} where a.code = ${calls.agentCode}`)
  const { isOn = false, keyAt = null, seenAt = null, address = null } = row ?? {}
  const isThere = seenAt !== null && ctx.now().getTime() - seenAt.getTime() < agentSilentMs
  return { isOn, keyAt: keyAt?.toISOString() ?? null, seenAt: seenAt?.toISOString() ?? null, isThere, address }
}

/** Changes the row of the caller's centre, and says so. */
async function change(ctx: Ctx, action: string, set: Sql): Promise<void> {
  demandDc(ctx)
  const { id } = await lockAgent(ctx)
  await ctx.tx.run(sql`
    update dps_agent set ${set}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId} where ${here(ctx)} and id = ${id}`)
  ctx.audit({ subject: agent.key, subjectId: id, subjectNo: ctx.org.code, action })
  ctx.tell(controller.key)
}

async function setAgent(ctx: Ctx, { isOn }: { isOn: boolean }) {
  demandDc(ctx)
  const before = await agentOf(ctx)
  if (before.isOn !== isOn) await change(ctx, isOn ? 'agentOn' : 'agentOff', sql`is_on = ${isOn}`)
  return { isOn }
}

async function newKey(request: OutsideRequest) {
  let key = ''
  const { isFirst } = await toldOnce(request, calls.agentKey.path, {}, async (ctx) => {
    key = newAgentKey(ctx.tenantId, ctx.org.id)
    await change(ctx, 'newKey', sql`key_hash = ${hashOf(key)}, key_at = ${ctx.now()}`)
    return {}
  })
  return { key: isFirst ? key : null }
}

async function revoke(ctx: Ctx) {
  await change(ctx, 'revokeKey', sql`key_hash = null, key_at = null`)
  return {}
}

/** What tags log in with is their controller's, and reaches its topics alone. */
async function tagLogin(request: OutsideRequest, seen: SeenRow) {
  const password = newSecret()
  const { answer, isFirst } = await toldOnce(request, calls.tagLogin.path, seen, async (ctx) => {
    const row = found(
      await ctx.tx.maybe<{ version: number; code: string; driver: string; host: string | null }>(sql`
        select c.version, c.code, c.driver, c.host from ${fromHere(ctx, controller, 'c')} where c.id = ${seen.id} for update of c`),
      controller.title,
    )
    if (row.version !== seen.version) refuse(faults.stale)
    if (row.driver !== 'MQTT_JSON' || row.host) refuse(dpsFaults.ownBrokerOnly, { code: row.code })
    await ctx.tx.run(sql`
      update dps_controller set login_hash = ${hashOf(password)}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId} where ${here(ctx)} and id = ${seen.id}`)
    ctx.audit({ subject: controller.key, subjectId: seen.id, subjectNo: row.code, action: 'tagLogin' })
    return { username: loginOf({ tenantId: ctx.tenantId, org: ctx.org, code: row.code }) }
  })
  return { ...answer, password: isFirst ? password : null }
}
export const agentServed: readonly Served[] = [
  serve(calls.agentOf, agentOf),
  serve(calls.setAgent, setAgent),
  serveOutside(calls.agentKey, newKey),
  serve(calls.revokeAgentKey, revoke),
  serveOutside(calls.tagLogin, tagLogin),
]
