import type { Call } from '@lading/contract/kernel/call.ts'
import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { org, orgGroup } from '@lading/contract/sys/org.ts'
import { role, type rolePermission, user, type userRole } from '@lading/contract/sys/user.ts'
import sql, { empty, type Sql } from 'sql-template-tag'
import { dayIn, usualZone } from '../kernel/clock.ts'
import { type Ctx, found } from '../kernel/ctx.ts'
import type { RowOf } from '../kernel/rowOf.ts'
import { visible } from '../kernel/scope.ts'
import type { Tx } from '../kernel/tx.ts'
import { rightsTopic } from '../platform/push/push.ts'
import { raiseRights } from './session/identify.ts'

/** Who may do both can repair any other right: an administrator. */
const adminPermissions = [entityPermission(user, 'edit_role'), entityPermission(role, 'update')]

/** Calls that write users, roles or organisations: what anybody may do can be another thing after each of them. */
export const isAboutRights = (call: Pick<Call, 'writes' | 'permission'>): boolean =>
  call.writes && [user, role, org, orgGroup].some((e) => call.permission.startsWith(`${e.permit}:`))

/** Waits for whoever is changing rights in the tenant; held until the transaction ends. */
export const lockRights = (tx: Tx, tenantId: string): Promise<unknown> =>
  tx.query(
    sql`select id from sys_org where tenant_id = ${tenantId} and upper_org_id is null order by id for no key update`,
  )

/**
 * Every change of rights in a tenant waits for the one before it, so that two changes, each harmless alone, cannot
 * together leave nobody in charge. Afterwards at least one administrator must remain who may log in. Whoever asked for it
 * was identified behind the same lock ({@link isAboutRights}): a right that was taken meanwhile serves no more.
 */
export async function changeRights<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  await lockRights(ctx.tx, ctx.tenantId)
  const had = await countAdmins(ctx)
  const result = await work()
  await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  ctx.tell(rightsTopic)
  if (had > 0 && (await countAdmins(ctx)) === 0) refuse(sysFaults.lastAdmin)
  return result
}

