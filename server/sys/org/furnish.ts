import type { Text } from '@lading/contract/kernel/text.ts'
import { org } from '@lading/contract/sys/org.ts'
import { userOrg } from '@lading/contract/sys/user.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { acrossOrgs } from '../../kernel/scope.ts'
import { type RoleSeed, seedRoles } from '../role/seed.ts'
import { nodeOf } from './place.ts'

export interface Holding {
  readonly kind: Text
  readonly count: number
}

/** What other areas do for and say of an organisation. */
export interface OrgHooks {
  /** Gives a new logistics centre what the warehouse needs. */
  readonly prepareDc: (ctx: Ctx, orgId: string) => Promise<void>
  /** The roles that a new logistics centre begins with. */
  readonly rolesOfDc: () => readonly RoleSeed[]
  /** Stock and unfinished work, of each kind how much. */
  readonly whatHolds: (ctx: Ctx, orgId: string) => Promise<readonly Holding[]>
}

/**
 * What a new organisation begins with: a centre what its warehouse needs and its roles; who made it may work there.
 * @param given roles that take the place of the usual ones of the same name
 * @returns the names of the roles that were made
 */
export async function furnish(
  ctx: Ctx,
  hooks: OrgHooks,
  of: { readonly id: string; readonly code: string; readonly type: unknown },
  given: readonly RoleSeed[] = [],
): Promise<readonly string[]> {
  let roles: readonly string[] = []
  if (of.type === 'DC') {
    await acrossOrgs(ctx, () => hooks.prepareDc(ctx, of.id))
    const usual = hooks.rolesOfDc().filter(({ name }) => !given.some((g) => g.name === name))
    roles = await seedRoles(ctx, await nodeOf(ctx, of.id), [...given, ...usual])
    if (roles.length > 0)
      ctx.audit({
        subject: org.key,
        subjectId: of.id,
        subjectNo: of.code,
        action: 'seedRoles',
        after: { roles: roles.length },
      })
  }
  if (ctx.userId !== null) await insert(ctx, userOrg.entity, [{ userId: ctx.userId, orgId: of.id }])
  return roles
}
