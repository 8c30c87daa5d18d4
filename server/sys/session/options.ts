import type { Ctx } from '../../kernel/ctx.ts'
import { readOption } from '../../platform/option.ts'

/** What a tenant has decided about log-ins and passwords. */
export interface SecurityOptions {
  /** `security_password_length`: the least number of characters. */
  readonly passwordLength: number
  /** `security_password_role`: upper case, lower case and digit are asked for. */
  readonly isPasswordMixed: boolean
  /** `security_require_https`: no session without a key that cannot be read, unless on the server's own computer. */
  readonly needsHttps: boolean
  /** `security_password_history`: so many former passwords may not come again. */
  readonly formerPasswords: number
  readonly accessSeconds: number
  /** Also how long a session lives without a call. */
  readonly refreshSeconds: number
  /** After which a session ends, however busy it is; handhelds live longer. */
  readonly sessionHours: number
  /** `security_single_session`: by kind of device. */
  readonly isSingle: boolean
  /** `security_ip_allow`: networks from which one may log in; empty: all. */
  readonly addresses: string
}

export const securityOptions = async (ctx: Ctx): Promise<SecurityOptions> => ({
  passwordLength: await readOption(ctx, 'security_password_length'),
  isPasswordMixed: await readOption(ctx, 'security_password_role'),
  needsHttps: await readOption(ctx, 'security_require_https'),
  formerPasswords: await readOption(ctx, 'security_password_history'),
  accessSeconds: await readOption(ctx, 'security_session_access_seconds'),
  refreshSeconds: await readOption(ctx, 'security_session_refresh_seconds'),
  sessionHours: await readOption(ctx, 'security_session_hours'),
  isSingle: await readOption(ctx, 'security_single_session'),
  addresses: await readOption(ctx, 'security_ip_allow'),
})
