import type { Duty } from '@lading/contract/kernel/duty.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { secondFactorCalls, secondFactorFaults } from '@lading/contract/sys/secondFactor.ts'
import type { session as sessionTable } from '@lading/contract/sys/tables.ts'
import { user, userCarrier, userOrg, userOwner, userRole } from '@lading/contract/sys/user.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import sql, { raw } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demand } from '../../kernel/ctx.ts'
import { type OutsideRequest, type Served, serve, serveEach, serveOutside } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Seen } from '../../kernel/rules.ts'
import { tableOf } from '../../kernel/tables.ts'
import { toldOnce } from '../../platform/toldOnce.ts'
import { forgetProof } from '../mail/own.ts'
import { sendMessage } from '../message/messages.ts'
import { demandPlan } from '../org/plan.ts'
import {
  changeRights,
  demandCarriersHeld,
  demandNotStronger,
  demandOwnersHeld,
  demandReach,
  demandRolesHeld,
  lockUser,
  type UserRow,
} from '../rights.ts'
import { removeFactor } from '../secondFactor/secondFactor.ts'
import { type Kept, keepFormer } from '../session/formerPasswords.ts'
import { logLogin } from '../session/loginLog.ts'
import { availableOrgs } from '../session/loginUser.ts'
import { hashPassword, randomPassword } from '../session/password.ts'
import { revokeSessions } from '../session/tokens.ts'
import { demandFree } from './free.ts'
import { userReads } from './read.ts'

type NewUser = z.output<typeof userCalls.create.input>
type Changed = { id: string; version: number }

type Add = (ctx: Ctx, userId: string, ids: readonly string[]) => Promise<unknown>
const addOrgs: Add = (ctx, userId, ids) =>
  insert(
    ctx,
    userOrg.entity,
    ids.map((orgId) => ({ userId, orgId })),
  )
const addRoles: Add = (ctx, userId, ids) =>
  insert(
    ctx,
    userRole.entity,
    ids.map((roleId) => ({ userId, roleId })),
  )
const addOwners: Add = (ctx, userId, ids) =>
  insert(
    ctx,
    userOwner.entity,
    ids.map((ownerId) => ({ userId, ownerId })),
  )
const addCarriers: Add = (ctx, userId, ids) =>
  insert(
    ctx,
    userCarrier.entity,
    ids.map((carrierId) => ({ userId, carrierId })),
  )
const children = {
  orgs: { of: userOrg.entity, column: 'org_id', add: addOrgs },
  roles: { of: userRole.entity, column: 'role_id', add: addRoles },
  owners: { of: userOwner.entity, column: 'owner_id', add: addOwners },
  carriers: { of: userCarrier.entity, column: 'carrier_id', add: addCarriers },
} as const

/** Makes a user's list of organisations, roles, owners or carriers equal to the given one. @returns what it was */
async function setList(
  ctx: Ctx,
  userId: string,
  what: keyof typeof children,
  ids: readonly string[],
): Promise<string[]> {
  const { of, column, add } = children[what]
  const before = await ctx.tx.query<{ ref: string }>(sql`
    delete from ${raw(tableOf(of))} where tenant_id = ${ctx.tenantId} and user_id = ${userId}
    returning ${raw(column)} as ref`)
  await add(ctx, userId, [...new Set(ids)])
  return before.map((r) => r.ref)
}

