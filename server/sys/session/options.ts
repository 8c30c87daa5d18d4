import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** What a tenant has decided about log-ins and passwords; `initial` until it has. */
export interface SecurityOptions {
  /** `security_password_length`: the least number of characters. */
  readonly passwordLength: number
  /** `security_password_role`: upper case, lower case and digit are asked for. */
  readonly isPasswordMixed: boolean
  /** `security_require_https`: no session without a key that cannot be read, unless on the server's own computer. */
  readonly needsHttps: boolean
}
/** New tenants begin stricter than the specification's default of one character. */
const initial: SecurityOptions = { passwordLength: 8, isPasswordMixed: true, needsHttps: true }
const passwordLengthMax = 32

const keys = ['security_password_length', 'security_password_role', 'security_require_https']

/** Read anew each time: an option counts from the call after it was changed, in every process. */
export async function securityOptions(ctx: Ctx): Promise<SecurityOptions> {
  const rows = await ctx.tx.query<{ key: string; value: string | null }>(sql`
    select key, value from sys_option where tenant_id = ${ctx.tenantId} and key = any(${keys}::text[])
    order by org_id nulls first`)
  const values = new Map(rows.map((r) => [r.key, r.value?.trim().toLowerCase()]))
  const isOn = (key: string, otherwise: boolean): boolean => {
    const value = values.get(key)
    return value === undefined || value === '' ? otherwise : value === 'true' || value === '1'
  }
  const length = Number(values.get('security_password_length') || initial.passwordLength)
  const isLength = Number.isInteger(length) && length >= 1 && length <= passwordLengthMax
  return {
    passwordLength: isLength ? length : initial.passwordLength,
    isPasswordMixed: isOn('security_password_role', initial.isPasswordMixed),
    needsHttps: isOn('security_require_https', initial.needsHttps),
  }
}
