import type { FilterValue } from '@lading/contract/kernel/call.ts'
import { listQuery } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { Duty } from '@lading/contract/kernel/duty.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { Permission } from '@lading/contract/kernel/permission.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { roleCalls, roleView } from '@lading/contract/sys/roleCalls.ts'
import { role, rolePermission, user, userRole } from '@lading/contract/sys/user.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { explained } from '../../kernel/constraints.ts'
import { getRow } from '../../kernel/crud.ts'
import { readLog } from '../../kernel/crudServed.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Seen } from '../../kernel/rules.ts'
import { from, visible } from '../../kernel/scope.ts'
import { exportServed } from '../../platform/sheet/exportRows.ts'
import { dropViewsOf } from '../listView/views.ts'
import {
  changeRights,
  demandHeld,
  demandNotStronger,
  demandReach,
  demandRolesHeld,
  demandScopeHeld,
  holdsAll,
  type Scope,
} from '../rights.ts'
import { queryUsers } from '../user/list.ts'
import { conflictsOfRoles, dutyWordsIn } from './duties.ts'
import { permissionTree } from './permissionTree.ts'

type Changed = { id: string; version: number }
type RoleRow = RowOf<
  typeof role,
  'id' | 'version' | 'name' | 'orgId' | 'disabled' | 'sysDefault' | 'needsSecondFactor' | 'remark'
> &
  Scope

async function queryRoles(ctx: Ctx, q: z.output<typeof roleCalls.query.input>) {
  const { id, nameEquals, nameLike, orgIdIn, sysDefault, upperOrgIdEquals, disabled, ...question } = q
  const filter: Record<string, FilterValue> = { ...question.filter }
  if (id) filter.id = [id]
  if (nameLike) filter.name = nameLike
  if (orgIdIn) filter.orgId = orgIdIn
  if (sysDefault !== undefined) filter.sysDefault = sysDefault
  if (disabled !== undefined) filter.disabled = disabled
  const extra: Sql[] = []
  if (nameEquals) extra.push(sql`t.name = ${nameEquals}`)
  if (upperOrgIdEquals)
    extra.push(
      sql`t.org_id in (select o.id from sys_org o where o.tenant_id = ${ctx.tenantId} and o.upper_org_id = ${upperOrgIdEquals})`,
    )
  const page = await listRecords(ctx, role, { ...question, filter }, extra)
  return { ...page, records: await told(ctx, page.records) }
}

/** With how many hold each role, and whether the caller holds all that it gives. */
async function told(ctx: Ctx, records: readonly Record<string, unknown>[]): Promise<Record<string, unknown>[]> {
  const own = ctx.permissions === null ? null : [...ctx.permissions]
  const facts = await ctx.tx.query<{ id: string; users: number; beyond: boolean }>(sql`
    select r.id, (select count(*)::int from ${from(ctx, userRole.entity, 'u')} where u.role_id = r.id) as users,
      exists (select 1 from sys_role_permission p where p.tenant_id = r.tenant_id and p.role_id = r.id
        and not p.permission = any(${own}::text[])) as beyond
    from sys_role r where r.tenant_id = ${ctx.tenantId} and r.id = any(${records.map((r) => String(r.id))}::bigint[])`)
  const byRole = new Map(facts.map((f) => [f.id, f]))
  return records.map((record) => {
    const { users = 0, beyond = false } = byRole.get(String(record.id)) ?? {}
    const refs = record.refs as Record<string, { name: string }>
    return { ...record, orgName: refs.orgId?.name ?? '', userCount: users, isBeyond: beyond }
  })
}
const getRole = async (ctx: Ctx, id: string) => (await told(ctx, [await getRow(ctx, role, id)]))[0] ?? {}

/**
 * The role as the caller saw it, locked, within his reach. Who lacks a right that it gives changes nothing of it, whatever
 * the verb: neither its name nor its rights, its users, whether it is in force, nor whether it is there.
 */
