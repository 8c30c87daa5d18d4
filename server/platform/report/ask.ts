import { refuse } from '@lading/contract/kernel/fault.ts'
import { idText, isDay } from '@lading/contract/kernel/schema.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { reportFaults } from '@lading/contract/sys/reportFaults.ts'
import type { ReportSet, SetFilter } from '@lading/contract/sys/reportTemplate.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { allowed, type Ctx } from '../../kernel/ctx.ts'
import { computationOf, entityByKey } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'
import { labelColumns, spoken } from '../../kernel/spoken.ts'
import { snake } from '../../kernel/tx.ts'
import { readDictionaries } from '../dictionary.ts'
import type { SetData } from './grid/data.ts'
import type { Value } from './grid/formula.ts'
import { type Dim, dimOf, type Grain, isDayKind, isGrain, isNumber, type ReportModel } from './model.ts'
import { dayOf } from './relative.ts'

type Params = Readonly<Record<string, string>>

/** A statement in the making: what is joined so far, by the way that leads there. */
class Question {
  readonly joins = new Map<string, { readonly alias: string; readonly sql: Sql }>()
  readonly ctx: Ctx
  readonly model: ReportModel
  constructor(ctx: Ctx, model: ReportModel) {
    this.ctx = ctx
    this.model = model
  }
  /** The alias of what a way of refs leads to. */
  private at(way: readonly string[]): string {
    if (way.length === 0) return 't'
    const key = way.join('.')
    const known = this.joins.get(key)
    if (known) return known.alias
    const before = this.at(way.slice(0, -1))
    const last = way.at(-1) ?? ''
    const target = entityByKey(dimOf(this.model, key).field.to ?? '')
    const alias = `j${this.joins.size}`
    const on = sql`left join ${named(this.ctx, target, alias)} on ${raw(alias)}.id = ${raw(`${before}.${snake(last)}`)}`
    this.joins.set(key, { alias, sql: on })
    return alias
  }
  /** The column itself, as filters compare it. */
  column(dim: Dim): Sql {
    const at = this.at(dim.way)
    if (dim.field.computed) return sql`(${computationOf(dim.entity, dim.name).value(this.ctx)})`
    return raw(`${at}.${snake(dim.name)}`)
  }
  /** What a reader is told: a text. */
  shown(dim: Dim, grain: Grain | undefined): Sql {
    const { field, entity, name } = dim
    if (field.kind === 'ref') {
      const target = entityByKey(field.to ?? '')
      return labelColumns(this.ctx, target, this.at([...dim.way, name])).name
    }
    if (field.kind === 'text' && !field.computed) return spoken(this.ctx, entity, name, this.at(dim.way))
    const column = this.column(dim)
    if (!isDayKind(field)) return sql`(${column})::text`
    const local = field.kind === 'instant' ? sql`(${column} at time zone ${this.ctx.org.timeZone})` : column
    return dayText(field.kind === 'instant' && !grain ? 'MINUTE' : (grain ?? 'DAY'), local)
  }
}
const patterns = {
  MINUTE: 'YYYY-MM-DD HH24:MI',
  DAY: 'YYYY-MM-DD',
  MONTH: 'YYYY-MM',
  QUARTER: 'YYYY-"Q"Q',
  YEAR: 'YYYY',
}
const dayText = (grain: Grain | 'MINUTE', day: Sql): Sql =>
  grain === 'WEEK'
    ? sql`to_char(date_trunc('week', ${day}), 'YYYY-MM-DD')`
    : sql`to_char(${day}, ${raw(`'${patterns[grain]}'`)})`

/** A dimension as a set names it: `billId.bizDate:MONTH`. */
export function namedDim(model: ReportModel, text: string): { readonly dim: Dim; readonly grain: Grain | undefined } {
  const [path = '', grain] = text.split(':')
  if (!model.dims.includes(path)) refuse(reportFaults.noField, { field: text })
  if (grain !== undefined && !isGrain(grain)) refuse(reportFaults.noField, { field: text })
  return { dim: dimOf(model, path), grain: grain as Grain | undefined }
}

function measureColumns(model: ReportModel, names: readonly string[], each: boolean) {
  const columns = new Map<string, Sql>()
  const ratios: Record<string, { of: string; by: string }> = {}
  const add = (name: string): void => {
    const m =
      (Object.hasOwn(model.measures, name) && model.measures[name]) || refuse(reportFaults.noField, { field: name })
    if (m.is === 'ratio') {
      add(m.of)
      add(m.by)
      ratios[name] = { of: m.of, by: m.by }
      return
    }
    if (m.is === 'count') columns.set(name, each ? sql`'1'` : sql`count(*)::text`)
    else {
      const column = raw(`t.${snake(m.field)}`)
      const work = m.is === 'distinct' ? sql`count(distinct ${column})` : sql`${raw(m.is)}(${column})`
      columns.set(name, each ? sql`${m.is === 'distinct' ? sql`'1'` : column}::text` : sql`(${work})::text`)
    }
  }
  for (const name of names) add(name)
  return { columns, ratios }
}

