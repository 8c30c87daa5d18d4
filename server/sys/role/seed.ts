import { role, rolePermission } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

/** A role that comes with a new centre. */
export interface RoleSeed {
  readonly name: string
  readonly permissions: readonly string[]
}

/**
 * Gives a new centre its roles. Those that an organisation above has under the same name hold there too, and are not made
 * twice. Nobody has them yet: whoever hands one out must hold what it gives.
 * @param path the centre's, which names those above it
 * @returns how many were made
 */
export async function seedRoles(
  ctx: Ctx,
  at: { readonly id: string; readonly path: string },
  seeds: readonly RoleSeed[],
): Promise<number> {
  const known = await ctx.tx.query<RowOf<typeof role, 'name'>>(sql`
    select name from sys_role where tenant_id = ${ctx.tenantId} and org_id = any(${at.path.split('/').filter(Boolean)}::bigint[])`)
  const names = new Set(known.map((r) => r.name))
  const made = seeds.filter((s) => !names.has(s.name)).map((s) => ({ ...s, id: ctx.newId() }))
  await insert(
    ctx,
    role,
    made.map(({ id, name }) => ({ id, name, orgId: at.id, sysDefault: true })),
  )
  await insert(
    ctx,
    rolePermission.entity,
    made.flatMap(({ id: roleId, permissions }) => permissions.map((permission) => ({ roleId, permission }))),
  )
  return made.length
}
