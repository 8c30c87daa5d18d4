import { loginLog } from '@lading/contract/sys/auditLog.ts'
import type { LoginEvent } from '@lading/contract/sys/userAccess.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'

/** Whose log-in it is about; nobody's `id` where there is no such user. */
interface Whose {
  readonly id: string | null
  readonly username: string
}

/**
 * Writes down what happened to a user's log-ins, from where it was done.
 * @param detail who did it, where it was somebody else, or why it was refused
 */
export async function logLogin(ctx: Ctx, of: Whose, event: LoginEvent, detail?: string): Promise<void> {
  const row = {
    username: of.username.slice(0, 64),
    userId: of.id,
    event,
    ip: ctx.ip,
    source: ctx.source,
    ...(detail !== undefined && { detail: detail.slice(0, 200) }),
  }
  await insert({ ...ctx, userId: of.id }, loginLog, [row])
}
