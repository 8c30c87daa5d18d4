import { createHmac } from 'node:crypto'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import type { loginThrottle, session as sessionTable } from '@lading/contract/sys/tables.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { networkOf } from './networkOf.ts'

/** Failures of a name that cost nothing; each further one doubles the wait. */
const freeFailures = 2
/** Leaves whoever takes every try that he gets 98 a day for one account. */
const waitMaxSeconds = 1_000
/** Failures of one address in a minute: its people share it, so that it is never shut for longer. */
const addressMax = 30
const minuteMs = 60_000
/** Sessions so old still tell where a user works. */
const knownDays = 30
/** Failures older than this count no more. */
const forgetHours = 24

/** What a name waits after so many failures. */
export const waitSeconds = (failures: number): number =>
  failures <= freeFailures ? 0 : Math.min(2 ** (failures - freeFailures - 1), waitMaxSeconds)

const shared = (username: string): string => `user:${username}`.slice(0, 100)
const apart = (username: string, ip: string): string => `here:${networkOf(ip)} ${username}`.slice(0, 100)
const address = (ip: string): string => `ip:${networkOf(ip)}`.slice(0, 100)

/**
 * As what a name is counted: where the user has been logged in lately apart, so that nobody who fails elsewhere keeps him
 * out there.
 */
async function nameOf(ctx: Ctx, username: string, ip: string): Promise<string> {
  const since = new Date(ctx.now().getTime() - knownDays * 86_400_000)
  const lately = await ctx.tx.query<RowOf<typeof sessionTable, 'ip'>>(sql`
    select distinct s.ip from sys_session s join sys_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    where s.tenant_id = ${ctx.tenantId} and u.username = ${username} and s.last_seen > ${since}`)
  const isKnown = lately.some((session) => session.ip !== null && networkOf(session.ip) === networkOf(ip))
  return isKnown ? apart(username, ip) : shared(username)
}

/** What a try counts against. */
export interface Tried {
  readonly username: string
  readonly ip: string
}
/**
 * A try at a tenant that there is not, or no more, has to wait like any other, or waiting would tell which tenants there are. Since
 * nobody's upkeep cleans up there, such tries share 65,536 names and as many addresses; who does not know the
 * installation's secret cannot tell which share one.
 */
export function strangers(secret: string, tenant: string, { username, ip }: Tried): Tried {
  const share = (text: string): string =>
    String(createHmac('sha256', secret).update(`unknown tenant ${tenant} ${text}`).digest().readUInt16BE())
  return { username: share(`user ${username}`), ip: share(`address ${networkOf(ip)}`) }
}

/** Refuses a try that comes too early after failures of this name or from this address. */
export async function demandTry(ctx: Ctx, username: string, ip: string): Promise<void> {
  const name = await nameOf(ctx, username, ip)
  const rows = await ctx.tx.query(sql`
    select 1 from sys_login_throttle where tenant_id = ${ctx.tenantId} and blocked_until > ${ctx.now()}
      and (subject = ${name} or (subject = ${address(ip)} and failures >= ${addressMax}))`)
  if (rows.length > 0) throw new Fault(faults.rateLimited)
}

/**
 * Counts a failure. One that was begun before others made it wait is refused as too early, like those that came after:
 * a hundred tries at once are told no more than a hundred one after the other.
 */
export async function noteFailure(ctx: Ctx, username: string, ip: string): Promise<void> {
  const now = ctx.now()
  const since = new Date(now.getTime() - forgetHours * 3_600_000)
  const name = await nameOf(ctx, username, ip)
  const counted = await ctx.tx.maybe<RowOf<typeof loginThrottle, 'failures'>>(sql`
    insert into sys_login_throttle (tenant_id, id, subject, failures, updated_at) values (${ctx.tenantId}, ${ctx.newId()}, ${name}, 1, ${now})
    on conflict (tenant_id, subject) do update
      set failures = case when sys_login_throttle.updated_at < ${since} then 1 else sys_login_throttle.failures + 1 end, updated_at = ${now}
      where sys_login_throttle.blocked_until is null or sys_login_throttle.blocked_until <= ${now}
    returning failures`)
  if (!counted) throw new Fault(faults.rateLimited)
  const wait = waitSeconds(counted.failures)
  if (wait > 0)
    await ctx.tx.run(sql`
      update sys_login_throttle set blocked_until = ${new Date(now.getTime() + wait * 1000)}
      where tenant_id = ${ctx.tenantId} and subject = ${name}`)
  await countInMinute(ctx, address(ip), addressMax)
}

/** Counts one more within the minute that its first began, whichever process it reaches; refuses it beyond `max`. */
export async function countInMinute(ctx: Ctx, subject: string, max: number): Promise<void> {
  const now = ctx.now()
  const until = new Date(now.getTime() + minuteMs)
  const { failures } = await ctx.tx.one<RowOf<typeof loginThrottle, 'failures'>>(sql`
    insert into sys_login_throttle (tenant_id, id, subject, failures, blocked_until, updated_at)
    values (${ctx.tenantId}, ${ctx.newId()}, ${subject}, 1, ${until}, ${now})
    on conflict (tenant_id, subject) do update set updated_at = excluded.updated_at,
      failures = case when sys_login_throttle.blocked_until > ${now} then sys_login_throttle.failures + 1 else 1 end,
      blocked_until = case when sys_login_throttle.blocked_until > ${now} then sys_login_throttle.blocked_until else excluded.blocked_until end
    returning failures`)
  if (failures > max) throw new Fault(faults.rateLimited)
}

/**
 * The right password clears the name as it was counted for this try. Not the address, since a spraying one has right ones
 * among its tries; nor what others failed elsewhere, to whom a user who comes in where he works gives no new tries.
 */
export async function clearFailures(ctx: Ctx, username: string, ip: string): Promise<void> {
  const name = await nameOf(ctx, username, ip)
  await ctx.tx.run(sql`delete from sys_login_throttle where tenant_id = ${ctx.tenantId} and subject = ${name}`)
}
