import type { FilterValue, listQuery, Page } from '@lading/contract/kernel/call.ts'
import { countMax, pageSizeMax } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import type { Field, Kind } from '@lading/contract/kernel/field.ts'
import { idText, isDay, valueSchema } from '@lading/contract/kernel/schema.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { instantAt } from './clock.ts'
import type { Ctx } from './ctx.ts'
import { computationOf, entityByKey } from './registry.ts'
import { visible } from './scope.ts'
import { labelColumns } from './spoken.ts'
import { tableOf } from './tables.ts'
import { snake, type Tx } from './tx.ts'

type Question = z.output<typeof listQuery>

export const notAFilter = (field: string): never => {
  throw new Fault(faults.invalid, {}, [{ field, rule: 'filter', message: `unknown or invalid filter: ${field}` }])
}

/** Past every text that begins with the prefix, under collation "C". Only leakproof comparisons use an index under RLS. */
export const beyond = (prefix: string): string => `${prefix}\u{10FFFF}`

interface Range {
  readonly from?: string | undefined
  readonly to?: string | undefined
}
const isRange = (v: FilterValue): v is Range => typeof v === 'object' && v !== null && !Array.isArray(v)

const casts: Partial<Record<Kind, string>> = {
  int: 'integer',
  decimal: 'numeric',
  qty: 'numeric',
  money: 'numeric',
  date: 'date',
  instant: 'timestamptz',
  ref: 'bigint',
  refs: 'bigint',
}
/** What one of several values is. */
const singles: Partial<Record<Kind, Kind>> = { choices: 'choice', refs: 'ref' }

/**
 * A value that the kind would accept, so that no cast in the database can fail. A mere day of an instant begins, or ends,
 * by the clocks of the working organisation.
 */
function checked(ctx: Ctx, name: string, f: Field, v: unknown, wall = '00:00:00'): unknown {
  if (f.kind === 'instant' && typeof v === 'string' && /^\d{4}-\d\d-\d\d$/.test(v))
    return isDay(v) ? instantAt(ctx.org.timeZone, `${v} ${wall}`).toISOString() : notAFilter(name)
  const value = f.kind === 'int' && typeof v === 'string' ? Number(v) : v
  // Bounds belong to forms; here only what the column can hold counts.
  const most = f.kind === 'int' ? 2_147_483_647 : 1e15
  return valueSchema({ ...f, least: -most, most, required: true }).safeParse(value).success ? value : notAFilter(name)
}

function condition(ctx: Ctx, column: Sql, name: string, f: Field, v: FilterValue): Sql {
  const single = singles[f.kind]
  if (single) {
    const list = [v].flat().map((one) => checked(ctx, name, { ...f, kind: single }, String(one)))
    const type = raw(`${casts[f.kind] ?? 'text'}[]`)
    return sql`${column}::${type} && ${list}::${type}`
  }
  const cast = raw(casts[f.kind] ?? 'text')
  if (v === null) return sql`${column} is null`
  if (isRange(v)) {
    const parts: Sql[] = []
    if (v.from) parts.push(sql`${column} >= ${checked(ctx, name, f, v.from)}::${cast}`)
    if (v.to) parts.push(sql`${column} <= ${checked(ctx, name, f, v.to, '23:59:59.999')}::${cast}`)
    return parts.length > 0 ? join(parts, ' and ') : sql`true`
  }
  if (Array.isArray(v)) {
    if (v.length === 0) return sql`false`
    const list = v.map((one) => checked(ctx, name, f, f.kind === 'int' ? one : String(one)))
    return sql`${column} = any(${list}::${cast}[])`
  }
  if (f.kind === 'code') return sql`${column} >= ${String(v)} and ${column} < ${beyond(String(v))}`
  if (f.kind === 'text' || f.kind === 'note') return sql`position(lower(${String(v)}) in lower(${column})) > 0`
  if (f.kind === 'flag') return sql`${column} = ${v === true || v === 'true'}`
  if (f.kind === 'json' || f.kind === 'rows') return notAFilter(name)
  return sql`${column} = ${checked(ctx, name, f, f.kind === 'int' ? v : String(v))}::${cast}`
}

