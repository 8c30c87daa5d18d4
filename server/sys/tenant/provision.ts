import type { OrgType } from '@lading/contract/kernel/org.ts'
import { brand } from '@lading/contract/sys/brand.ts'
import { org as orgTable, tenant } from '@lading/contract/sys/org.ts'
import { role, rolePermission, user, userOrg, userRole } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import { usualZone } from '../../kernel/clock.ts'
import { type Ctx, type Org, systemOrg } from '../../kernel/ctx.ts'
import { asOwner } from '../../kernel/database.ts'
import { insert } from '../../kernel/insert.ts'
import type { Kernel } from '../../kernel/perform.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { acrossOrgs } from '../../kernel/scope.ts'
import { inTenant } from '../../platform/job/run.ts'
import type { TenantPlan } from '../../platform/tenantPlan.ts'
import { seedOptions } from '../options/options.ts'
import type { OrgHooks } from '../org/furnish.ts'
import { seedRoles } from '../role/seed.ts'
import { raiseRights, readRights } from '../session/identify.ts'

const inside = <T>(kernel: Kernel, { tenantId }: TenantPlan, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTenant(kernel, tenantId, systemOrg, work)

type Placed = Org & Pick<RowOf<typeof orgTable, 'path' | 'level'>, 'path' | 'level'>
/** Organisations of a tenant by code, those above first. */
export async function orgsOf(ctx: Ctx): Promise<ReadonlyMap<string, Placed>> {
  const rows = await ctx.tx.query<Placed>(sql`
    select id, code, type, time_zone, path, level from sys_org where tenant_id = ${ctx.tenantId} order by level, id`)
  return new Map(rows.map((one) => [one.code, one]))
}

/** 租户档案 */
export async function makeTenant(kernel: Kernel, plan: TenantPlan): Promise<void> {
  const { tenantId: id, code, name } = plan
  const made = await asOwner(kernel.db, (tx) =>
    tx.run(sql`insert into sys_tenant (id, code, name) values (${id}, ${code}, ${name}) on conflict (id) do nothing`),
  )
  if (made > 0)
    await inside(kernel, plan, async (ctx) =>
      ctx.audit({ subject: tenant.key, subjectId: id, subjectNo: code, action: 'create', after: { code, name } }),
    )
}

/** 组织 */
export const makeOrgs = (kernel: Kernel, plan: TenantPlan): Promise<void> =>
  inside(kernel, plan, async (ctx) => {
    const made = new Map(await orgsOf(ctx))
    for (const { upper: upperCode, timeZone = usualZone, ...o } of plan.orgs) {
      if (made.has(o.code)) continue
      const upper = upperCode === undefined ? undefined : made.get(upperCode)
      const id = ctx.newId()
      const path = `${upper?.path ?? '/'}${id}/`
      const level = (upper?.level ?? 0) + 1
      made.set(o.code, { id, code: o.code, type: o.type, timeZone, path, level })
      await insert(ctx, orgTable, [{ ...o, id, upperOrgId: upper?.id ?? null, path, level, timeZone }])
    }
  })

/** 系统参数: those that a new tenant begins with, and how it calls itself. */
export const makeOptions = (kernel: Kernel, plan: TenantPlan): Promise<void> =>
  inside(kernel, plan, async (ctx) => {
    const known = await ctx.tx.maybe(sql`select 1 from sys_option where tenant_id = ${ctx.tenantId} limit 1`)
    if (known) return
    await seedOptions(ctx)
    if (plan.slogan) await insert(ctx, brand, [{ slogan: plan.slogan }])
  })

/** 基础资料: what the areas give each organisation to begin with. */
const prepareOrgs = (kernel: Kernel, plan: TenantPlan, hooks: Pick<OrgHooks, 'prepareOrg'>): Promise<void> =>
  inside(kernel, plan, async (ctx) => {
    for (const org of (await orgsOf(ctx)).values())
      await acrossOrgs(ctx, () => hooks.prepareOrg({ ...ctx, org }, { id: org.id, type: org.type as OrgType }))
  })

/** 角色: those of each organisation's kind, and the administrator's, who may do all. @param all every right that is the tenant's */
const makeRoles = (
  kernel: Kernel,
  plan: TenantPlan,
  hooks: Pick<OrgHooks, 'rolesOf'>,
  all: readonly string[],
): Promise<void> =>
  inside(kernel, plan, async (ctx) => {
    for (const org of (await orgsOf(ctx)).values())
      await seedRoles(ctx, org, [
        ...(org.level === 1 ? [{ name: adminRole, permissions: all }] : []),
        ...hooks.rolesOf(org.type as OrgType),
      ])
  })

const adminRole = '系统管理员'
/** 管理员: he cannot log in before he is given a password. */
const makeAdmin = (kernel: Kernel, plan: TenantPlan, who: { readonly realName: string; readonly email: string }) =>
  inside(kernel, plan, async (ctx) => {
    const known = await ctx.tx.maybe(sql`
      select 1 from sys_user where tenant_id = ${ctx.tenantId} and username = 'admin'`)
    if (known) return
    const orgs = [...(await orgsOf(ctx)).values()]
    const root = orgs.find(({ level }) => level === 1)
    const { id: roleId } = await ctx.tx.one<{ id: string }>(sql`
      select id from sys_role where tenant_id = ${ctx.tenantId} and org_id = ${root?.id ?? '0'} and name = ${adminRole}`)
    const userId = ctx.newId()
    await insert(ctx, user, [
      { id: userId, username: 'admin', ...who, orgId: root?.id ?? '', originalPassword: true, passwordTime: ctx.now() },
    ])
    await insert(ctx, userRole.entity, [{ userId, roleId }])
    await insert(
      ctx,
      userOrg.entity,
      orgs.map(({ id: orgId }) => ({ userId, orgId })),
    )
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })

/** 验证登录: the administrator would see something, everywhere. @throws Error what he would not */
const trySite = (kernel: Kernel, plan: TenantPlan): Promise<void> =>
  inside(kernel, plan, async (ctx) => {
    const orgs = [...(await orgsOf(ctx)).values()]
    const admin = await ctx.tx.maybe<{ id: string }>(sql`
      select id from sys_user where tenant_id = ${ctx.tenantId} and username = 'admin' and not disabled`)
    if (!admin) throw new Error('there is no administrator')
    for (const org of orgs) {
      const { permissions } = await readRights(ctx.tx, ctx.tenantId, admin.id, org)
      if (permissions.size === 0) throw new Error(`the administrator may do nothing in ${org.code}`)
    }
  })

/** The steps, with what all areas give a new tenant. @param rights every right that is a tenant's */
export const makerOf = (hooks: Pick<OrgHooks, 'prepareOrg' | 'rolesOf'>, rights: () => readonly string[]) => ({
  tenant: makeTenant,
  orgs: makeOrgs,
  options: makeOptions,
  prepare: (kernel: Kernel, plan: TenantPlan) => prepareOrgs(kernel, plan, hooks),
  roles: (kernel: Kernel, plan: TenantPlan) => makeRoles(kernel, plan, hooks, rights()),
  admin: makeAdmin,
  tried: trySite,
})

export const insertRole = async (ctx: Ctx, of: { name: string; permissions: readonly string[] }, orgId: string) => {
  const id = ctx.newId()
  await insert(ctx, role, [{ id, name: of.name, orgId, sysDefault: of.name === adminRole }])
  await insert(
    ctx,
    rolePermission.entity,
    of.permissions.map((permission) => ({ roleId: id, permission })),
  )
  return id
}
