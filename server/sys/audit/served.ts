import { type AnyEntity, logWord } from '@lading/contract/kernel/entity.ts'
import { isRoot } from '@lading/contract/kernel/org.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { auditLog, auditCalls as calls, loginLog } from '@lading/contract/sys/auditLog.ts'
import sql, { type Sql } from 'sql-template-tag'
import { instantAt } from '../../kernel/clock.ts'
import { getRow } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve, serveList, serveOutside } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { loggedField, sayLog } from '../../kernel/log.ts'
import type { Done } from '../../kernel/registry.ts'
import { knownEntity } from '../../kernel/registry.ts'
import type { Input } from '../../kernel/rules.ts'
import { demandWholeSight } from '../../kernel/scope.ts'
import { exportServed } from '../../platform/sheet/exportRows.ts'
import { withinReach } from '../rights.ts'
import { verifyChain } from './chain.ts'

type Record_ = Record<string, unknown>
type Question = Parameters<typeof listRecords>[2]
const dayMs = 86_400_000
const subjectOf = (key: unknown): AnyEntity | undefined => knownEntity(String(key))

/** Rows of the working organisation and below; of none at all, which the product itself has written, from the top alone. */
const reached = (ctx: Ctx, orgId: Sql): Sql =>
  !isRoot(ctx.org.type) ? withinReach(ctx, orgId) : sql`(${orgId} = 0 or ${withinReach(ctx, orgId)})`

/** How calls are titled, by path. */
type Titles = () => ReadonlyMap<string, Text>

const named = (ctx: Ctx, row: Record_, titles: Titles): Record_ => {
  const e = subjectOf(row.subject)
  const action = String(row.action)
  return {
    ...row,
    subjectTitle: e ? say(e.title, ctx.language) : row.subject,
    actionTitle: say(
      (e && logWord(e, action)) ?? titles().get(String(row.path).split('?')[0] ?? '') ?? [action, action],
      ctx.language,
    ),
  }
}

async function list(ctx: Ctx, input: Question, titles: Titles) {
  demandWholeSight(ctx)
  const { action, ...filter } = input.filter
  const more = [reached(ctx, sql`t.org_id`), ...(typeof action === 'string' ? [sql`t.action = ${action}`] : [])]
  const page = await listRecords(ctx, auditLog, { ...input, filter }, more)
  // What changed comes with the one that is looked at.
  return { ...page, records: page.records.map((r) => ({ ...named(ctx, r, titles), before: null, after: null })) }
}

/** One entry: in words as far as its entity has them, the rest as it was written. */
async function detail(ctx: Ctx, id: string, titles: Titles): Promise<Record_> {
  demandWholeSight(ctx)
  const seen = await ctx.tx.maybe(sql`
    select 1 from sys_audit_log t where tenant_id = ${ctx.tenantId} and id = ${id} and ${reached(ctx, sql`t.org_id`)}`)
  found(seen, auditLog.title)
  const row = await getRow(ctx, auditLog, id)
  const e = subjectOf(row.subject)
  const [before, after] = [row.before as Input | null, row.after as Input | null]
  const done = {
    id,
    at: row.createTime,
    user: row.username,
    source: row.source,
    action: row.action,
    before,
    after,
  } as Done
  const [entry] = e ? await sayLog(ctx, e, [done]) : []
  const isSaid = (name: string): boolean => {
    const field = e && loggedField(e, name)
    return field !== undefined && field.kind !== 'json'
  }
  const rest = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((name) => name !== 'id' && name !== 'version' && !isSaid(name))
    .map((name) => ({ name, before: shown(before?.[name]), after: shown(after?.[name]) }))
    .filter((r) => r.before !== r.after)
  return { ...named(ctx, row, titles), before: null, after: null, entry: entry ?? null, rest }
}
const shown = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** Of users of the working organisation and below; of names that nobody has, from the top alone. */
const loginReach = (ctx: Ctx): Sql => {
  const own = sql`exists (select 1 from sys_user u where u.tenant_id = t.tenant_id and u.username = t.username and ${withinReach(ctx, sql`u.org_id`)})`
  if (!isRoot(ctx.org.type)) return own
  return sql`(${own} or not exists (select 1 from sys_user u where u.tenant_id = t.tenant_id and u.username = t.username))`
}

/** @param served all calls there are, which a refused attempt names */
export function auditServed(served: () => readonly Served[]): Served[] {
  let known: ReadonlyMap<string, Text> | undefined
  const titles: Titles = () => {
    known ??= new Map(served().map(({ call }) => [call.path, call.title]))
    return known
  }
  return [
    serveList(calls.query, (ctx, input) => list(ctx, input, titles)),
    serve(calls.getById, (ctx, input) => detail(ctx, input.id, titles)),
    serveList(calls.logins, (ctx, input) => listRecords(ctx, loginLog, input, [loginReach(ctx)])),
    ...exportServed(
      auditLog,
      (ctx) => {
        demandWholeSight(ctx)
        return [reached(ctx, sql`t.org_id`)]
      },
      (ctx, row) => {
        const { subjectTitle, actionTitle } = named(ctx, row, titles)
        return { ...row, subject: subjectTitle, action: actionTitle }
      },
    ),
    ...exportServed(loginLog, (ctx) => [loginReach(ctx)]),
    serveOutside(calls.verifyChain, async (request, { day }) => {
      const zone = await request.perform(
        async (ctx) => {
          demandWholeSight(ctx)
          return ctx.org.timeZone
        },
        { read: true },
      )
      const from = day === undefined ? undefined : instantAt(zone, `${day} 00:00:00`)
      const span = from && { from, to: new Date(from.getTime() + dayMs) }
      return verifyChain((work) => request.perform(work, { read: true }), span)
    }),
  ]
}