/** @param passwordHash null: he cannot log in until he is given a password */
export async function createUser(ctx: Ctx, input: NewUser, passwordHash: string | null): Promise<Changed> {
  const { workingOrgIds, roleIds, ownerIds, carrierIds, ...facts } = input
  const username = input.username.toLowerCase()
  const orgs = [...new Set([input.orgId, ...workingOrgIds])]
  await demandReach(ctx, orgs)
  await demandRolesHeld(ctx, roleIds)
  demandOwnersHeld(ctx, ownerIds)
  demandCarriersHeld(ctx, carrierIds)
  return changeRights(ctx, async () => {
    await demandFree(ctx, { ...facts, username })
    await demandPlan(ctx, 'maxUsers')
    const id = ctx.newId()
    const row = {
      ...facts,
      mobile: facts.mobile || null,
      email: facts.email || null,
      workNumber: facts.workNumber || null,
      username,
    }
    await insert(ctx, user, [{ id, ...row, passwordHash, passwordTime: ctx.now(), originalPassword: true }])
    await setList(ctx, id, 'orgs', orgs)
    await demandEnabledOrg(ctx, id)
    await setList(ctx, id, 'roles', roleIds)
    await setList(ctx, id, 'owners', ownerIds)
    await setList(ctx, id, 'carriers', carrierIds)
    ctx.audit({ subject: user.key, subjectId: id, subjectNo: username, action: 'create', after: { ...input } })
    return { id, version: 0 }
  })
}

/** A new initial password is told once: a repeated call gets the answer without it. */
export async function withPassword<T extends object>(
  request: OutsideRequest,
  path: string,
  input: object,
  work: (ctx: Ctx, hash: string) => Promise<T>,
): Promise<T & { initialPassword: string | null }> {
  const password = randomPassword()
  const hash = await hashPassword(password)
  const { answer, isFirst } = await toldOnce(request, path, input, (ctx) => work(ctx, hash))
  return { ...answer, initialPassword: isFirst ? password : null }
}

