import type { Ctx } from '../../kernel/ctx.ts'
import { readOption } from '../options/read.ts'

/** What a tenant has decided about log-ins and passwords. */
export interface SecurityOptions {
  /** `security_password_length`: the least number of characters. */
  readonly passwordLength: number
  /** `security_password_role`: upper case, lower case and digit are asked for. */
  readonly isPasswordMixed: boolean
  /** `security_require_https`: no session without a key that cannot be read, unless on the server's own computer. */
  readonly needsHttps: boolean
}

export const securityOptions = async (ctx: Ctx): Promise<SecurityOptions> => ({
  passwordLength: await readOption(ctx, 'security_password_length'),
  isPasswordMixed: await readOption(ctx, 'security_password_role'),
  needsHttps: await readOption(ctx, 'security_require_https'),
})
