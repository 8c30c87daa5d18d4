import { refuse } from '@lading/contract/kernel/fault.ts'
import { passwordFaults, passwordMax } from '@lading/contract/sys/session.ts'
import { bareOf, commonWords } from './commonPasswords.ts'
import type { SecurityOptions } from './options.ts'

export type PasswordRules = Pick<SecurityOptions, 'passwordLength' | 'isPasswordMixed'>

/** Whose password it is to be: nobody's own name keeps others out. */
export interface PasswordOwner {
  readonly username: string
  readonly tenantCode: string
  readonly tenantName: string
}

/** Shorter names are found in too many good passwords. */
const nameMin = 3
const dullFrom = 3

/** Refuses a new password that the tenant's rules forbid, or that others would try. Counted as it is kept: by NFKC. */
export function demandPassword(given: string, rules: PasswordRules, owner: PasswordOwner): void {
  const password = given.normalize('NFKC')
  const length = [...password].length
  const min = rules.passwordLength
  if (length < min || length > passwordMax) refuse(passwordFaults.length, { min, max: passwordMax })
  const isMixed = /[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password)
  if (rules.isPasswordMixed && !isMixed) refuse(passwordFaults.plain)
  const lower = password.toLowerCase()
  const bare = bareOf(lower)
  // A tenant whose minimum lets one or two characters be enough has nothing left to forbid in them.
  const isDull = length >= dullFrom && (bare === '' || new Set(lower).size < 3)
  if (isDull || commonWords.has(bare) || commonWords.has(lower)) refuse(passwordFaults.common)
  const names = [owner.username, owner.tenantCode, owner.tenantName].map((name) => name.normalize('NFKC').toLowerCase())
  if (names.some((name) => name.length >= nameMin && lower.includes(name))) refuse(passwordFaults.name)
}