const instantField = { kind: 'instant', title: ['', ''], required: true } as const satisfies Field

/** Only declared fields filter; an unknown name is refused, never ignored. */
export function conditions(ctx: Ctx, e: AnyEntity, filter: Question['filter']): Sql[] {
  return Object.entries(filter).map(([name, v]) => {
    if (name === 'id')
      return Array.isArray(v)
        ? sql`t.id = any(${v.map(String).filter((x) => idText.safeParse(x).success)}::bigint[])`
        : notAFilter(name)
    if (name === 'disabled')
      return e.actions.includes('enable_disable')
        ? sql`t.disabled = ${v === true || v === 'true'}`
        : sql`${v !== true && v !== 'true'}`
    if (name === 'createTime') return condition(ctx, sql`t.created_at`, name, instantField, v)
    if (name === 'keyword') return keyword(e, String(v))
    const f = Object.hasOwn(e.fields, name) ? e.fields[name] : undefined
    if (!f || f.kind === 'rows' || f.kind === 'json') return notAFilter(name)
    // Who looks for a name types it as he reads it, or without choosing characters.
    if (name === e.label.name && f.kind === 'text' && !f.computed && typeof v === 'string')
      return condition(ctx, sql`concat_ws(' ', ${join(namesOf(e))})`, name, f, v)
    if (!f.computed) return condition(ctx, sql`t.${raw(snake(name))}`, name, f, v)
    const { value, where } = computationOf(e, name)
    return where?.(ctx, v) ?? condition(ctx, sql`(${value(ctx)})`, name, f, v)
  })
}

/** All that a row is called, in either language and as it is typed. */
function namesOf(e: AnyEntity): Sql[] {
  const { name, typed = name, english = name } = e.label
  return [...new Set([name, typed, english])].map((n) => sql`t.${raw(snake(n))}`)
}

/** What a ref's select asks: the code begins with it, or the name, or how it is typed, contains it. */
function keyword(e: AnyEntity, word: string): Sql {
  const isWord = (name: string) => ['code', 'text', 'choice'].includes(e.fields[name]?.kind ?? '')
  const { code: first, name } = e.label
  if (!isWord(first) || !isWord(name)) return notAFilter('keyword')
  const code = sql`t.${raw(snake(first))}`
  const names = namesOf(e).map((n) => sql`lower(${n})`)
  return sql`((${code} >= ${word} and ${code} < ${beyond(word)}) or position(lower(${word}) in concat_ws(' ', ${join(names)})) > 0)`
}

/** Whether rows can be put in order by a field: what a row has of its own, and is one value. */
export function isSortable(e: AnyEntity, name: string): boolean {
  const f = Object.hasOwn(e.fields, name) ? e.fields[name] : undefined
  return (
    name === 'id' ||
    name === 'createTime' ||
    (f !== undefined && f.kind !== 'rows' && f.kind !== 'json' && f.computed === undefined)
  )
}

/** `code,-createTime` as an order that is total: names stand by pinyin (second migration), the id comes last. */
export function order(e: AnyEntity, orderBy: string | undefined): Sql {
  const words = (orderBy ?? e.sort).split(',').filter(Boolean)
  const parts = words.slice(0, 5).map((word) => {
    const name = word.replace(/^-/, '')
    if (!isSortable(e, name)) return notAFilter(name)
    const f = e.fields[name]
    const column = name === 'createTime' ? 'created_at' : snake(name)
    const by = f?.kind === 'text' ? `${column} collate name_order` : column
    return sql`t.${raw(by)} ${raw(word.startsWith('-') ? 'desc nulls last' : 'asc nulls last')}`
  })
  return join([...parts, sql`t.id ${raw(words[0]?.startsWith('-') ? 'desc' : 'asc')}`])
}

const refFields = (e: AnyEntity) => Object.entries(e.fields).filter(([, f]) => f.kind === 'ref' || f.kind === 'refs')

