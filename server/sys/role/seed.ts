import { role, rolePermission } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

/** A role that comes with a new centre. */
export interface RoleSeed {
  readonly name: string
  readonly permissions: readonly string[]
  /** What else is said of it, where it is a copy; a new one shows all rows. */
  readonly facts?: RowOf<typeof role, 'dataScope' | 'scopeOrgIds' | 'needsSecondFactor' | 'remark'>
}

/**
 * Gives a new centre its roles. Those that an organisation above has under the same name hold there too, and are not made
 * twice. Nobody has them yet: whoever hands one out must hold what it gives.
 * @param path the centre's, which names those above it
 * @returns the names of those that were made
 */
export async function seedRoles(
  ctx: Ctx,
  at: { readonly id: string; readonly path: string },
  seeds: readonly RoleSeed[],
): Promise<readonly string[]> {
  const known = await ctx.tx.query<RowOf<typeof role, 'name'>>(sql`
    select name from sys_role where tenant_id = ${ctx.tenantId} and org_id = any(${at.path.split('/').filter(Boolean)}::bigint[])`)
  const names = new Set(known.map((r) => r.name))
  const made = seeds.filter((s) => !names.has(s.name)).map((s) => ({ ...s, id: ctx.newId() }))
  await insert(
    ctx,
    role,
    made.map(({ id, name, facts }) => ({ id, name, orgId: at.id, sysDefault: true, ...facts })),
  )
  await insert(
    ctx,
    rolePermission.entity,
    made.flatMap(({ id: roleId, permissions }) => permissions.map((permission) => ({ roleId, permission }))),
  )
  return made.map(({ name }) => name)
}

/** The roles that came with a centre, as they are there now. */
export async function defaultRolesOf(ctx: Ctx, orgId: string): Promise<RoleSeed[]> {
  type Row = RowOf<typeof role, 'name' | 'dataScope' | 'scopeOrgIds' | 'needsSecondFactor' | 'remark'>
  const rows = await ctx.tx.query<Row & { permissions: string[] }>(sql`
    select r.name, r.data_scope, r.scope_org_ids, r.needs_second_factor, r.remark,
      array(select p.permission from sys_role_permission p where p.tenant_id = r.tenant_id and p.role_id = r.id)::text[] as permissions
    from sys_role r where r.tenant_id = ${ctx.tenantId} and r.org_id = ${orgId} and r.sys_default and not r.disabled
    order by r.name collate name_order`)
  return rows.map(({ name, permissions, ...facts }) => ({ name, permissions, facts }))
}
