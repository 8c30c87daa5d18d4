import { z } from 'zod'
import { id, query } from '../kernel/call.ts'

/** What opens a locked screen; apart, so that the frame needs no declaration of users. */
export const checkPassword = query('/fw/api/sys/user/checkPassword', {
  title: ['验证密码', 'Check own password'],
  permission: 'session',
  input: z.object({ password: z.string().max(128), userId: id.optional() }),
  output: z.object({ ok: z.boolean() }),
})