/** Who is nobody of the house may be another company's system: asked for only where there is no such person. */
const accountNamed = (column: string): Sql =>
  sql`(select a.name from sys_open_account a where a.tenant_id = t.tenant_id and a.id = t.${raw(column)})`

/** Columns of the entity as records carry them; labels of refs and names of people come from joins. */
function recordColumns(ctx: Ctx, e: AnyEntity): { columns: Sql; joins: Sql } {
  const own = Object.entries(e.fields)
    .filter(([, f]) => f.kind !== 'rows')
    .map(([name, f]) =>
      f.computed ? sql`(${computationOf(e, name).value(ctx)}) as ${raw(snake(name))}` : sql`t.${raw(snake(name))}`,
    )
  const columns: Sql[] = [
    sql`t.id, ${raw(e.appendOnly ? '0 as version' : 't.version')}`,
    sql`${raw(e.actions.includes('enable_disable') ? 't.disabled' : 'false as disabled')}`,
    sql`t.created_at as create_time, ${raw(e.appendOnly ? 't.created_at' : 't.updated_at')} as last_modify_time`,
    sql`coalesce(uc.real_name, ${accountNamed('created_by')}) as creator_name`,
    ...own,
  ]
  const joins: Sql[] = [sql`left join sys_user uc on uc.tenant_id = t.tenant_id and uc.id = t.created_by`]
  if (e.appendOnly) columns.push(sql`null as last_modifier_name`)
  else {
    columns.push(sql`coalesce(uu.real_name, ${accountNamed('updated_by')}) as last_modifier_name`)
    joins.push(sql`left join sys_user uu on uu.tenant_id = t.tenant_id and uu.id = t.updated_by`)
  }
  refFields(e).forEach(([name, f], i) => {
    const target = entityByKey(f.to ?? '')
    const table = raw(tableOf(target))
    const r = raw(`r${i}`)
    const id = f.computed ? sql`(${computationOf(e, name).value(ctx)})` : sql`t.${raw(snake(name))}`
    if (f.kind === 'ref') {
      joins.push(sql`left join ${table} ${r} on ${r}.tenant_id = t.tenant_id and ${r}.id = ${id}`)
      const { code, name: called } = labelColumns(ctx, target, `r${i}`)
      columns.push(sql`${code} as ${r}_code, ${called} as ${r}_name`)
    } else {
      const { code, name: called } = labelColumns(ctx, target, 'x')
      joins.push(sql`left join lateral (
        select string_agg(coalesce(${code}, '?'), ',' order by o.n) as code, string_agg(${called}, ', ' order by o.n) as name
        from unnest(${id}) with ordinality o (id, n) left join ${table} x on x.tenant_id = t.tenant_id and x.id = o.id) ${r} on true`)
      columns.push(sql`${r}.code as ${r}_code, ${r}.name as ${r}_name`)
    }
  })
  return { columns: join(columns), joins: join(joins, ' ') }
}

/** Folds the joined labels into `refs`. */
function present(e: AnyEntity, row: Record<string, unknown>): Record<string, unknown> {
  const refs: Record<string, { code: string; name: string }> = {}
  refFields(e).forEach(([name], i) => {
    if (row[name] !== null && row[`r${i}Code`] !== null)
      refs[name] = { code: String(row[`r${i}Code`]), name: String(row[`r${i}Name`]) }
    delete row[`r${i}Code`]
    delete row[`r${i}Name`]
  })
  row.refs = refs
  return row
}

