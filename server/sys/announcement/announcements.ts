import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import {
  announcement,
  announcementFaults,
  announcementRead,
  announcementCalls as calls,
  type Receipt,
} from '@lading/contract/sys/announcement.ts'
import { announcedCalls, type OwnAnnouncement } from '@lading/contract/sys/message.ts'
import { user } from '@lading/contract/sys/user.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { getRow, lockSeen } from '../../kernel/crud.ts'
import { crudServed } from '../../kernel/crudServed.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve, serveList } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import type { Rules, Seen } from '../../kernel/rules.ts'
import { from } from '../../kernel/scope.ts'
import { exportServed } from '../../platform/sheet/exportRows.ts'
import { demandReach, withinReach } from '../rights.ts'

const shownMax = 50

const rules: Rules<typeof announcement> = {
  beforeCreate: (ctx, input) => demandReach(ctx, [input.orgId]),
  beforeUpdate: async (ctx, input, before) => {
    await demandReach(ctx, [before.orgId, ...(input.orgId === undefined ? [] : [input.orgId])])
    if (before.state === 'PUBLISHED') refuse(announcementFaults.published)
  },
  beforeRemove: async (ctx, row) => {
    await demandReach(ctx, [row.orgId])
    if (row.state === 'PUBLISHED') refuse(announcementFaults.published)
    const read = await ctx.tx.maybe(sql`
      select 1 from sys_announcement_read where tenant_id = ${ctx.tenantId} and announcement_id = ${row.id} limit 1`)
    if (read) refuse(announcementFaults.wasRead)
  },
}