async function lockRole(ctx: Ctx, seen: { id: string; version?: number }): Promise<RoleRow> {
  const row = found(
    await ctx.tx.maybe<RoleRow>(sql`
      select id, version, name, org_id, disabled, sys_default, data_scope, scope_org_ids, needs_second_factor, remark from sys_role
      where tenant_id = ${ctx.tenantId} and id = ${seen.id} for update`),
    role.title,
  )
  await demandReach(ctx, [row.orgId])
  if (seen.version !== undefined && row.version !== seen.version) refuse(faults.stale)
  if (!holdsAll(ctx, await heldBy(ctx, row.id))) refuse(sysFaults.roleBeyond)
  return row
}

const heldBy = async (ctx: Ctx, roleId: string): Promise<string[]> =>
  (
    await ctx.tx.query<RowOf<typeof rolePermission.entity, 'permission'>>(sql`
      select permission from sys_role_permission where tenant_id = ${ctx.tenantId} and role_id = ${roleId} order by permission`)
  ).map((r) => r.permission)

const note = (
  ctx: Ctx,
  row: { id: string; name: string },
  action: string,
  before: object | null,
  after: object | null,
) =>
  ctx.audit({
    subject: role.key,
    subjectId: row.id,
    subjectNo: row.name,
    action,
    before: before as Record<string, unknown> | null,
    after: after as Record<string, unknown> | null,
  })

async function touch(ctx: Ctx, row: RoleRow): Promise<Changed> {
  await ctx.tx.run(sql`
    update sys_role set version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  return { id: row.id, version: row.version + 1 }
}

interface NewRole {
  readonly name: string
  readonly orgId: string
  readonly remark?: string | null | undefined
  readonly dataScope?: Scope['dataScope'] | null | undefined
  readonly scopeOrgIds?: readonly string[] | null | undefined
  readonly needsSecondFactor?: boolean | null | undefined
}

async function insertRole(ctx: Ctx, input: NewRole, permissions: readonly string[]): Promise<Changed> {
  await demandReach(ctx, [input.orgId])
  demandHeld(ctx, permissions)
  const { name, orgId, remark } = input
  const needsSecondFactor = input.needsSecondFactor ?? false
  const scope = await scopeOf(ctx, input.dataScope ?? 'ALL', input.scopeOrgIds ?? [])
  const row = { name, orgId, remark, needsSecondFactor, ...scope }
  const made = await insert(ctx, role, [row]).catch((error: unknown) => explained(error, { name }))
  const [id = ''] = made.ids
  await writePermissions(ctx, id, permissions)
  note(ctx, { id, name }, 'create', null, { name, orgId, ...scope, needsSecondFactor, permissions })
  return { id, version: 0 }
}

/** The role that is copied, within the caller's reach and with nothing that he lacks. */
const modelOf = async (ctx: Ctx, id: string | null | undefined): Promise<RoleRow | undefined> =>
  id ? lockRole(ctx, { id }) : undefined

/** A new role as it was asked for, and as the model has it where nothing was said: a copy never sees more than that. */
function like(model: RoleRow | undefined, input: NewRole): NewRole {
  if (!model) return input
  const own = input.dataScope ?? model.dataScope
  return {
    ...input,
    remark: input.remark ?? model.remark,
    dataScope: own,
    scopeOrgIds: input.scopeOrgIds?.length || own !== model.dataScope ? input.scopeOrgIds : model.scopeOrgIds,
    needsSecondFactor: input.needsSecondFactor ?? model.needsSecondFactor,
  }
}

const writePermissions = (ctx: Ctx, roleId: string, permissions: readonly string[]): Promise<unknown> =>
  insert(
    ctx,
    rolePermission.entity,
    permissions.map((permission) => ({ roleId, permission })),
  )

/** What a role shows, as it is kept: organisations are named for the scope that asks for them. */
async function scopeOf(ctx: Ctx, dataScope: Scope['dataScope'], named: readonly string[]): Promise<Scope> {
  const scopeOrgIds = dataScope === 'CUSTOM' ? [...new Set(named)] : []
  if (dataScope === 'CUSTOM' && scopeOrgIds.length === 0) refuse(sysFaults.noScopeOrg)
  await demandReach(ctx, scopeOrgIds)
  demandScopeHeld(ctx, { dataScope, scopeOrgIds })
  return { dataScope, scopeOrgIds }
}

const updateRole = (ctx: Ctx, input: z.output<typeof roleCalls.update.input>): Promise<Changed> =>
  changeRights(ctx, async () => {
    const row = await lockRole(ctx, input)
    const name = input.name ?? row.name
    const needsSecondFactor = input.needsSecondFactor ?? row.needsSecondFactor
    const before: Scope = { dataScope: row.dataScope, scopeOrgIds: row.scopeOrgIds }
    const isChanged = Boolean(input.dataScope ?? input.scopeOrgIds)
    const scope = isChanged
      ? await scopeOf(ctx, input.dataScope ?? row.dataScope, input.scopeOrgIds ?? row.scopeOrgIds)
      : before
    await ctx.tx.run(sql`
    update sys_role set name = ${name}, needs_second_factor = ${needsSecondFactor}, remark = case when ${input.remark !== undefined} then ${input.remark ?? null} else remark end,
      data_scope = ${scope.dataScope}, scope_org_ids = ${scope.scopeOrgIds}::bigint[]
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
    note(
      ctx,
      row,
      'update',
      { name: row.name, ...before, needsSecondFactor: row.needsSecondFactor },
      { name, remark: input.remark, ...scope, needsSecondFactor },
    )
    return touch(ctx, row)
  })

