// engine: counts what tenants use

import { addDays } from '@lading/contract/kernel/day.ts'
import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { liveStates } from '@lading/contract/saas/tenantApplication.ts'
import type { Unit } from '@lading/contract/saas/units.ts'
import { supportUser } from '@lading/contract/sys/support.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, systemOrg } from '../../kernel/ctx.ts'
import type { Kernel } from '../../kernel/perform.ts'
import { inTenant } from '../../platform/job/run.ts'
import type { Administration } from '../asks.ts'
import { quotaDay } from '../ledger/accounts.ts'
import { consume, expire, lastCounted } from '../ledger/flows.ts'
import { type Application, atPlatform, carry, readApplication } from './carry.ts'
import { moveTenant } from './state.ts'

/** Counts the days of a tenant that are over. */
export const meterTopic = 'saas.meter'
/** So long a tenant whose quota ran out goes on. */
const graceDays = 15
/** A meter that was away longer is looked at by a person. */
const lateDaysMax = 62

const counts: Readonly<Record<Unit, (tenantId: string) => Sql>> = {
  ORG_MONTH: (t) =>
    sql`select count(*)::int as n from sys_org where tenant_id = ${t} and type in ('DC', 'TC') and not disabled`,
  USER_MONTH: (t) =>
    sql`select count(*)::int as n from sys_user where tenant_id = ${t} and not disabled and username <> ${supportUser}`,
  TAG_MONTH: (t) => sql`select count(*)::int as n from dps_tag where tenant_id = ${t} and not disabled`,
}

/** One day's part of a month, in thousandths: those of a month add up to a whole one, however many days it has. */
export function shareOf(day: string): Qty {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const upTo = (n: number): bigint => (1000n * BigInt(n)) / BigInt(days)
  return upTo(date) - upTo(date - 1)
}

/** Days from the one after the last that was counted, or the first on which there was something, until yesterday. */
function openDays(last: string | null, begunOn: string, today: string): string[] {
  const days: string[] = []
  const first = last === null ? begunOn : addDays(last, 1)
  for (let day = first; day < today && days.length < lateDaysMax; day = addDays(day, 1)) days.push(day)
  return days
}

/** Asks for the meter of every live tenant. @returns how many */
export async function askMeters(ctx: Ctx): Promise<number> {
  const live = await ctx.tx.query<{ id: string }>(sql`
    select id from saas_tenant_application where tenant_id = ${ctx.tenantId} and state = any(${liveStates}::text[]) and begun_on is not null`)
  for (const { id } of live) ctx.emit({ topic: meterTopic, key: id })
  return live.length
}

/** Quota in agents' stock that has passed its last day. @returns how many lots */
export async function expireStock(ctx: Ctx): Promise<number> {
  const due = await ctx.tx.query<{ agentId: string; orgId: string; unit: Unit }>(sql`
    select distinct a.agent_id, a.org_id, a.unit from saas_account a join saas_lot l on l.tenant_id = a.tenant_id and l.account_id = a.id
    where a.tenant_id = ${ctx.tenantId} and a.kind = 'STOCK' and l.left_qty > 0 and l.expires_on < ${quotaDay(ctx)}`)
  let n = 0
  for (const { unit, ...of } of due) n += await expire(ctx, { kind: 'STOCK', ...of }, unit)
  return n
}

/** Whose grace began with an empty wallet, not with the end of a trial. */
const hasBought = (ctx: Ctx, id: string): Promise<object | undefined> =>
  ctx.tx.maybe(sql`
    select 1 from saas_lot l join saas_account a on a.tenant_id = l.tenant_id and a.id = l.account_id
    where a.tenant_id = ${ctx.tenantId} and a.application_id = ${id} and l.kind = 'PAID' limit 1`)

/**
 * What follows from what is left: a trial that is over, or a wallet that is empty, begins a grace; a grace ends, well where
 * the wallet was filled without an order.
 */
async function judge(ctx: Ctx, a: Application): Promise<void> {
  const today = quotaDay(ctx)
  const { left } = await ctx.tx.one<{ left: string }>(sql`
    select coalesce((select balance from saas_account where tenant_id = ${ctx.tenantId} and application_id = ${a.id} and unit = 'ORG_MONTH'), 0) as left`)
  const isOver = a.endsOn !== null && a.endsOn < today
  if (a.state === 'GRACE') {
    if (parseQty(left) > 0n && (await hasBought(ctx, a.id))) await moveTenant(ctx, a.id, 'activate', { endsOn: null })
    else if (isOver) await moveTenant(ctx, a.id, 'lapse', { endsOn: null })
  } else if (parseQty(left) <= 0n || (a.state === 'TRIAL' && isOver))
    await moveTenant(ctx, a.id, 'runOut', { endsOn: addDays(today, graceDays - 1) })
}

/** Counts the days of one tenant that are over and were not counted, each once. Suspended tenants use nothing. */
export async function meter(
  kernel: Kernel,
  asks: Pick<Administration, 'putPlan'>,
  tenantId: string,
  id: string,
): Promise<void> {
  const here = <T>(work: (ctx: Ctx) => Promise<T>) => atPlatform(kernel, tenantId, kernel.newId(), work)
  const a = await here((ctx) => readApplication(ctx, id))
  const { madeId: target, begunOn } = a
  if (target === null || begunOn === null) return
  const accounts = await here((ctx) =>
    ctx.tx.query<{ unit: Unit; last: string | null; since: string }>(sql`
      select a.unit, ${lastCounted(id)} as last,
        greatest(${begunOn}::date, (select min(l.effective_on) from saas_lot l where l.tenant_id = a.tenant_id and l.account_id = a.id)) as since
      from saas_account a where a.tenant_id = ${tenantId} and a.application_id = ${id} order by a.unit`),
  )
  for (const { unit, last, since } of accounts) {
    const { n } = await inTenant(kernel, target, systemOrg, (ctx) => ctx.tx.one<{ n: number }>(counts[unit](target)))
    const used = a.state === 'SUSPENDED' ? 0n : BigInt(n)
    await here(async (ctx) => {
      const wallet = { kind: 'WALLET', applicationId: id, orgId: a.orgId } as const
      for (const day of openDays(last, since, quotaDay(ctx))) await consume(ctx, wallet, unit, used * shareOf(day), day)
      await expire(ctx, wallet, unit)
    })
  }
  await here(async (ctx) => judge(ctx, await readApplication(ctx, id)))
  await carry(kernel, asks, tenantId, id)
}
