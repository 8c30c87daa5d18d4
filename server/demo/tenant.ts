import type { OrgType } from '@lading/contract/kernel/org.ts'
import { brand } from '@lading/contract/sys/brand.ts'
import { org, tenant } from '@lading/contract/sys/org.ts'
import { role, rolePermission, user, userOrg, userRole } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import { usualZone } from '../kernel/clock.ts'
import { type Ctx, type Org, systemOrg } from '../kernel/ctx.ts'
import { asOwner } from '../kernel/database.ts'
import { insert } from '../kernel/insert.ts'
import type { Kernel } from '../kernel/perform.ts'
import type { NewRow } from '../kernel/rowOf.ts'
import { inTenant } from '../platform/job/run.ts'
import { seedOptions } from '../sys/options/options.ts'
import { hashPassword } from '../sys/session/password.ts'

/** Where an organisation is, and whom to ask there. */
type Site = Partial<Pick<NewRow<typeof org.fields>, 'contact' | 'phone' | 'address' | 'longitude' | 'latitude'>>
export interface NewOrg extends Site {
  readonly code: string
  readonly name: string
  readonly type: OrgType
  readonly upper?: string
  readonly timeZone?: string
}
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

/** Makes a tenant with its organisations and users; who has the role of one before him has its rights. Passwords are not to be changed at once. */
export async function createTenant(kernel: Kernel, t: NewTenant, password: string): Promise<MadeTenant> {
  const tenantId = kernel.newId()
  const passwordHash = await hashPassword(password)
  await asOwner(kernel.db, (tx) =>
    tx.run(sql`insert into sys_tenant (id, code, name) values (${tenantId}, ${t.code}, ${t.name})`),
  )
  return inTenant(kernel, tenantId, systemOrg, async (ctx) => {
    ctx.audit({
      subject: tenant.key,
      subjectId: tenantId,
      subjectNo: t.code,
      action: 'create',
      after: { code: t.code, name: t.name },
    })
    const orgs = await insertOrgs(ctx, t.orgs)
    await seedOptions(ctx)
    if (t.slogan) await insert(ctx, brand, [{ slogan: t.slogan }])
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
      const roleId = roles.get(u.role) ?? (await insertRole(ctx, u, root))
      roles.set(u.role, roleId)
      await insert(ctx, userRole.entity, [{ userId, roleId }])
      await insert(
        ctx,
        userOrg.entity,
        u.orgs.map((code) => ({ userId, orgId: orgId(code) })),
      )
    }
    return { tenantId, orgs, users }
  })
}

async function insertRole(ctx: Ctx, u: NewUser, orgId: string): Promise<string> {
  const id = ctx.newId()
  await insert(ctx, role, [{ id, name: u.role, orgId, sysDefault: u.role === '系统管理员' }])
  await insert(
    ctx,
    rolePermission.entity,
    u.permissions.map((permission) => ({ roleId: id, permission })),
  )
  return id
}

async function insertOrgs(ctx: Ctx, list: readonly NewOrg[]): Promise<Map<string, Org>> {
  const made = new Map<string, Org & { path: string; level: number }>()
  for (const { upper: upperCode, timeZone = usualZone, ...o } of list) {
    const upper = upperCode === undefined ? undefined : made.get(upperCode)
    const id = ctx.newId()
    const path = `${upper?.path ?? '/'}${id}/`
    const level = (upper?.level ?? 0) + 1
    made.set(o.code, { id, code: o.code, type: o.type, timeZone, path, level })
    await insert(ctx, org, [{ ...o, id, upperOrgId: upper?.id ?? null, path, level, timeZone }])
  }
  return made
}
