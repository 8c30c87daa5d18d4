import { type AnyEntity, logWord } from '@lading/contract/kernel/entity.ts'
import type { Field, Kind } from '@lading/contract/kernel/field.ts'
import type { LogChange, LogEntry, LogRow, LogValue } from '@lading/contract/kernel/log.ts'
import { isText, type Text } from '@lading/contract/kernel/text.ts'
import sql from 'sql-template-tag'
import type { Ctx } from './ctx.ts'
import { type Done, entityByKey } from './registry.ts'
import { named } from './scope.ts'
import { labelColumns } from './spoken.ts'

type Labels = ReadonlyMap<string, LogRow>
/** All that is asked of whoever puts a log into words: whose rows it names. */
type Reader = Pick<Ctx, 'tx' | 'tenantId' | 'language'>

const disabledField: Field = { kind: 'flag', title: ['状态', 'Status'], required: true }
/** What may be told of any row, whatever it is. */
const common: Readonly<Record<string, Field>> = {
  disabled: disabledField,
  reason: { kind: 'text', title: ['原因', 'Reason'], required: false },
}
/** What is said of a field of an entity in its logs; undefined: nobody could read it. */
export const loggedField = (e: AnyEntity, name: string): Field | undefined =>
  e.secrets[name] ? undefined : (e.details[name] ?? e.fields[name] ?? common[name])

const isNothing = (v: unknown): boolean =>
  v === null || v === undefined || v === '' || (Array.isArray(v) && v.length === 0)
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

interface Change {
  readonly name: string
  readonly field: Field
  readonly before: unknown
  readonly after: unknown
}
/** What really changed, of what a reader could make anything of. */
const changesOf = (e: AnyEntity, { before, after }: Done): readonly Change[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].flatMap((name) => {
    const field = loggedField(e, name)
    const [a, b] = [before?.[name], after?.[name]]
    if (!field || field.kind === 'json' || (isNothing(a) && isNothing(b)) || same(a, b)) return []
    return [{ name, field, before: a, after: b }]
  })

const idsOf = (v: unknown): readonly string[] => (isNothing(v) ? [] : [v].flat().map(String))

/** What the rows are called that changes name, read once for each kind. */
async function labelsOf(ctx: Reader, changes: readonly Change[]): Promise<Labels> {
  const wanted = Map.groupBy(
    changes.filter(({ field }) => field.to !== undefined),
    ({ field }) => field.to ?? '',
  )
  const found = [...wanted].map(async ([key, own]) => {
    const e = entityByKey(key)
    const { code, name } = labelColumns(ctx, e, 't')
    const ids = [...new Set(own.flatMap((c) => [...idsOf(c.before), ...idsOf(c.after)]))].filter((id) =>
      /^\d{1,19}$/.test(id),
    )
    const rows = await ctx.tx.query<{ id: string; code: string; name: string }>(sql`
      select t.id, ${code}::text as code, ${name}::text as name from ${named(ctx, e, 't')} where t.id = any(${ids}::bigint[])`)
    return rows.map((row): [string, LogRow] => [`${key} ${row.id}`, { key, ...row }])
  })
  return new Map((await Promise.all(found)).flat())
}

const count = (n: number): Text => [`${n}条`, n === 1 ? '1 row' : `${n} rows`]
const yes: Text = ['是', 'Yes']
const no: Text = ['否', 'No']
const states: readonly [Text, Text] = [
  ['启用', 'Enabled'],
  ['停用', 'Disabled'],
]
const gone: Text = ['已删除', 'deleted']

const plain = (v: unknown): LogValue => (isText(v) ? v : String(v))
function chosen(field: Field, v: unknown): LogValue {
  const texts = [v].flat().map((key) => field.choices?.[String(key)])
  if (texts.some((text) => !text)) return plain(v)
  return [texts.map((text) => text?.[0]).join('、'), texts.map((text) => text?.[1]).join(', ')]
}
function rowsOf(field: Field, v: unknown, labels: Labels): LogValue {
  // What is gone with the row is told by its name.
  if (idsOf(v).every((id) => !/^\d+$/.test(id))) return idsOf(v).join(', ')
  const rows = idsOf(v).map((id) => labels.get(`${field.to} ${id}`))
  const known = rows.filter((row) => row !== undefined)
  return known.length === 0 ? gone : known
}
const says: Partial<Record<Kind, (f: Field, v: unknown, labels: Labels) => LogValue>> = {
  choice: chosen,
  choices: chosen,
  ref: rowsOf,
  refs: rowsOf,
  flag: (f, v) => (f === disabledField ? states[v === true ? 1 : 0] : v === true ? yes : no),
  rows: (_, v) => count(idsOf(v).length),
}
const said = (field: Field, v: unknown, labels: Labels): LogValue | null =>
  isNothing(v) ? null : (says[field.kind] ?? ((_f, value) => plain(value)))(field, v, labels)

/**
 * What was done to rows of an entity, in words: the one place that makes a line of a log. States and choices by their
 * titles, rows by what they are called, what did not change left out.
 */
export async function sayLog(ctx: Reader, e: AnyEntity, done: readonly Done[]): Promise<LogEntry[]> {
  const changes = done.map((one) => changesOf(e, one))
  const labels = await labelsOf(ctx, changes.flat())
  return done.map(({ at, user, source, action, about, more }, i) => ({
    ...more,
    at,
    user,
    source,
    action,
    title: logWord(e, action) ?? [action, action],
    ...(about && { about: { key: e.key, ...about, title: e.title } }),
    changes: (changes[i] ?? [])
      .map(
        ({ name, field, before, after }): LogChange => ({
          field: name,
          title: field.title,
          kind: field.kind,
          ...(field.dict !== undefined && { dict: field.dict }),
          before: said(field, before, labels),
          after: said(field, after, labels),
        }),
      )
      .filter((c) => !same(c.before, c.after)),
  }))
}
