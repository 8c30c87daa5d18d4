import type { Page } from '@lading/contract/kernel/call.ts'
import type { Duty } from '@lading/contract/kernel/duty.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { role, user } from '@lading/contract/sys/user.ts'
import { userView } from '@lading/contract/sys/userCalls.ts'
import { userDutyCalls as calls, userDutyTitle as title, type UserConflict } from '@lading/contract/sys/userDuties.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { type FileAnswer, type Served, serve } from '../../kernel/http/serve.ts'
import { from } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import type { OutRow } from '../../platform/sheet/rows.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'
import { sheetTypes, writeWorkbook } from '../../platform/sheet/write.ts'
import { dutyWordsIn } from '../role/duties.ts'

/**
 * Who holds both sides of a duty and where, as `both (user_id, org_id, no, does_role, checks_role)`: in each organisation
 * where he may work, by the roles that hold there. `no` counts the duties from 1.
 * @param users narrows whom it looks at, by the column `ur.user_id`
 */
const bothIn = (ctx: Ctx, duties: readonly Duty[], users: Sql): Sql => sql`
  pair as (
    select * from unnest(${duties.map((d) => d.does)}::varchar[], ${duties.map((d) => d.checks)}::varchar[])
      with ordinality as p (does, checks, no)),
  held as (
    select ur.user_id, r.id as role_id, o.path, r.data_scope, r.scope_org_ids, p.permission from sys_user_role ur
    join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.disabled
    join sys_org o on o.tenant_id = r.tenant_id and o.id = r.org_id
    join sys_role_permission p on p.tenant_id = r.tenant_id and p.role_id = r.id
      and p.permission = any(array(select does from pair union select checks from pair))
    where ur.tenant_id = ${ctx.tenantId} and ${users}),
  place as (
    select w.user_id, a.id, a.path, a.type from (
      select uo.user_id, uo.org_id from sys_user_org uo where uo.tenant_id = ${ctx.tenantId}
      union select x.id, x.org_id from sys_user x where x.tenant_id = ${ctx.tenantId}) w
    join sys_user u on u.tenant_id = ${ctx.tenantId} and u.id = w.user_id and not u.disabled
    join sys_org a on a.tenant_id = ${ctx.tenantId} and a.id = w.org_id and not a.disabled
    where w.user_id = any(array(select user_id from held))),
  holds as (
    select place.user_id, place.id as org_id, held.role_id, held.permission from place
    join held on held.user_id = place.user_id and starts_with(place.path, held.path)
      and not (held.data_scope = 'CUSTOM' and place.type in ('DC', 'TC') and not place.id = any(held.scope_org_ids))),
  both_sides as (
    select d.user_id, d.org_id, pair.no, d.role_id as does_role, c.role_id as checks_role from pair
    join holds d on d.permission = pair.does
    join holds c on c.permission = pair.checks and c.user_id = d.user_id and c.org_id = d.org_id)`

/** Of which users the condition is that they hold both sides of a duty somewhere. @param id the column with theirs */
export const holdsBoth = (ctx: Ctx, duties: readonly Duty[], id: Sql): Sql =>
  sql`${id} = any(array(with ${bothIn(ctx, duties, sql`true`)} select user_id from both_sides))`

/** Which of these users hold both sides of a duty somewhere. */
export async function inConflict(
  ctx: Ctx,
  duties: readonly Duty[],
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await ctx.tx.query<{ userId: string }>(sql`
    with ${bothIn(ctx, duties, sql`ur.user_id = any(${userIds}::bigint[])`)} select distinct user_id from both_sides`)
  return new Set(rows.map((r) => r.userId))
}