/** What was said under a name, and nothing that every object has. */
const own = (params: Params, name: string): string | undefined =>
  Object.hasOwn(params, name) ? params[name] : undefined
const bad = (field: Dim): never => refuse(reportFaults.param, { param: field.title })
/** What a filter compares with, as its field has it; undefined: nothing was said. */
function wanted(ctx: Ctx, dim: Dim, { value }: SetFilter, params: Params): string[] | undefined {
  const said = [value ?? []].flat().map((v) => (v.startsWith('$') ? own(params, v.slice(1)) : v))
  const given = said.filter((v): v is string => v !== undefined && v !== '').map((v) => dayOf(ctx, v))
  if (given.length === 0) return undefined
  const { field } = dim
  const fits = (v: string): boolean =>
    field.kind === 'ref'
      ? idText.safeParse(v).success
      : isDayKind(field)
        ? isDay(v)
        : !isNumber(field) || /^-?\d{1,15}(\.\d{1,6})?$/.test(v)
  return given.every(fits) ? given : bad(dim)
}

const signs = { ge: '>=', le: '<=', gt: '>', lt: '<' } as const
function condition(q: Question, filter: SetFilter, params: Params): Sql | undefined {
  const { dim } = namedDim(q.model, filter.field)
  const { field } = dim
  const column = q.column(dim)
  if (filter.op === 'empty') return sql`${column} is null`
  if (filter.op === 'filled') return sql`${column} is not null`
  const values = wanted(q.ctx, dim, filter, params)
  if (!values) return undefined
  const day = field.kind === 'instant' ? sql`(${column} at time zone ${q.ctx.org.timeZone})::date` : column
  const type = field.kind === 'ref' ? 'bigint' : isDayKind(field) ? 'date' : isNumber(field) ? 'numeric' : 'text'
  const own = type === 'text' ? sql`(${day})::text` : day
  const [first = ''] = values
  if (filter.op === 'like') return sql`position(lower(${first}) in lower((${q.shown(dim, undefined)}))) > 0`
  if (filter.op === 'eq' || filter.op === 'in') return sql`${own} = any(${values}::text[]::${raw(type)}[])`
  if (filter.op === 'ne') return sql`(${own} is null or not ${own} = any(${values}::text[]::${raw(type)}[]))`
  return sql`${own} ${raw(signs[filter.op])} ${first}::${raw(type)}`
}

/** What a set asks of its model: columns by their names, from where, and which rows. */
export interface Asked {
  readonly model: ReportModel
  readonly names: readonly string[]
  readonly dims: readonly { readonly name: string; readonly dim: Dim }[]
  readonly isNumeric: readonly boolean[]
  readonly ratios: SetData['ratios']
  /** Called c0, c1 and so on. */
  readonly columns: Sql
  readonly joins: Sql
  readonly where: Sql
  /** What rows are put in order by, the weightiest first. */
  readonly keys: readonly OrderKey[]
}
/** A column by its number, as the database compares it; what is empty stands last. */
export interface OrderKey {
  readonly column: number
  readonly isNumeric: boolean
  readonly desc: boolean
}
/** How the database compares what a key says. */
export const compared = ({ isNumeric }: OrderKey, text: Sql): Sql =>
  isNumeric ? sql`${text}::numeric` : sql`${text} collate name_order`
const keyColumn = ({ column }: OrderKey): Sql => raw(`q.c${column}`)
/** Rows that are called q; single ones whose keys are equal stand in the order in which they were made. */
export const ordered = (keys: readonly OrderKey[], each: boolean): Sql => {
  const by = keys.map((key) => sql`${compared(key, keyColumn(key))}${raw(key.desc ? ' desc nulls last' : '')}`)
  const all = each ? [...by, sql`q.id`] : by
  return all.length > 0 ? sql`order by ${join(all)}` : sql``
}
/** A key as text, the same for all that compare as equal. */
export const keyText = (key: OrderKey): Sql =>
  key.isNumeric ? sql`trim_scale(${keyColumn(key)}::numeric)::text` : keyColumn(key)

/** @throws Fault forbidden, noField, param */
export function askedOf(ctx: Ctx, model: ReportModel, set: ReportSet, params: Params): Asked {
  if (!allowed(ctx, model.permission)) refuse(reportFaults.forbidden)
  const q = new Question(ctx, model)
  const dims = set.dims.map((name) => ({ name, ...namedDim(model, name) }))
  const shown = dims.map(({ dim, grain }) => q.shown(dim, grain))
  const { columns, ratios } = measureColumns(model, set.measures, set.each === true)
  const filters = [
    model.where?.(ctx),
    ...(model.only ?? []).map((f) => only(q, f)),
    ...set.filters.map((f) => condition(q, f, params)),
  ]
  const names = [...dims.map((d) => d.name), ...columns.keys()]
  const all = [...shown, ...columns.values()]
  if (all.length === 0) refuse(reportFaults.noField, { field: '-' })
  const isNumeric = [...dims.map(({ dim }) => isNumber(dim.field)), ...[...columns.keys()].map(() => true)]
  return {
    ...{ model, names, dims, isNumeric, ratios },
    columns: join(all.map((one, i) => sql`${one} as ${raw(`c${i}`)}`)),
    joins: join([sql``, ...[...q.joins.values()].map((j) => j.sql)], ' '),
    where: join([sql`true`, ...filters.filter((f) => f !== undefined)], ' and '),
    keys: keysOf(set, names, isNumeric, dims.length),
  }
}

