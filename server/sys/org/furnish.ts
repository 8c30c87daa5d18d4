import type { OrgType } from '@lading/contract/kernel/org.ts'
import { org } from '@lading/contract/sys/org.ts'
import { userOrg } from '@lading/contract/sys/user.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { acrossOrgs } from '../../kernel/scope.ts'
import type { Holding } from '../../platform/manifest.ts'
import { type RoleSeed, seedRoles } from '../role/seed.ts'
import { nodeOf } from './place.ts'

/** What other areas do for and say of an organisation. */
export interface OrgHooks {
  /** Gives a new organisation what the areas need there. */
  readonly prepareOrg: (ctx: Ctx, of: NewOrg) => Promise<void>
  /** The roles that a new organisation begins with. */
  readonly rolesOf: (type: OrgType) => readonly RoleSeed[]
  /** Stock and unfinished work, of each kind how much. */
  readonly whatHolds: (ctx: Ctx, orgId: string) => Promise<readonly Holding[]>
}

interface NewOrg {
  readonly id: string
  readonly type: OrgType
}

/**
 * What a new organisation begins with: what its work needs, and its roles; who made it may work there.
 * @param given roles that take the place of the usual ones of the same name
 * @returns the names of the roles that were made
 */
export async function furnish(
  ctx: Ctx,
  hooks: OrgHooks,
  of: NewOrg & { readonly code: string },
  given: readonly RoleSeed[] = [],
): Promise<readonly string[]> {
  await acrossOrgs(ctx, () => hooks.prepareOrg(ctx, of))
  const usual = hooks.rolesOf(of.type).filter(({ name }) => !given.some((g) => g.name === name))
  const roles = await giveRoles(ctx, of, [...given, ...usual])
  if (ctx.userId !== null) await insert(ctx, userOrg.entity, [{ userId: ctx.userId, orgId: of.id }])
  return roles
}

type Known = Pick<NewOrg, 'type'> & { readonly id: string; readonly code: string }
async function giveRoles(ctx: Ctx, of: Known, seeds: readonly RoleSeed[]): Promise<readonly string[]> {
  const roles = await seedRoles(ctx, await nodeOf(ctx, of.id), seeds)
  if (roles.length > 0)
    ctx.audit({
      subject: org.key,
      subjectId: of.id,
      subjectNo: of.code,
      action: 'seedRoles',
      after: { roles: roles.length },
    })
  return roles
}

/** A role that comes with such an organisation today, for one that was opened before it did. */
export const giveRole = (ctx: Ctx, hooks: Pick<OrgHooks, 'rolesOf'>, of: Known, name: string): Promise<unknown> =>
  giveRoles(
    ctx,
    of,
    hooks.rolesOf(of.type).filter((r) => r.name === name),
  )
