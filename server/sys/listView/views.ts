import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { listDefault, listView, listViewFaults } from '@lading/contract/sys/listView.ts'
import {
  listViewCalls as calls,
  type ListView,
  type ListViewBody,
  listViewsMax,
  mayShare,
} from '@lading/contract/sys/listViewCalls.ts'
import { role } from '@lading/contract/sys/user.ts'
import sql, { type Sql } from 'sql-template-tag'
import { explained } from '../../kernel/constraints.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { allEntities } from '../../kernel/registry.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { spoken } from '../../kernel/spoken.ts'
import { ownTopic } from '../../platform/push/push.ts'

/** What one answer tells at most: one's own come first, then those of one's roles. */
const answerMax = 500

type Seen = { readonly id: string; readonly version: number }
type Stored = RowOf<typeof listView, 'id' | 'version' | 'list' | 'name' | 'userId' | 'roleId'> & {
  readonly body: ListViewBody
  readonly roleName: string | null
  readonly isHeld: boolean
  readonly mayChange: boolean
}

const self = (ctx: Ctx): string => ctx.userId ?? '0'
/** Whoever changes a view has the same on his other devices; those with whom it is shared find it with the next list. */
const tell = (ctx: Ctx): void => ctx.tell(ownTopic(listView.key, self(ctx)))

/** That role `r` of organisation `o` counts for the caller where he works. */
const isHeld = (ctx: Ctx): Sql => sql`(not r.disabled and exists (
  select 1 from sys_user_role ur join sys_org here on here.tenant_id = ur.tenant_id and here.id = ${ctx.org.id}
  where ur.tenant_id = ${ctx.tenantId} and ur.role_id = r.id and ur.user_id = ${self(ctx)} and starts_with(here.path, o.path)))`

/**
 * That the caller may give views to role `r` of organisation `o`: whoever shares reaches from the organisation that gave him
 * the right downwards, wherever he works, since a list of a warehouse is seen there only.
 */
const isSharer = (ctx: Ctx): Sql => sql`exists (
  select 1 from sys_user_role su join sys_role sr on sr.tenant_id = su.tenant_id and sr.id = su.role_id and not sr.disabled
  join sys_role_permission sp on sp.tenant_id = sr.tenant_id and sp.role_id = sr.id and sp.permission = ${mayShare}
  join sys_org so on so.tenant_id = sr.tenant_id and so.id = sr.org_id
  join sys_org here on here.tenant_id = so.tenant_id and here.id = ${ctx.org.id}
  where su.tenant_id = ${ctx.tenantId} and su.user_id = ${self(ctx)}
    and starts_with(here.path, so.path) and starts_with(o.path, so.path))`

/** Views that the caller sees, with what he may do with each. */
const seen = (ctx: Ctx, which: Sql, more: Sql = sql``): Promise<Stored[]> =>
  ctx.tx.query<Stored>(sql`
    select * from (
      select v.id, v.version, v.list, v.name, v.user_id, v.role_id, v.body, ${spoken(ctx, role, 'name', 'r')} as role_name,
        coalesce(${isHeld(ctx)}, false) as is_held, v.user_id is not null or ${isSharer(ctx)} as may_change
      from sys_list_view v
      left join sys_role r on r.tenant_id = v.tenant_id and r.id = v.role_id
      left join sys_org o on o.tenant_id = r.tenant_id and o.id = r.org_id
      where v.tenant_id = ${ctx.tenantId} and (v.user_id is null or v.user_id = ${self(ctx)}) and ${which}
    ) s where s.user_id is not null or s.is_held or s.may_change ${more}`)

async function query(ctx: Ctx, { list }: { list: string }): Promise<ListView[]> {
  const rows = await seen(
    ctx,
    sql`v.list = ${list}`,
    sql`order by s.user_id is null, not s.is_held, s.name, s.id limit ${answerMax}`,
  )
  return rows.map(({ id, version, name, roleId, roleName, isHeld, mayChange, body }) => ({
    id,
    version,
    name,
    role: roleId === null ? null : { id: roleId, name: roleName ?? '' },
    isOthers: roleId !== null && !isHeld,
    mayChange,
    body,
  }))
}

/** The view as the caller saw it, locked, if it is his to change. */
async function lock(ctx: Ctx, { id, version }: Seen): Promise<Stored> {
  const rows = await ctx.tx.query(sql`
    select id from sys_list_view where tenant_id = ${ctx.tenantId} and id = ${id} for update`)
  const [row] = rows.length === 0 ? [] : await seen(ctx, sql`v.id = ${id}`)
  const view = found(row, listView.title)
  if (!view.mayChange) refuse(listViewFaults.readOnly, { name: view.name, role: view.roleName })
  if (view.version !== version) refuse(faults.stale)
  return view
}

interface NewView {
  readonly list: string
  readonly name: string
  readonly body: ListViewBody
}
type Whose = { readonly userId: string } | { readonly roleId: string }

