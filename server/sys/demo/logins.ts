import type { Ctx } from '../../kernel/ctx.ts'
import { systemOrigin } from '../../kernel/ctx.ts'
import { as } from '../../platform/demo/site.ts'
import { logLogin } from '../session/loginLog.ts'

const hourMs = 3_600_000
const yesterday = [
  ['receiver', 'LOGIN_OK', 26, 'APP'],
  ['picker', 'LOGIN_FAIL', 26, 'APP'],
  ['picker', 'LOGIN_OK', 26, 'APP'],
  ['shipper', 'LOGIN_OK', 22, 'WEB'],
  ['receiver', 'LOGOUT', 17, 'APP'],
] as const

/** Who came and went the day before, from inside the house. */
export async function seedLogins(ctx: Ctx): Promise<void> {
  for (const [username, event, hoursAgo, source] of yesterday) {
    const at = new Date(ctx.now().getTime() - hoursAgo * hourMs)
    const then = { ...ctx, ...systemOrigin(ctx.newId()), ip: '10.0.8.21', source, now: () => at }
    await logLogin(then, { id: (await as(ctx, username)).userId, username }, event)
  }
}