async function setDisabled(ctx: Ctx, seen: Seen, disabled: boolean): Promise<Changed> {
  return changeRights(ctx, async () => {
    const row = await lockRole(ctx, seen)
    if (row.disabled === disabled) return { id: row.id, version: row.version }
    await ctx.tx.run(sql`
      update sys_role set disabled = ${disabled} where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
    note(ctx, row, disabled ? 'disable' : 'enable', { disabled: !disabled }, { disabled })
    return touch(ctx, row)
  })
}

async function removeRole(ctx: Ctx, seen: Seen): Promise<null> {
  return changeRights(ctx, async () => {
    const row = await lockRole(ctx, seen)
    if (row.sysDefault) refuse(sysFaults.roleBuiltIn)
    const users = await ctx.tx.query(sql`
      select 1 from sys_user_role where tenant_id = ${ctx.tenantId} and role_id = ${row.id} limit 1`)
    if (users.length > 0) refuse(sysFaults.roleHasUsers)
    await dropViewsOf(ctx, row.id)
    await ctx.tx.run(sql`delete from sys_role where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
    note(ctx, row, 'remove', { name: row.name, orgId: row.orgId }, null)
    return null
  })
}

/** The permissions, if they all exist. Whoever may change something may also see it. */
function known(permissions: readonly string[], registry: readonly Permission[]): string[] {
  const all = new Set(registry.map((p) => p.code))
  if (permissions.some((p) => !all.has(p))) refuse(sysFaults.unknownPermission)
  const views = permissions.map((p) => p.replace(/:[^:]+$/, ':view')).filter((p) => all.has(p))
  return [...new Set([...permissions, ...views])].sort()
}

async function updatePermission(
  ctx: Ctx,
  registry: readonly Permission[],
  input: Seen & { permissions: readonly string[] },
) {
  return changeRights(ctx, async () => {
    const row = await lockRole(ctx, input)
    const wanted = known(input.permissions, registry)
    const before = await heldBy(ctx, row.id)
    const added = wanted.filter((p) => !before.includes(p))
    const removed = before.filter((p) => !wanted.includes(p))
    demandHeld(ctx, added)
    if (removed.length > 0)
      await ctx.tx.run(sql`
        delete from sys_role_permission where tenant_id = ${ctx.tenantId} and role_id = ${row.id}
          and permission = any(${removed}::text[])`)
    await writePermissions(ctx, row.id, added)
    note(ctx, row, 'updatePermission', { removed }, { added })
    return { ...(await touch(ctx, row)), added: added.length, removed: removed.length }
  })
}

async function changeUsers(ctx: Ctx, input: { id: string; userIds: readonly string[] }, adding: boolean) {
  return changeRights(ctx, async () => {
    const row = await lockRole(ctx, { id: input.id })
    const users = await ctx.tx.query<RowOf<typeof user, 'id' | 'orgId'>>(sql`
      select t.id, t.org_id from sys_user t
      where ${visible(user, ctx, 't')} and t.id = any(${input.userIds}::bigint[]) order by t.id for update`)
    if (users.length !== new Set(input.userIds).size) refuse(faults.notFound, { subject: user.title, no: '' })
    await demandReach(
      ctx,
      users.map((u) => u.orgId),
    )
    for (const u of users) await demandNotStronger(ctx, u.id)
    if (adding) await demandRolesHeld(ctx, [row.id])
    const count = adding
      ? (
          await insert(
            ctx,
            userRole.entity,
            users.map((u) => ({ userId: u.id, roleId: row.id })),
            sql`on conflict do nothing`,
          )
        ).count
      : await ctx.tx.run(sql`
          delete from sys_user_role where tenant_id = ${ctx.tenantId} and role_id = ${row.id} and user_id = any(${input.userIds}::bigint[])`)
    note(ctx, row, adding ? 'addUsers' : 'removeUsers', null, { userIds: input.userIds })
    return { count }
  })
}

async function batchCreate(
  ctx: Ctx,
  registry: readonly Permission[],
  input: z.output<typeof roleCalls.batchCreate.input>,
) {
  const orgs = [...new Set(input.orgIds)]
  await demandReach(ctx, orgs)
  // Known beforehand, since one broken key would end the transaction of them all.
  const taken = await ctx.tx.query<RowOf<typeof role, 'orgId'>>(sql`
    select org_id from sys_role where tenant_id = ${ctx.tenantId} and name = ${input.name} and org_id = any(${orgs}::bigint[])`)
  const failed = taken.map(({ orgId }) => ({
    orgId,
    message: new Fault(faults.duplicate, { field: role.fields.name.title, value: input.name }).in(ctx.language),
  }))
  const free = orgs.filter((orgId) => !taken.some((t) => t.orgId === orgId))
  const permissions = known(input.permissions, registry)
  const model = await modelOf(ctx, input.copyFromId)
  await changeRights(ctx, async () => {
    for (const orgId of free) await insertRole(ctx, like(model, { name: input.name, orgId }), permissions)
  })
  return { ok: free.length, failed }
}

/** @param registry every permission there is */
export function roleServed(registry: () => readonly Permission[], duties: readonly Duty[]): Served[] {
  const { getById } = crudCalls(roleView)
  const { log } = crudCalls(role)
  return [
    serve(roleCalls.query, queryRoles),
    serve(roleCalls.getBaseInfo, (ctx, input) => getRole(ctx, input.id)),
    ...(getById ? [serve(getById, (ctx, input) => getRole(ctx, (input as { id: string }).id))] : []),
    ...(log ? [serve(log, (ctx, input) => readLog(ctx, role, (input as { id: string }).id))] : []),
    ...exportServed(role),
    serve(roleCalls.create, async (ctx, input) => {
      const from = input.copyFromId ?? undefined
      const model = await modelOf(ctx, from)
      const permissions = from === undefined ? [] : await heldBy(ctx, from)
      return changeRights(ctx, () => insertRole(ctx, like(model, input), permissions))
    }),
    serve(roleCalls.batchCreate, (ctx, input) => batchCreate(ctx, registry(), input)),
    serve(roleCalls.update, updateRole),
    serveEach(roleCalls.enable, (ctx, row) => setDisabled(ctx, row, false)),
    serveEach(roleCalls.disable, (ctx, row) => setDisabled(ctx, row, true)),
    serve(roleCalls.remove, removeRole),
    serve(roleCalls.getPermission, async (ctx, input) => ({
      tree: permissionTree(registry(), ctx.language),
      duties: dutyWordsIn(ctx.language, duties),
      held: await heldBy(ctx, input.id),
      version: Number((await getRow(ctx, role, input.id)).version),
    })),
    serve(roleCalls.getConflicts, async (ctx, { roleIds }) => ({
      duties: dutyWordsIn(ctx.language, await conflictsOfRoles(ctx, duties, roleIds)),
    })),
    serve(roleCalls.updatePermission, (ctx, input) => updatePermission(ctx, registry(), input)),
    serve(roleCalls.getRoleUsers, async (ctx, input) => {
      await getRow(ctx, role, input.id)
      const question = listQuery.parse({ page: input.page, pageSize: input.pageSize })
      return queryUsers(ctx, duties, { ...question, roleIdIn: [input.id] })
    }),
    serve(roleCalls.addUsers, (ctx, input) => changeUsers(ctx, input, true)),
    serve(roleCalls.removeUsers, (ctx, input) => changeUsers(ctx, input, false)),
  ]
}