interface Row extends Omit<UserConflict, 'duty'> {
  readonly no: number
}
/** Conflicts of the users that the caller sees, those together that the same roles bring. */
async function readConflicts(
  ctx: Ctx,
  duties: readonly Duty[],
  o: { readonly userId?: string | undefined; readonly seen: Sql; readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: UserConflict[]; readonly total: number }> {
  const users = o.userId === undefined ? sql`true` : sql`ur.user_id = ${o.userId}`
  const rows = await ctx.tx.query<Row & { total: number }>(sql`
    with ${bothIn(ctx, duties, users)},
    sides as (
      select user_id, org_id, no, array_agg(distinct does_role) as does, array_agg(distinct checks_role) as checks
      from both_sides group by user_id, org_id, no),
    grouped as (
      select user_id, no, does, checks, array_agg(org_id) as orgs from sides group by user_id, no, does, checks)
    select t.id as user_id, t.username, t.real_name, g.no::int as no, count(*) over ()::int as total,
      array(select o.name from sys_org o where o.tenant_id = ${ctx.tenantId} and o.id = any(g.orgs) order by o.level, o.code)::text[] as orgs,
      array(select ${spoken(ctx, role, 'name', 'r')} from sys_role r
        where r.tenant_id = ${ctx.tenantId} and r.id = any(g.does) order by r.name collate name_order)::text[] as does_roles,
      array(select ${spoken(ctx, role, 'name', 'r')} from sys_role r
        where r.tenant_id = ${ctx.tenantId} and r.id = any(g.checks) order by r.name collate name_order)::text[] as checks_roles
    from ${from(ctx, user, 't')} join grouped g on g.user_id = t.id
    where ${o.seen} order by t.username, g.no, g.orgs limit ${o.limit} offset ${o.offset}`)
  const words = dutyWordsIn(ctx.language, duties)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.flatMap(({ no, total: _, ...row }) => {
      const duty = words[no - 1]
      return duty ? [{ ...row, duty }] : []
    }),
  }
}

const exportMax = 20_000
const heads: readonly { readonly title: Text; readonly width: number }[] = [
  { title: userView.fields.username.title, width: 16 },
  { title: userView.fields.realName.title, width: 16 },
  { title, width: 44 },
  { title: ['组织', 'Organisation'], width: 32 },
  { title: ['前者的角色', 'First by role'], width: 32 },
  { title: ['后者的角色', 'Second by role'], width: 32 },
]

/** @throws Fault exportTooLarge */
async function conflictWorkbook(ctx: Ctx, rows: readonly UserConflict[], total: number): Promise<FileAnswer> {
  if (total > exportMax) throw new Fault(sheetFaults.exportTooLarge, { max: exportMax })
  const tell = (text: Text) => say(text, ctx.language)
  const list = (names: readonly string[]) => names.join(', ')
  const out = rows.map(
    (r): OutRow => [r.username, r.realName, r.duty.title, list(r.orgs), list(r.doesRoles), list(r.checksRoles)],
  )
  const columns = heads.map((h) => ({ title: tell(h.title), width: h.width }))
  return {
    name: `${tell(title)}_${showInstant(ctx, ctx.now()).replace(/\D/g, '')}.xlsx`,
    type: sheetTypes.xlsx,
    data: await writeWorkbook([{ name: tell(title), columns, rows: out }]),
  }
}

/** @param seen which users the caller's list shows, by the alias `t` */
export const conflictsServed = (duties: readonly Duty[], seen: (ctx: Ctx) => Sql): Served[] => [
  serve(calls.query, async (ctx, { userId, page, pageSize }): Promise<Page<UserConflict>> => {
    const at = { userId, seen: seen(ctx), limit: pageSize, offset: (page - 1) * pageSize }
    const { rows, total } = await readConflicts(ctx, duties, at)
    return { records: rows, total, page, pageSize }
  }),
  serve(calls.exportConflicts, async (ctx, { userId }) => {
    const { rows, total } = await readConflicts(ctx, duties, { userId, seen: seen(ctx), limit: exportMax, offset: 0 })
    return conflictWorkbook(ctx, rows, total)
  }),
]
