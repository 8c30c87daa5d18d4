import { refuse } from '@lading/contract/kernel/fault.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import type { user } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import type { OutsideRequest } from '../../kernel/http/serve.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { passwordMatches } from '../session/password.ts'
import { clearFailures, countInMinute, demandTry, noteFailure } from '../session/throttle.ts'

/** In a minute, right or wrong. */
const triesMax = 5

/** For unlocking a screen: only one's own password. A wrong one counts as a try to log in. */
export async function checkPassword(
  request: OutsideRequest,
  input: { password: string; userId?: string | undefined },
): Promise<{ ok: boolean }> {
  const account = await request.perform(async (ctx) => {
    if (input.userId !== undefined && input.userId !== ctx.userId) refuse(sysFaults.foreignUser)
    await demandTry(ctx, ctx.username, ctx.ip)
    await countInMinute(ctx, `check:${ctx.userId}`, triesMax)
    return ctx.tx.one<RowOf<typeof user, 'passwordHash'>>(sql`
      select password_hash from sys_user where tenant_id = ${ctx.tenantId} and id = ${ctx.userId}`)
  })
  const ok = await passwordMatches(input.password, account.passwordHash)
  await request.perform(async (ctx) => {
    if (ok) await clearFailures(ctx, ctx.username, ctx.ip)
    else await noteFailure(ctx, ctx.username, ctx.ip)
  })
  return { ok }
}
