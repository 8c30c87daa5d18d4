import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** Tries that cost nothing; each further one doubles the wait, up to a quarter of an hour. */
const freeTries = { user: 4, ip: 30 } as const
const waitMaxSeconds = 900
/** Failures older than this count no more. */
const forgetHours = 24

const subjects = (username: string, ip: string) => [
  { subject: `user:${username}`.slice(0, 100), free: freeTries.user },
  { subject: `ip:${ip}`.slice(0, 100), free: freeTries.ip },
]

/** Refuses a try that comes too early after failures of this name or from this address. */
export async function demandTry(ctx: Ctx, username: string, ip: string): Promise<void> {
  const names = subjects(username, ip).map((s) => s.subject)
  const rows = await ctx.tx.query(sql`
    select 1 from sys_login_throttle where tenant_id = ${ctx.tenantId} and subject = any(${names}::text[]) and blocked_until > ${ctx.now()}`)
  if (rows.length > 0) throw new Fault(faults.rateLimited)
}

export async function noteFailure(ctx: Ctx, username: string, ip: string): Promise<void> {
  const now = ctx.now()
  const since = new Date(now.getTime() - forgetHours * 3_600_000)
  for (const { subject, free } of subjects(username, ip)) {
    const { failures } = await ctx.tx.one<{ failures: number }>(sql`
      insert into sys_login_throttle (tenant_id, id, subject, failures, updated_at) values (${ctx.tenantId}, ${ctx.newId()}, ${subject}, 1, ${now})
      on conflict (tenant_id, subject) do update
        set failures = case when sys_login_throttle.updated_at < ${since} then 1 else sys_login_throttle.failures + 1 end, updated_at = ${now}
      returning failures`)
    if (failures <= free) continue
    const wait = Math.min(2 ** (failures - free - 1), waitMaxSeconds)
    await ctx.tx.run(sql`
      update sys_login_throttle set blocked_until = ${new Date(now.getTime() + wait * 1000)}
      where tenant_id = ${ctx.tenantId} and subject = ${subject}`)
  }
}

/** The right password clears the name, not the address: a spraying address has right ones among its tries. */
export const clearFailures = (ctx: Ctx, username: string): Promise<number> =>
  ctx.tx.run(
    sql`delete from sys_login_throttle where tenant_id = ${ctx.tenantId} and subject = ${`user:${username}`.slice(0, 100)}`,
  )
