import { user, userOrg, userRole } from '@lading/contract/sys/user.ts'
import { type Org, systemOrg } from '../kernel/ctx.ts'
import { insert } from '../kernel/insert.ts'
import type { Kernel } from '../kernel/perform.ts'
import { inTenant } from '../platform/job/run.ts'
import type { NewOrg } from '../platform/tenantPlan.ts'
import { hashPassword } from '../sys/session/password.ts'
import { insertRole, makeOptions, makeOrgs, makeTenant, orgsOf } from '../sys/tenant/provision.ts'

export interface NewUser {
  readonly username: string
  readonly realName: string
  readonly org: string
  readonly orgs: readonly string[]
  readonly role: string
  readonly permissions: readonly string[]
  /** Counts as somebody who has logged in before: nobody shows him around. */
  readonly isKnown?: boolean
}
export interface NewTenant {
  readonly code: string
  readonly name: string
  readonly slogan?: string
  readonly orgs: readonly NewOrg[]
  readonly users: readonly NewUser[]
}

export interface MadeTenant {
  readonly tenantId: string
  readonly orgs: ReadonlyMap<string, Org>
  readonly users: ReadonlyMap<string, string>
}

/** Provisions a tenant, and gives it users of one's own; who has the role of one before him has its rights. Passwords are not to be changed at once. */
export async function createTenant(kernel: Kernel, t: NewTenant, password: string): Promise<MadeTenant> {
  const plan = { tenantId: kernel.newId(), ...t }
  const passwordHash = await hashPassword(password)
  await makeTenant(kernel, plan)
  await makeOrgs(kernel, plan)
  await makeOptions(kernel, plan)
  return inTenant(kernel, plan.tenantId, systemOrg, async (ctx) => {
    const orgs = await orgsOf(ctx)
    const orgId = (code: string): string => orgs.get(code)?.id ?? ''
    const root = [...orgs.values()][0]?.id ?? ''
    const users = new Map<string, string>()
    const roles = new Map<string, string>()
    for (const u of t.users) {
      const userId = ctx.newId()
      users.set(u.username, userId)
      await insert(ctx, user, [
        {
          id: userId,
          username: u.username,
          realName: u.realName,
          orgId: orgId(u.org),
          passwordHash,
          passwordTime: ctx.now(),
          originalPassword: false,
          lastLoginTime: u.isKnown ? ctx.now() : null,
        },
      ])
      const roleId = roles.get(u.role) ?? (await insertRole(ctx, { name: u.role, permissions: u.permissions }, root))
      roles.set(u.role, roleId)
      await insert(ctx, userRole.entity, [{ userId, roleId }])
      await insert(
        ctx,
        userOrg.entity,
        u.orgs.map((code) => ({ userId, orgId: orgId(code) })),
      )
    }
    return { tenantId: plan.tenantId, orgs, users }
  })
}