/** Who may log in and holds all of an administrator's rights through enabled roles of an enabled organisation. */
async function countAdmins(ctx: Ctx): Promise<number> {
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::int as n from (
      select u.id from sys_user u
      join sys_user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
      join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.disabled
      join sys_org o on o.tenant_id = r.tenant_id and o.id = r.org_id and not o.disabled and o.upper_org_id is null
      join sys_role_permission p on p.tenant_id = r.tenant_id and p.role_id = r.id and p.permission = any(${adminPermissions}::text[])
      where u.tenant_id = ${ctx.tenantId} and not u.disabled
        and (u.valid_to is null or u.valid_to >= ${dayIn(usualZone, ctx.now())})
      group by u.id having count(distinct p.permission) = ${adminPermissions.length}) admins`)
  return n
}

export const holdsAll = ({ permissions: own }: Ctx, permissions: readonly string[]): boolean =>
  own === null || permissions.every((p) => own.has(p))

/** Nobody grants what he does not hold himself. */
export function demandHeld(ctx: Ctx, permissions: readonly string[]): void {
  if (!holdsAll(ctx, permissions)) refuse(sysFaults.beyondOwn)
}

export async function demandRolesHeld(ctx: Ctx, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return
  const rows = await ctx.tx.query<RowOf<typeof role, 'id' | 'orgId'> & Scope>(sql`
    select id, org_id, data_scope, scope_org_ids from sys_role where tenant_id = ${ctx.tenantId} and id = any(${roleIds}::bigint[])`)
  if (rows.length !== new Set(roleIds).size) refuse(faults.notFound, { subject: role.title, no: '' })
  await demandReach(
    ctx,
    rows.map((r) => r.orgId),
  )
  for (const of of rows) demandScopeHeld(ctx, of)
  const granted = await ctx.tx.query<RowOf<typeof rolePermission.entity, 'permission'>>(sql`
    select distinct permission from sys_role_permission
    where tenant_id = ${ctx.tenantId} and role_id = any(${roleIds}::bigint[])`)
  demandHeld(
    ctx,
    granted.map((g) => g.permission),
  )
}

/** Administration reaches from the working organisation downwards, as far as the caller sees. */
export async function demandReach(ctx: Ctx, orgIds: readonly string[]): Promise<void> {
  const ids = [...new Set(orgIds)]
  if (ids.length === 0 || ctx.userId === null) return
  const { path } = await ctx.tx.one<RowOf<typeof org, 'path'>>(sql`
    select path from sys_org where tenant_id = ${ctx.tenantId} and id = ${ctx.org.id}`)
  const rows = await ctx.tx.query<RowOf<typeof org, 'path'>>(sql`
    select path from sys_org where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`)
  if (rows.length !== ids.length) refuse(faults.notFound, { subject: ['组织', 'Organisation'], no: '' })
  if (rows.some((r) => !r.path.startsWith(path))) refuse(sysFaults.foreignUser)
  if (ctx.sight && !ids.every((id) => ctx.sight?.orgIds.includes(id))) refuse(faults.someOrgs)
}

/** The same as a condition: rows of the working organisation and of those below it. @param orgId the column that says whose they are */
export const withinReach = (ctx: Ctx, orgId: Sql): Sql => sql`exists (
  select 1 from sys_org own, sys_org at where own.tenant_id = ${ctx.tenantId} and own.id = ${ctx.org.id}
    and at.tenant_id = own.tenant_id and at.id = ${orgId} and at.path >= own.path and at.path < own.path || ${'\u{10FFFF}'}
    ${ctx.sight ? sql`and at.id = any(${ctx.sight.orgIds}::bigint[])` : empty})`

/** Which of these users, himself apart, may do more than the caller, work where he does not reach, or see goods of other owners. */
export async function strongerAmong(ctx: Ctx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const others = userIds.filter((id) => id !== ctx.userId)
  if (ctx.permissions === null || others.length === 0) return new Set()
  const { tenantId, owners } = ctx
  const rows = await ctx.tx.query<{ userId: string }>(sql`
    select ur.user_id from sys_user_role ur
    join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.disabled
    join sys_role_permission p on p.tenant_id = r.tenant_id and p.role_id = r.id
    where ur.tenant_id = ${tenantId} and ur.user_id = any(${others}::bigint[])
      and not p.permission = any(${[...ctx.permissions]}::text[])
    union select uo.user_id from sys_user_org uo
    join sys_org o on o.tenant_id = uo.tenant_id and o.id = uo.org_id
    join sys_org own on own.tenant_id = uo.tenant_id and own.id = ${ctx.org.id}
    where uo.tenant_id = ${tenantId} and uo.user_id = any(${others}::bigint[]) and not starts_with(o.path, own.path)`)
  const beyond = new Set(rows.map((r) => r.userId))
  for (const id of await seeingFurther(ctx, others)) beyond.add(id)
  if (owners === null) return beyond
  const limits = await ctx.tx.query<{ userId: string; isHeld: boolean }>(sql`
    select user_id, bool_and(owner_id = any(${owners}::bigint[])) as is_held from sys_user_owner
    where tenant_id = ${tenantId} and user_id = any(${others}::bigint[]) group by user_id`)
  const held = new Set(limits.filter((l) => l.isHeld).map((l) => l.userId))
  return new Set(others.filter((id) => beyond.has(id) || !held.has(id)))
}

/** Which of these users see rows of more organisations than the caller. */
async function seeingFurther(ctx: Ctx, userIds: readonly string[]): Promise<string[]> {
  if (ctx.sight === null) return []
  const rows = await ctx.tx.query<RowOf<typeof userRole.entity, 'userId'> & Scope>(sql`
    select ur.user_id, r.data_scope, r.scope_org_ids from sys_user_role ur
    join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.disabled
    where ur.tenant_id = ${ctx.tenantId} and ur.user_id = any(${userIds}::bigint[])`)
  return rows.filter((r) => !isScopeHeld(ctx, r)).map((r) => r.userId)
}

/** Of which rows a role lets its holders see. */
export type Scope = RowOf<typeof role, 'dataScope' | 'scopeOrgIds'>
/** Whether the caller sees himself what a role of this scope shows. */
function isScopeHeld({ owners, sight }: Ctx, { dataScope, scopeOrgIds }: Scope): boolean {
  if (owners !== null && dataScope !== 'OWNER_SET') return false
  if (sight === null) return true
  if (dataScope === 'SELF') return sight.own
  return dataScope === 'CUSTOM' && scopeOrgIds.every((id) => sight.orgIds.includes(id))
}
/**
 * Nobody lets others see more than he sees himself.
 * @throws Fault someOwners, someOrgs
 */
export function demandScopeHeld(ctx: Ctx, scope: Scope): void {
  if (!isScopeHeld(ctx, scope)) refuse(ctx.owners === null ? faults.someOrgs : faults.someOwners)
}

/** Who may do more than the caller is not his to change: a reset password would hand the difference over. */
export async function demandNotStronger(ctx: Ctx, userId: string): Promise<void> {
  if ((await strongerAmong(ctx, [userId])).size > 0) refuse(sysFaults.strongerUser)
}

/** A caller limited to some cargo owners cannot hand out others, nor all. */
export function demandOwnersHeld(ctx: Ctx, ownerIds: readonly string[]): void {
  if (ctx.owners !== null && (ownerIds.length === 0 || ownerIds.some((o) => !ctx.owners?.includes(o))))
    refuse(sysFaults.beyondOwn)
}

/** Nor can one who works for carriers make others, or himself, see more than theirs. */
export function demandCarriersHeld(ctx: Ctx, carrierIds: readonly string[]): void {
  if (ctx.carriers !== null && (carrierIds.length === 0 || carrierIds.some((id) => !ctx.carriers?.includes(id))))
    refuse(sysFaults.beyondOwn)
}

export type UserRow = RowOf<typeof user, 'id' | 'version' | 'username' | 'realName' | 'orgId' | 'disabled'>

/** The user as the caller saw him, locked, within his reach. */
export async function lockUser(ctx: Ctx, seen: { id: string; version: number }): Promise<UserRow> {
  const row = found(
    await ctx.tx.maybe<UserRow>(sql`
      select t.id, t.version, t.username, t.real_name, t.org_id, t.disabled from sys_user t
      where ${visible(user, ctx, 't')} and t.id = ${seen.id} for update`),
    user.title,
  )
  await demandReach(ctx, [row.orgId])
  if (row.version !== seen.version) refuse(faults.stale)
  return row
}