/** Shows it from now on to whom it is for, or no more. Withdrawn and published again it is new to everybody. */
async function turn(ctx: Ctx, seen: Seen, state: 'PUBLISHED' | 'WITHDRAWN'): Promise<Seen> {
  const row = await lockSeen(ctx, announcement, seen)
  await demandReach(ctx, [row.orgId])
  if (row.state === state) return { id: row.id, version: row.version }
  if (state === 'WITHDRAWN' && row.state !== 'PUBLISHED') refuse(announcementFaults.notPublished)
  if (state === 'PUBLISHED')
    await ctx.tx.run(sql`
      delete from sys_announcement_read where tenant_id = ${ctx.tenantId} and announcement_id = ${row.id}`)
  await ctx.tx.run(sql`
    update sys_announcement set state = ${state}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId},
      published_at = ${state === 'PUBLISHED' ? ctx.now() : null}::timestamptz
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  ctx.audit({
    subject: announcement.key,
    subjectId: row.id,
    subjectNo: row.title,
    action: state === 'PUBLISHED' ? 'publish' : 'withdraw',
    before: { state: row.state },
    after: { state },
  })
  return { id: row.id, version: row.version + 1 }
}

/** Announcements `t` that are shown where the caller works. */
const shown = (ctx: Ctx): Sql => sql`
  t.tenant_id = ${ctx.tenantId} and t.state = 'PUBLISHED' and (t.valid_to is null or t.valid_to > ${ctx.now()})
  and exists (select 1 from sys_org own, sys_org o where own.tenant_id = t.tenant_id and own.id = ${ctx.org.id}
    and o.tenant_id = t.tenant_id and o.id = t.org_id and position(o.path in own.path) = 1)`

/** How many of them the caller has not read. */
export const unreadAnnouncements = (ctx: Ctx): Sql => sql`
  (select count(*)::int from sys_announcement t where ${shown(ctx)} and not exists (
    select 1 from sys_announcement_read r where r.tenant_id = t.tenant_id and r.announcement_id = t.id and r.user_id = ${ctx.userId}))`

async function mine(ctx: Ctx): Promise<OwnAnnouncement[]> {
  const rows = await ctx.tx.query<Omit<OwnAnnouncement, 'publishedAt'> & { publishedAt: Date }>(sql`
    select t.id, t.title, t.level, t.body, t.published_at, r.id is not null as is_read from sys_announcement t
    left join sys_announcement_read r on r.tenant_id = t.tenant_id and r.announcement_id = t.id and r.user_id = ${ctx.userId}
    where ${shown(ctx)} order by t.published_at desc limit ${shownMax}`)
  return rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() }))
}

/** Notes that the caller has read it; once, however often he does. */
async function read(ctx: Ctx, { id }: { id: string }): Promise<null> {
  const there = await ctx.tx.maybe(sql`select 1 from sys_announcement t where ${shown(ctx)} and t.id = ${id}`)
  found(there, announcement.title)
  const row = { announcementId: id, userId: ctx.userId ?? '0', readAt: ctx.now() }
  await insert(ctx, announcementRead, [row], sql`on conflict do nothing`)
  ctx.tell(announcement.key)
  return null
}

/** Who works in its organisation or below, with when he has read it. */
async function receipts(ctx: Ctx, { id, unread, page, pageSize }: z.output<typeof calls.receipts.input>) {
  const row = await getRow(ctx, announcement, id)
  await demandReach(ctx, [String(row.orgId)])
  const wanted = unread === undefined ? sql`true` : unread === 'true' ? sql`r.id is null` : sql`r.id is not null`
  const people = sql`
    from ${from(ctx, user, 'u')} join sys_org h on h.tenant_id = u.tenant_id and h.id = u.org_id
    join sys_org o on o.tenant_id = u.tenant_id and o.id = ${row.orgId}
    left join sys_announcement_read r on r.tenant_id = u.tenant_id and r.announcement_id = ${id} and r.user_id = u.id
    where not u.disabled and ${wanted} and (position(o.path in h.path) = 1 or exists (
      select 1 from sys_user_org w join sys_org x on x.tenant_id = w.tenant_id and x.id = w.org_id
      where w.tenant_id = u.tenant_id and w.user_id = u.id and position(o.path in x.path) = 1))`
  const [rows, { n }] = await Promise.all([
    ctx.tx.query<Omit<Receipt, 'readAt'> & { readAt: Date | null }>(sql`
      select u.id as user_id, u.username, u.real_name, h.name as org_name, r.read_at ${people}
      order by r.read_at desc nulls last, u.username limit ${pageSize} offset ${(page - 1) * pageSize}`),
    ctx.tx.one<{ n: number }>(sql`select count(*)::int as n ${people}`),
  ])
  const records = rows.map((r): Receipt => ({ ...r, readAt: r.readAt?.toISOString() ?? null }))
  return { records, total: n, page, pageSize }
}

export function announcementServed(): Served[] {
  const { query, getById } = crudCalls(announcement)
  const reach = (ctx: Ctx): Sql[] => [withinReach(ctx, sql`t.org_id`)]
  const own = new Set([query, getById].map((call) => call?.path))
  return [
    ...crudServed(announcement, rules).filter(({ call }) => !own.has(call.path)),
    ...(query ? [serveList(query, (ctx, input) => listRecords(ctx, announcement, input, reach(ctx)))] : []),
    ...(getById
      ? [
          serve(getById, async (ctx, input) => {
            const row = await getRow(ctx, announcement, (input as { id: string }).id)
            const { records } = await listRecords(
              ctx,
              announcement,
              { filter: { id: [String(row.id)] }, page: 1, pageSize: 1, searchCount: false },
              reach(ctx),
            )
            if (records.length === 0) refuse(faults.notFound, { subject: announcement.title, no: '' })
            return row
          }),
        ]
      : []),
    ...exportServed(announcement, reach),
    serve(calls.publish, (ctx, input) => turn(ctx, input, 'PUBLISHED')),
    serve(calls.withdraw, (ctx, input) => turn(ctx, input, 'WITHDRAWN')),
    serve(calls.receipts, receipts),
    serve(announcedCalls.mine, mine),
    serve(announcedCalls.read, read),
  ]
}