/** One page of records, its count and its totals. `extra` are further conditions on `t`. */
export async function listRecords(
  ctx: Ctx,
  e: AnyEntity,
  q: Question,
  extra: readonly Sql[] = [],
): Promise<Page<Record<string, unknown>>> {
  const where = join([visible(e, ctx, 't'), ...conditions(ctx, e, q.filter), ...extra], ' and ')
  const size = q.pageSize === 0 ? pageSizeMax : q.pageSize
  const by = order(e, q.orderBy ?? (q.orderField && `${q.orderDirection === 'DESC' ? '-' : ''}${q.orderField}`))
  const { columns, joins } = recordColumns(ctx, e)
  const table = raw(tableOf(e))
  const rows = await ctx.tx.query(sql`
    select ${columns} from (select * from ${table} t where ${where} order by ${by} limit ${size} offset ${(q.page - 1) * size}) t
    ${joins} order by ${by}`)
  const page = { records: rows.map((row) => present(e, row)), total: null, page: q.page, pageSize: q.pageSize }
  if (!q.searchCount) return page
  return { ...page, ...(await countAndSum(ctx.tx, e, where)) }
}

/** Of at most `countMax` rows, and one more, which tells that there are more. */
async function countAndSum(
  tx: Tx,
  e: AnyEntity,
  where: Sql,
): Promise<Pick<Page<unknown>, 'sums' | 'isCut'> & { total: number }> {
  const totals = Object.entries(e.fields).filter(([, f]) => f.total)
  const columns = join([sql`1 as one`, ...totals.map(([name]) => sql`t.${raw(snake(name))}`)])
  const sums = join([
    sql`count(*) as n`,
    ...totals.map(([name]) => sql`coalesce(sum(${raw(snake(name))}), 0)::text as ${raw(snake(name))}`),
  ])
  const { n, ...all } = await tx.one<{ n: string } & Record<string, string>>(sql`
    select ${sums} from (select ${columns} from ${raw(tableOf(e))} t where ${where} limit ${countMax + 1}) counted`)
  const total = Math.min(Number(n), countMax)
  if (Number(n) <= countMax) return totals.length > 0 ? { total, sums: all } : { total }
  const positive = Object.entries(all).filter(([name]) => (e.fields[name]?.least ?? 0) >= 0)
  return { total, isCut: true, ...(positive.length > 0 && { sums: Object.fromEntries(positive) }) }
}

/** One record with its child rows, or undefined when it is not there or not the caller's. */
export async function readRecord(ctx: Ctx, e: AnyEntity, id: string): Promise<Record<string, unknown> | undefined> {
  const { columns, joins } = recordColumns(ctx, e)
  const row = await ctx.tx.maybe(sql`
    select ${columns} from ${raw(tableOf(e))} t ${joins} where ${visible(e, ctx, 't')} and t.id = ${id}`)
  if (!row) return undefined
  const record = present(e, row)
  for (const [name, f] of Object.entries(e.fields)) if (f.rows) record[name] = await readRows(ctx, f.rows.entity, e, id)
  return record
}

export const parentColumn = (child: AnyEntity, parent: AnyEntity): string => {
  const keys = [parent.key, parent.viewOf]
  const name = Object.keys(child.fields).find((key) => child.fields[key]?.to && keys.includes(child.fields[key].to))
  if (!name) throw new Error(`${child.key} has no ref to ${parent.key}`)
  return snake(name)
}
/** The child rows of several parents, by parent. */
export async function readRowsOf(
  ctx: Ctx,
  child: AnyEntity,
  parent: AnyEntity,
  ids: readonly string[],
): Promise<Map<string, Record<string, unknown>[]>> {
  const { columns, joins } = recordColumns(ctx, child)
  const column = parentColumn(child, parent)
  const rows = await ctx.tx.query<Record<string, unknown> & { theParent: string }>(sql`
    select ${columns}, t.${raw(column)} as the_parent from ${raw(tableOf(child))} t ${joins}
    where ${visible(child, ctx, 't')} and t.${raw(column)} = any(${ids}::bigint[]) order by t.${raw(snake(child.sort))}, t.id`)
  const byParent = new Map<string, Record<string, unknown>[]>()
  for (const { theParent, ...row } of rows) {
    const own = byParent.get(theParent)
    if (own) own.push(present(child, row))
    else byParent.set(theParent, [present(child, row)])
  }
  return byParent
}

const readRows = async (ctx: Ctx, child: AnyEntity, parent: AnyEntity, id: string) =>
  (await readRowsOf(ctx, child, parent, [id])).get(id) ?? []
