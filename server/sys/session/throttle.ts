import { createHmac } from 'node:crypto'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** Tries that cost nothing; each further one doubles the wait, up to a quarter of an hour. */
const freeTries = { user: 2, ip: 30 } as const
/** Sessions so old still tell where a user works. */
const knownDays = 30
const waitMaxSeconds = 900
/** Failures older than this count no more. */
const forgetHours = 24

const shared = (username: string): string => `user:${username}`.slice(0, 100)
const apart = (username: string, ip: string): string => `here:${ip} ${username}`.slice(0, 100)

/**
 * What a try counts against: its address, and the name. Where the user has been logged in lately the name is counted
 * apart, so that nobody who fails elsewhere keeps him out there.
 */
async function subjects(ctx: Ctx, username: string, ip: string): Promise<{ subject: string; free: number }[]> {
  const since = new Date(ctx.now().getTime() - knownDays * 86_400_000)
  const known = await ctx.tx.maybe(sql`
    select 1 from sys_session s join sys_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    where s.tenant_id = ${ctx.tenantId} and u.username = ${username} and s.ip = ${ip} and s.last_seen > ${since} limit 1`)
  return [
    { subject: known ? apart(username, ip) : shared(username), free: freeTries.user },
    { subject: `ip:${ip}`.slice(0, 100), free: freeTries.ip },
  ]
}

/** What a try counts against. */
export interface Tried {
  readonly username: string
  readonly ip: string
}
/**
 * A try at a tenant that there is not has to wait like any other, or waiting would tell which tenants there are. Since
 * nobody's upkeep cleans up there, such tries share 65,536 names and as many addresses; who does not know the
 * installation's secret cannot tell which share one.
 */
export function strangers(secret: string, tenant: string, { username, ip }: Tried): Tried {
  const share = (text: string): string =>
    String(createHmac('sha256', secret).update(`unknown tenant ${tenant} ${text}`).digest().readUInt16BE())
  return { username: share(`user ${username}`), ip: share(`address ${ip}`) }
}

/** Refuses a try that comes too early after failures of this name or from this address. */
export async function demandTry(ctx: Ctx, username: string, ip: string): Promise<void> {
  const names = (await subjects(ctx, username, ip)).map((s) => s.subject)
  const rows = await ctx.tx.query(sql`
    select 1 from sys_login_throttle where tenant_id = ${ctx.tenantId} and subject = any(${names}::text[]) and blocked_until > ${ctx.now()}`)
  if (rows.length > 0) throw new Fault(faults.rateLimited)
}

/**
 * Counts a failure. One that was begun before others made it wait is refused as too early, like those that came after:
 * a hundred tries at once are told no more than a hundred one after the other.
 */
export async function noteFailure(ctx: Ctx, username: string, ip: string): Promise<void> {
  const now = ctx.now()
  const since = new Date(now.getTime() - forgetHours * 3_600_000)
  for (const { subject, free } of await subjects(ctx, username, ip)) {
    const counted = await ctx.tx.maybe<{ failures: number }>(sql`
      insert into sys_login_throttle (tenant_id, id, subject, failures, updated_at) values (${ctx.tenantId}, ${ctx.newId()}, ${subject}, 1, ${now})
      on conflict (tenant_id, subject) do update
        set failures = case when sys_login_throttle.updated_at < ${since} then 1 else sys_login_throttle.failures + 1 end, updated_at = ${now}
        where sys_login_throttle.blocked_until is null or sys_login_throttle.blocked_until <= ${now}
      returning failures`)
    if (!counted) throw new Fault(faults.rateLimited)
    if (counted.failures <= free) continue
    const wait = Math.min(2 ** (counted.failures - free - 1), waitMaxSeconds)
    await ctx.tx.run(sql`
      update sys_login_throttle set blocked_until = ${new Date(now.getTime() + wait * 1000)}
      where tenant_id = ${ctx.tenantId} and subject = ${subject}`)
  }
}

/** The right password clears the name, not the address: a spraying address has right ones among its tries. */
export const clearFailures = (ctx: Ctx, username: string, ip: string): Promise<number> =>
  ctx.tx.run(sql`
    delete from sys_login_throttle
    where tenant_id = ${ctx.tenantId} and subject = any(${[shared(username), apart(username, ip)]}::text[])`)
