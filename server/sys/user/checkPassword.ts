import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { OutsideRequest } from '../../kernel/http/serve.ts'
import { passwordMatches } from '../session/password.ts'
import { clearFailures, demandTry, noteFailure } from '../session/throttle.ts'

const triesMax = 5
const windowMs = 60_000

/** Five tries a minute, right or wrong, whichever process they reach. */
async function countTry(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const until = new Date(now.getTime() + windowMs)
  const { failures } = await ctx.tx.one<{ failures: number }>(sql`
    insert into sys_login_throttle (tenant_id, id, subject, failures, blocked_until, updated_at)
    values (${ctx.tenantId}, ${ctx.newId()}, ${`check:${ctx.userId}`}, 1, ${until}, ${now})
    on conflict (tenant_id, subject) do update set updated_at = excluded.updated_at,
      failures = case when sys_login_throttle.blocked_until > ${now} then sys_login_throttle.failures + 1 else 1 end,
      blocked_until = case when sys_login_throttle.blocked_until > ${now} then sys_login_throttle.blocked_until else excluded.blocked_until end
    returning failures`)
  if (failures > triesMax) refuse(faults.rateLimited)
}

/** For unlocking a screen: only one's own password. A wrong one counts as a try to log in. */
export async function checkPassword(
  request: OutsideRequest,
  input: { password: string; userId?: string | undefined },
): Promise<{ ok: boolean }> {
  const account = await request.perform(async (ctx) => {
    if (input.userId !== undefined && input.userId !== ctx.userId) refuse(sysFaults.foreignUser)
    await demandTry(ctx, ctx.username, ctx.ip)
    await countTry(ctx)
    return ctx.tx.one<{ passwordHash: string | null }>(sql`
      select password_hash from sys_user where tenant_id = ${ctx.tenantId} and id = ${ctx.userId}`)
  })
  const ok = await passwordMatches(input.password, account.passwordHash)
  await request.perform(async (ctx) => {
    if (ok) await clearFailures(ctx, ctx.username, ctx.ip)
    else await noteFailure(ctx, ctx.username, ctx.ip)
  })
  return { ok }
}
