import type { FilterValue, Page } from '@lading/contract/kernel/call.ts'
import type { exportInput } from '@lading/contract/kernel/crud.ts'
import type { Duty } from '@lading/contract/kernel/duty.ts'
import { isRoot } from '@lading/contract/kernel/org.ts'
import type { secondFactor } from '@lading/contract/sys/secondFactor.ts'
import { userCalls, userView } from '@lading/contract/sys/userCalls.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import { readLog } from '../../kernel/crudServed.ts'
import { allowed, type Ctx } from '../../kernel/ctx.ts'
import type { OutsideRequest } from '../../kernel/http/serve.ts'
import { conditions, listRecords, order, readRowsOf } from '../../kernel/listQuery.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { type Exported, exportRows } from '../../platform/sheet/exportRows.ts'
import { strongerAmong } from '../rights.ts'
import { holdsBoth, inConflict } from './conflicts.ts'

type Question = z.output<typeof userCalls.query.input>
type Row = Record<string, unknown>

const mayEdit = (ctx: Ctx): boolean => allowed(ctx, userCalls.update.permission)

/** A mobile number or address in full is for who may edit users. */
const masked = (mobile: unknown): unknown =>
  typeof mobile !== 'string' || mobile.length < 8 ? mobile : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
/** `w***@example.cn`: whose house it is may be seen. */
const maskedEmail = (email: unknown): unknown =>
  typeof email !== 'string' ? email : email.replace(/^(.)[^@]*/, '$1***')
const maskOf: Readonly<Record<string, (value: unknown) => unknown>> = { mobile: masked, email: maskedEmail }
const mask = (ctx: Ctx, row: Row): Row =>
  mayEdit(ctx) ? row : { ...row, mobile: masked(row.mobile), email: maskedEmail(row.email) }

const { mobile: _mobile, email: _email, ...open } = userView.fields
const openView = { ...userView, fields: open }

/** What is masked is no filter and no order either: it could be guessed digit by digit. */
function demandOpen(ctx: Ctx, filter: Question['filter'], ...orders: readonly (string | undefined)[]): void {
  if (mayEdit(ctx)) return
  conditions(ctx, openView, filter)
  for (const one of orders) order(openView, one)
}

const inSubtree = (ctx: Ctx, orgId: string): Sql => sql`t.org_id in (
  select o.id from sys_org o join sys_org above on above.tenant_id = o.tenant_id and above.id = ${orgId}
  where o.tenant_id = ${ctx.tenantId} and o.path >= above.path and o.path < above.path || ${'\u{10FFFF}'})`

const idsOf = (v: FilterValue | undefined): string[] | undefined =>
  v === undefined || v === null
    ? undefined
    : [v].flat().flatMap((id) => (/^\d{1,18}$/.test(String(id)) ? [String(id)] : []))

/** Users of the working organisation and of those below it: whom the list shows, by the alias `t`. */
const ownUsers = (ctx: Ctx): Sql[] => (isRoot(ctx.org.type) ? [] : [inSubtree(ctx, ctx.org.id)])
/** The same as a condition. */
export const usersSeen = (ctx: Ctx): Sql => join([sql`true`, ...ownUsers(ctx)], ' and ')

/** The filter without what is no column of a user, and that as conditions: an organisation with all below it, roles, working organisations. */
function narrowed(
  ctx: Ctx,
  duties: readonly Duty[],
  given: Readonly<Record<string, FilterValue>>,
): { filter: Record<string, FilterValue>; more: Sql[] } {
  const { within, 'roles.roleId': roles, 'orgs.orgId': orgs, hasSecondFactor, hasConflict, ...filter } = given
  const more = ownUsers(ctx)
  for (const id of idsOf(within) ?? []) more.push(inSubtree(ctx, id))
  const roleIds = idsOf(roles)
  if (roleIds)
    more.push(sql`exists (select 1 from sys_user_role ur where ur.tenant_id = ${ctx.tenantId} and ur.user_id = t.id
      and ur.role_id = any(${roleIds}::bigint[]))`)
  const orgIds = idsOf(orgs)
  if (orgIds)
    more.push(sql`exists (select 1 from sys_user_org uo where uo.tenant_id = ${ctx.tenantId} and uo.user_id = t.id
      and uo.org_id = any(${orgIds}::bigint[]))`)
  if (hasSecondFactor !== undefined && hasSecondFactor !== null) {
    const isOn = sql`exists (select 1 from sys_second_factor f
      where f.tenant_id = ${ctx.tenantId} and f.user_id = t.id and f.confirmed_at is not null)`
    more.push(String(hasSecondFactor) === 'true' ? isOn : sql`not ${isOn}`)
  }
  if (hasConflict !== undefined && hasConflict !== null) {
    const isBoth = holdsBoth(ctx, duties, sql`t.id`)
    more.push(String(hasConflict) === 'true' ? isBoth : sql`not ${isBoth}`)
  }
  return { filter, more }
}

