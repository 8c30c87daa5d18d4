import type { Call } from '@lading/contract/kernel/call.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { options } from '@lading/contract/sys/optionDefs.ts'
import { secondFactorCalls as calls, secondFactorFaults } from '@lading/contract/sys/secondFactor.ts'
import { getLoginUser, logout } from '@lading/contract/sys/session.ts'
import sql from 'sql-template-tag'
import type { Ctx, Identity } from '../../kernel/ctx.ts'

/** What an enterprise and his roles ask of a user's second factor. */
export interface Demand {
  /** `security_mfa` is not off: he may set one up. */
  readonly isOffered: boolean
  /** He must have one. */
  readonly isDemanded: boolean
  /** He has one in force. */
  readonly isOn: boolean
}

/**
 * Whether a user must have a second factor. Any enabled role of his that asks for one does, wherever it was given: who
 * could evade it by another working organisation would. Where the enterprise has turned it off, nothing asks for it.
 */
export async function demandOn({ tx, tenantId }: Pick<Ctx, 'tx' | 'tenantId'>, userId: string): Promise<Demand> {
  const { mode, byRole, isOn } = await tx.one<{ mode: string; byRole: boolean; isOn: boolean }>(sql`
    select coalesce((select o.value from sys_option o where o.tenant_id = ${tenantId} and o.org_id = 0 and o.key = 'security_mfa'),
        ${options.security_mfa.initial}::text) as mode,
      exists (select 1 from sys_user_role ur join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = ${tenantId} and ur.user_id = ${userId} and r.needs_second_factor and not r.disabled) as by_role,
      exists (select 1 from sys_second_factor f
        where f.tenant_id = ${tenantId} and f.user_id = ${userId} and f.confirmed_at is not null) as is_on`)
  const isOffered = mode !== 'off'
  return { isOffered, isDemanded: isOffered && (mode === 'required' || byRole), isOn }
}

/** What leads to a second factor, says who is logged in, or ends it. */
const leadingThere: ReadonlySet<string> = new Set([
  calls.get.path,
  calls.begin.path,
  calls.confirm.path,
  getLoginUser.path,
  logout.path,
])

/**
 * Who must have a second factor and has none does nothing but set it up.
 * @throws Fault mustSetUp
 */
export function admitTo({ path }: Pick<Call, 'path'>, { mustSetUp }: Pick<Identity, 'mustSetUp'>): void {
  if (mustSetUp && !leadingThere.has(path)) refuse(secondFactorFaults.mustSetUp)
}