export async function resetPassword(
  ctx: Ctx,
  seen: Seen,
  hash: string,
): Promise<Changed & { username: string; realName: string }> {
  if (seen.id === ctx.userId) refuse(sysFaults.ownReset)
  const row = await lockUser(ctx, seen)
  await demandNotStronger(ctx, row.id)
  const kept = await ctx.tx.one<Kept>(sql`
    select password_hash, former_hashes from sys_user where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  const changed = await touch(ctx, row, {
    passwordHash: hash,
    formerHashes: keepFormer(kept),
    originalPassword: true,
    passwordTime: ctx.now(),
  })
  await revokeSessions(ctx, { userId: row.id }, 'RESET')
  await logLogin(ctx, row, 'RESET', ctx.username)
  await sendMessage(ctx, [row.id], 'PASSWORD_RESET', { args: { by: ctx.username } })
  note(ctx, row, 'resetPassword', null, null)
  return { ...changed, username: row.username, realName: row.realName }
}

/** For a user who has lost his app and his codes. Whoever has found the device must not stay in. */
async function resetSecondFactor(ctx: Ctx, seen: Seen): Promise<Changed> {
  if (seen.id === ctx.userId) refuse(sysFaults.ownFactor)
  const row = await lockUser(ctx, seen)
  await demandNotStronger(ctx, row.id)
  if (!(await removeFactor(ctx, row.id))) refuse(secondFactorFaults.isOff)
  await revokeSessions(ctx, { userId: row.id }, 'RESET')
  await sendMessage(ctx, [row.id], 'SECOND_FACTOR_RESET', {
    args: { by: ctx.username },
    link: '#/app-sys/loginUserInfo',
  })
  note(ctx, row, 'resetSecondFactor', null, null)
  return touch(ctx, row, {})
}

const note = (ctx: Ctx, row: UserRow, action: string, before: object | null, after: object | null): void =>
  ctx.audit({
    subject: user.key,
    subjectId: row.id,
    subjectNo: row.username,
    action,
    before: before as Record<string, unknown> | null,
    after: after as Record<string, unknown> | null,
  })

const snake = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

async function touch(ctx: Ctx, row: UserRow, values: Readonly<Record<string, unknown>>): Promise<Changed> {
  for (const [name, value] of Object.entries(values))
    await ctx.tx.run(
      sql`update sys_user set ${raw(snake(name))} = ${value} where tenant_id = ${ctx.tenantId} and id = ${row.id}`,
    )
  await ctx.tx.run(sql`
    update sys_user set version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  return { id: row.id, version: row.version + 1 }
}

async function update(ctx: Ctx, input: z.output<typeof userCalls.update.input>): Promise<Changed> {
  return changeRights(ctx, async () => {
    const row = await lockUser(ctx, input)
    await demandNotStronger(ctx, row.id)
    const { id: _id, version: _version, ...given } = input
    const values = Object.fromEntries(
      Object.entries(given)
        .filter(([, v]) => v !== undefined)
        .map(([k, v]) => [k, v === '' ? null : v]),
    )
    await demandFree(ctx, { mobile: given.mobile, workNumber: given.workNumber }, row.id)
    if (values.email !== undefined) await forgetProof(ctx, row.id, values.email)
    note(ctx, row, 'update', null, values)
    return touch(ctx, row, values)
  })
}

async function updateOrg(ctx: Ctx, input: z.output<typeof userCalls.updateOrg.input>): Promise<Changed> {
  if (input.dropRoles) demand(ctx, userCalls.updateRoles.permission)
  return changeRights(ctx, async () => {
    const row = await lockUser(ctx, input)
    await demandNotStronger(ctx, row.id)
    await demandReach(ctx, [input.orgId])
    const dropped = input.dropRoles && input.orgId !== row.orgId ? await dropRoles(ctx, row) : []
    const before = { orgId: row.orgId, ...(dropped.length > 0 && { roleIds: dropped }) }
    note(ctx, row, 'updateOrg', before, { orgId: input.orgId })
    const changed = await touch(ctx, row, { orgId: input.orgId })
    await demandEnabledOrg(ctx, row.id)
    await endForeignSessions(ctx, row.id)
    return changed
  })
}

/** Takes from a user what was given to him in his own organisation. @returns the roles */
async function dropRoles(ctx: Ctx, row: UserRow): Promise<string[]> {
  const gone = await ctx.tx.query<RowOf<typeof userRole.entity, 'roleId'>>(sql`
    delete from sys_user_role ur using sys_role r
    where ur.tenant_id = ${ctx.tenantId} and ur.user_id = ${row.id}
      and r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.org_id = ${row.orgId}
    returning ur.role_id`)
  return gone.map((g) => g.roleId)
}

async function updateWorkingOrgs(ctx: Ctx, input: Seen & { workingOrgIds: string[] }): Promise<Changed> {
  if (input.workingOrgIds.length === 0) refuse(sysFaults.noWorkingOrg)
  return changeRights(ctx, async () => {
    const row = await lockUser(ctx, input)
    await demandNotStronger(ctx, row.id)
    await demandReach(ctx, input.workingOrgIds)
    const before = await setList(ctx, row.id, 'orgs', input.workingOrgIds)
    await demandEnabledOrg(ctx, row.id)
    note(ctx, row, 'updateWorkingOrgs', { workingOrgIds: before }, { workingOrgIds: input.workingOrgIds })
    await endForeignSessions(ctx, row.id)
    return touch(ctx, row, {})
  })
}

/** Who could log in nowhere would have an account in name only: one of his organisations is enabled. */
async function demandEnabledOrg(ctx: Ctx, userId: string): Promise<void> {
  const orgs = await availableOrgs(ctx.tx, ctx.tenantId, userId)
  if (orgs.every((o) => o.disabled)) refuse(sysFaults.noWorkingOrg)
}

/** Sessions in an organisation that is no longer the user's end. */
async function endForeignSessions(ctx: Ctx, userId: string): Promise<void> {
  const foreign = await ctx.tx.query<RowOf<typeof sessionTable, 'id'>>(sql`
    select s.id from sys_session s
    where s.tenant_id = ${ctx.tenantId} and s.user_id = ${userId} and s.revoked_at is null
      and not exists (select 1 from sys_user_org o where o.tenant_id = s.tenant_id and o.user_id = s.user_id and o.org_id = s.working_org_id)
      and not exists (select 1 from sys_user u where u.tenant_id = s.tenant_id and u.id = s.user_id and u.org_id = s.working_org_id)`)
  const ids = foreign.map((s) => s.id)
  if (ids.length > 0) await revokeSessions(ctx, { userId, ids }, 'ORG')
}

async function updateRoles(ctx: Ctx, input: Seen & { roleIds: string[] }): Promise<Changed> {
  return changeRights(ctx, async () => {
    const row = await lockUser(ctx, input)
    await demandNotStronger(ctx, row.id)
    await demandRolesHeld(ctx, input.roleIds)
    const before = await setList(ctx, row.id, 'roles', input.roleIds)
    note(ctx, row, 'updateRoles', { roleIds: before }, { roleIds: input.roleIds })
    return touch(ctx, row, {})
  })
}

async function updateOwners(ctx: Ctx, input: Seen & { ownerIds: string[] }): Promise<Changed> {
  return changeRights(ctx, async () => {
    const row = await lockUser(ctx, input)
    await demandNotStronger(ctx, row.id)
    demandOwnersHeld(ctx, input.ownerIds)
    const before = await setList(ctx, row.id, 'owners', input.ownerIds)
    note(ctx, row, 'updateOwners', { ownerIds: before }, { ownerIds: input.ownerIds })
    return touch(ctx, row, {})
  })
}

async function updateCarriers(ctx: Ctx, input: Seen & { carrierIds: string[] }): Promise<Changed> {
  return changeRights(ctx, async () => {
    const row = await lockUser(ctx, input)
    await demandNotStronger(ctx, row.id)
    demandCarriersHeld(ctx, input.carrierIds)
    const before = await setList(ctx, row.id, 'carriers', input.carrierIds)
    note(ctx, row, 'updateCarriers', { carrierIds: before }, { carrierIds: input.carrierIds })
    return touch(ctx, row, {})
  })
}

async function setDisabled(ctx: Ctx, seen: Seen, disabled: boolean): Promise<Changed> {
  if (disabled && seen.id === ctx.userId) refuse(sysFaults.ownSwitch)
  return changeRights(ctx, async () => {
    const row = await lockUser(ctx, seen)
    await demandNotStronger(ctx, row.id)
    if (row.disabled === disabled) return { id: row.id, version: row.version }
    if (disabled) {
      if ((await revokeSessions(ctx, { userId: row.id }, 'DISABLED')) > 0)
        await logLogin(ctx, row, 'ENDED', ctx.username)
    } else await demandPlan(ctx, 'maxUsers')
    note(ctx, row, disabled ? 'disable' : 'enable', { disabled: !disabled }, { disabled })
    return touch(ctx, row, { disabled })
  })
}

/**
 * @param built the menu entries that have a page
 * @param duties of which permissions one watches over the other
 */
export const userServed = (built: readonly string[], duties: readonly Duty[]): Served[] => [
  ...userReads(new Set(built), duties),
  serveOutside(userCalls.create, (request, input) =>
    withPassword(request, userCalls.create.path, input, (ctx, hash) => createUser(ctx, input, hash)),
  ),
  serveOutside(userCalls.resetPassword, async (request, input) => {
    const { version, initialPassword } = await withPassword(request, userCalls.resetPassword.path, input, (ctx, hash) =>
      resetPassword(ctx, input, hash),
    )
    return { version, initialPassword }
  }),
  serve(secondFactorCalls.reset, async (ctx, input) => ({ version: (await resetSecondFactor(ctx, input)).version })),
  serve(userCalls.update, update),
  serve(userCalls.updateOrg, updateOrg),
  serve(userCalls.updateWorkingOrgs, updateWorkingOrgs),
  serve(userCalls.updateRoles, updateRoles),
  serve(userCalls.updateOwners, updateOwners),
  serve(userCalls.updateCarriers, updateCarriers),
  serveEach(userCalls.enable, (ctx, row) => setDisabled(ctx, row, false)),
  serveEach(userCalls.disable, (ctx, row) => setDisabled(ctx, row, true)),
]