/** The users below the working organisation, with their roles and working organisations. */
export async function queryUsers(ctx: Ctx, duties: readonly Duty[], q: Question): Promise<Page<Row>> {
  const { usernameLike, realNameLike, mobileLike, orgIdIn, roleIdIn, upperOrgIdEquals, disabled, ...question } = q
  const given: Record<string, FilterValue> = { ...question.filter }
  if (usernameLike) given.username = usernameLike.toLowerCase()
  if (realNameLike) given.realName = realNameLike
  if (mobileLike) given.mobile = mobileLike
  if (orgIdIn) given.orgId = orgIdIn
  if (roleIdIn) given['roles.roleId'] = roleIdIn
  if (upperOrgIdEquals) given.within = upperOrgIdEquals
  if (disabled !== undefined) given.disabled = disabled
  const { filter, more } = narrowed(ctx, duties, given)
  demandOpen(ctx, filter, q.orderBy, q.orderField)
  const page = await listRecords(ctx, userView, { ...question, filter }, more)
  const ids = page.records.map((r) => String(r.id))
  for (const name of ['orgs', 'roles'] as const) {
    const rows = await readRowsOf(ctx, userView.fields[name].rows?.entity ?? userView, userView, ids)
    for (const record of page.records) record[name] = rows.get(String(record.id)) ?? []
  }
  return { ...page, records: await told(ctx, duties, page.records) }
}

export const getUser = async (ctx: Ctx, duties: readonly Duty[], id: string): Promise<Row> => {
  const row = await getRow(ctx, userView, id)
  return (await told(ctx, duties, [row]))[0] ?? row
}

/**
 * As the caller may read them, whether they may do more than he, whether an app guards their log-in, and whether they hold
 * both sides of a duty.
 */
async function told(ctx: Ctx, duties: readonly Duty[], records: readonly Row[]): Promise<Row[]> {
  const conflicting = await inConflict(
    ctx,
    duties,
    records.map((r) => String(r.id)),
  )
  const stronger = await strongerAmong(
    ctx,
    records.map((r) => String(r.id)),
  )
  const second = await ctx.tx.query<RowOf<typeof secondFactor, 'userId'>>(sql`
    select user_id from sys_second_factor
    where tenant_id = ${ctx.tenantId} and user_id = any(${records.map((r) => String(r.id))}::bigint[]) and confirmed_at is not null`)
  return records.map((r) =>
    mask(ctx, {
      ...r,
      isStronger: stronger.has(String(r.id)),
      hasSecondFactor: second.some((s) => s.userId === r.id),
      hasConflict: conflicting.has(String(r.id)),
    }),
  )
}

/** What was changed of a user, with his numbers and addresses as the caller may read them. */
export async function userLog(ctx: Ctx, id: string): Promise<object[]> {
  const entries = await readLog(ctx, userView, id)
  if (mayEdit(ctx)) return entries
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map((c) => {
      const hide = maskOf[c.field]
      return hide ? { ...c, before: hide(c.before), after: hide(c.after) } : c
    }),
  }))
}

/** The same users as the list, as a file. Who may not edit users gets no mobile numbers and addresses. */
export async function exportUsers(
  request: OutsideRequest,
  duties: readonly Duty[],
  input: z.output<typeof exportInput>,
): Promise<Exported> {
  const { filter, more, inFull } = await request.perform(
    async (ctx) => {
      const parts = narrowed(ctx, duties, input.filter)
      demandOpen(ctx, parts.filter, input.orderBy)
      return { ...parts, inFull: mayEdit(ctx) }
    },
    { read: true },
  )
  const columns = input.columns ?? userView.list
  return exportRows(
    request,
    userView,
    { ...input, filter, columns: inFull ? [...columns] : columns.filter((c) => !Object.hasOwn(maskOf, c)) },
    () => more,
  )
}