/** Whose it is has been locked: two views that come at once are counted one after the other. */
async function add(ctx: Ctx, view: NewView, whose: Whose): Promise<Seen> {
  if (!allEntities().some((e) => e.key === view.list)) found(undefined, listView.fields.list.title)
  const of = 'userId' in whose ? sql`user_id = ${whose.userId}` : sql`role_id = ${whose.roleId}`
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::int as n from sys_list_view where tenant_id = ${ctx.tenantId} and list = ${view.list} and ${of}`)
  if (n >= listViewsMax) refuse(listViewFaults.tooMany, { max: listViewsMax })
  const { list, name, body } = view
  const row = { list, name, body, userId: null, roleId: null, ...whose }
  const made = await insert(ctx, listView, [row]).catch((error: unknown) => taken(error, name))
  const [id = ''] = made.ids
  const action = 'userId' in whose ? 'create' : 'share'
  ctx.audit({ subject: listView.key, subjectId: id, subjectNo: name, action, after: { list, name, body, ...whose } })
  tell(ctx)
  return { id, version: 0 }
}

/** Of the key only the name is typed. */
const taken = (error: unknown, name: string): never => {
  try {
    return explained(error, { name })
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.refusal !== faults.duplicate) throw fault
    return refuse(faults.duplicate, { field: listView.fields.name.title, value: name })
  }
}

async function create(ctx: Ctx, view: NewView): Promise<Seen> {
  await ctx.tx.query(sql`
    select id from sys_user where tenant_id = ${ctx.tenantId} and id = ${self(ctx)} for no key update`)
  return add(ctx, view, { userId: self(ctx) })
}

async function share(ctx: Ctx, { roleId, ...view }: NewView & { readonly roleId: string }): Promise<Seen> {
  const row = await ctx.tx.maybe<{ isMine: boolean }>(sql`
    select ${isSharer(ctx)} as is_mine from sys_role r join sys_org o on o.tenant_id = r.tenant_id and o.id = r.org_id
    where r.tenant_id = ${ctx.tenantId} and r.id = ${roleId} for no key update of r`)
  if (!found(row, role.title).isMine) found(undefined, role.title)
  return add(ctx, view, { roleId })
}

async function update(
  ctx: Ctx,
  input: Seen & { readonly name?: string | undefined; readonly body?: ListViewBody | undefined },
): Promise<Seen> {
  const view = await lock(ctx, input)
  const { name = view.name, body = view.body } = input
  await ctx.tx
    .run(sql`
      update sys_list_view set name = ${name}, body = ${JSON.stringify(body)}::jsonb, version = version + 1,
        updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and id = ${view.id}`)
    .catch((error: unknown) => taken(error, name))
  const before = { name: view.name, body: view.body }
  ctx.audit({
    subject: listView.key,
    subjectId: view.id,
    subjectNo: name,
    action: 'update',
    before,
    after: { name, body },
  })
  tell(ctx)
  return { id: view.id, version: view.version + 1 }
}

async function remove(ctx: Ctx, input: Seen): Promise<null> {
  const { id, name, list, userId, roleId, body } = await lock(ctx, input)
  await drop(ctx, sql`v.id = ${id}`)
  const before = { list, name, body, ...(userId ? { userId } : { roleId }) }
  ctx.audit({ subject: listView.key, subjectId: id, subjectNo: name, action: 'remove', before })
  tell(ctx)
  return null
}

/** Views go with what opens by them. @param which of the views `v` */
async function drop(ctx: Ctx, which: Sql): Promise<void> {
  await ctx.tx.run(sql`
    delete from sys_list_default d using sys_list_view v
    where d.tenant_id = ${ctx.tenantId} and v.tenant_id = d.tenant_id and v.id = d.view_id and ${which}`)
  await ctx.tx.run(sql`delete from sys_list_view v where v.tenant_id = ${ctx.tenantId} and ${which}`)
}

/** A role that goes takes along what was shared with it. */
export const dropViewsOf = (ctx: Ctx, roleId: string): Promise<void> => drop(ctx, sql`v.role_id = ${roleId}`)

async function setDefault(ctx: Ctx, { list, id }: { list: string; id: string | null }): Promise<null> {
  const before = await ctx.tx.maybe<RowOf<typeof listDefault, 'viewId'> & { name: string }>(sql`
    select d.view_id, v.name from sys_list_default d join sys_list_view v on v.tenant_id = d.tenant_id and v.id = d.view_id
    where d.tenant_id = ${ctx.tenantId} and d.user_id = ${self(ctx)} and d.list = ${list} for update of d`)
  if ((before?.viewId ?? null) === id) return null
  tell(ctx)
  if (id === null) {
    await ctx.tx.run(sql`
      delete from sys_list_default where tenant_id = ${ctx.tenantId} and user_id = ${self(ctx)} and list = ${list}`)
    const { viewId = null, name = null } = before ?? {}
    ctx.audit({ subject: listView.key, subjectId: viewId, subjectNo: name, action: 'dropDefault' })
    return null
  }
  const [row] = await seen(ctx, sql`v.id = ${id} and v.list = ${list}`)
  const view = found(row, listView.title)
  await insert(
    ctx,
    listDefault,
    [{ userId: self(ctx), list, viewId: id }],
    sql`on conflict (tenant_id, user_id, list) do update set view_id = excluded.view_id, version = sys_list_default.version + 1,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}`,
  ).catch(explained)
  ctx.audit({ subject: listView.key, subjectId: id, subjectNo: view.name, action: 'makeDefault' })
  return null
}

const roles = (ctx: Ctx) =>
  ctx.tx.query<{ id: string; name: string; orgName: string }>(sql`
    select r.id, ${spoken(ctx, role, 'name', 'r')} as name, o.name as org_name
    from sys_role r join sys_org o on o.tenant_id = r.tenant_id and o.id = r.org_id
    where r.tenant_id = ${ctx.tenantId} and not r.disabled and ${isSharer(ctx)} order by o.path, r.name limit ${answerMax}`)

/** Saved views of lists: one's own, and those that are shared with roles. */
export const listViewServed = (): Served[] => [
  serve(calls.query, query),
  serve(calls.create, create),
  serve(calls.update, update),
  serve(calls.remove, remove),
  serve(calls.setDefault, setDefault),
  serve(calls.share, share),
  serve(calls.roles, roles),
]