/** A row as the database says it, by c0, c1 and so on. */
export type AskedRow = Record<string, string | null>
/** How keys are called, by column. */
type Words = readonly (ReadonlyMap<string, string> | undefined)[]
/** @param words how keys are called, which are asked once for all rows of a question */
export function setOf({ names, isNumeric, ratios }: Asked, rows: readonly AskedRow[], words: Words): SetData {
  const said = (i: number) => {
    const of = words[i]
    return (row: AskedRow): Value => {
      const v = row[`c${i}`] ?? null
      return v === null ? null : (of?.get(v) ?? v)
    }
  }
  return {
    size: rows.length,
    columns: Object.fromEntries(names.map((name, i) => [name, rows.map(said(i))])),
    numeric: new Set(names.filter((_, i) => isNumeric[i])),
    codes: Object.fromEntries(
      names.flatMap((name, i) => (words[i] ? [[name, new Map([...words[i]].map(([key, word]) => [word, key]))]] : [])),
    ),
    ratios,
  }
}

/**
 * Asks a published model, behind the same walls as every list. No word of a person reaches the statement: names come from
 * the declarations, values are bound.
 * @param most rows that are taken
 * @throws Fault forbidden, noField, param, tooMany
 */
export async function askModel(
  ctx: Ctx,
  model: ReportModel,
  set: ReportSet,
  params: Params,
  most: number,
): Promise<SetData> {
  const asked = askedOf(ctx, model, set, params)
  const { columns, joins, where, keys, dims } = asked
  const limit = Math.min(set.most ?? most, most)
  const group = set.each || dims.length === 0 ? sql`` : sql`group by ${join(dims.map((_, i) => raw(String(i + 1))))}`
  // What is too many is refused, so that it need not be put in order first; the topmost so many have to be.
  const few = set.most === undefined ? sql`limit ${limit + 1}` : sql``
  const rows = await ctx.tx.once<AskedRow>(sql`
    select * from (
      select ${set.each ? sql`t.id, ` : sql``}${columns} from ${from(ctx, model.of, 't')} ${joins} where ${where} ${group} ${few}) q
    ${ordered(keys, set.each === true)} limit ${limit + 1}`)
  if (rows.length > limit && set.most === undefined) refuse(reportFaults.tooMany, { max: most })
  return setOf(asked, rows.slice(0, limit), await wordsOf(ctx, dims))
}
/** What the model itself leaves out compares fields that no report need offer. */
const only = (q: Question, f: SetFilter): Sql =>
  sql`${q.column(dimOf(q.model, f.field))} = any(${[f.value ?? []].flat()}::text[])`

/** As the set says; else in the order of its dimensions. */
function keysOf(set: ReportSet, names: readonly string[], isNumeric: readonly boolean[], dims: number): OrderKey[] {
  const key = (column: number, desc: boolean): OrderKey => ({ column, desc, isNumeric: isNumeric[column] === true })
  const said = set.sort.map(({ field, desc }) => {
    const i = names.indexOf(field)
    return i < 0 ? refuse(reportFaults.noField, { field }) : key(i, desc)
  })
  const rest = Array.from({ length: dims }, (_, i) => key(i, false))
  const all = [...said, ...rest]
  return all.filter((one, i) => all.findIndex(({ column }) => column === one.column) === i)
}

/** How keys of choices and dictionaries are called, by column. */
export async function wordsOf(ctx: Ctx, dims: Asked['dims']): Promise<Words> {
  const types = [...new Set(dims.flatMap(({ dim }) => dim.field.dict ?? []))]
  const entries = types.length > 0 ? await readDictionaries(ctx, types) : []
  return dims.map(({ dim: { field } }) => {
    const told = field.choices ?? field.known
    if (told) return new Map(Object.entries(told).map(([key, text]) => [key, say(text, ctx.language)]))
    if (field.kind === 'flag')
      return new Map([
        ['true', say(['是', 'Yes'], ctx.language)],
        ['false', say(['否', 'No'], ctx.language)],
      ])
    if (field.dict === undefined) return undefined
    const own = entries.filter((e) => e.typeCode === field.dict)
    return new Map(own.map((e) => [e.queryKey, say(e.text, ctx.language)]))
  })
}
