import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { parentColumn } from '../../kernel/listQuery.ts'
import { same } from '../../kernel/rowParts.ts'
import type { Input, Seen } from '../../kernel/rules.ts'
import { visible } from '../../kernel/scope.ts'
import { columnType, tableOf } from '../../kernel/tables.ts'
import { snake } from '../../kernel/tx.ts'
import { type Draft, type DraftRow, keyOf, neededOf } from './importDrafts.ts'
import type { Report } from './importReport.ts'

export type Mode = 'INSERT' | 'UPDATE' | 'UPSERT'
/** What becomes of rows that are there already, and of the lines of papers. */
export interface How {
  readonly mode: Mode
  readonly lines: 'REPLACE' | undefined
}
type Found = Input & Seen

const keyText = (key: readonly string[], values: Input): string =>
  JSON.stringify(key.map((k) => String(values[k] ?? '')))
const complete = (key: readonly string[], values: Input): boolean =>
  key.every((k) => values[k] !== undefined && values[k] !== null)

/** Rows whose key begins like that of one of ours, by its first part; the rest of the key is compared in memory. */
async function rowsByKey(ctx: Ctx, e: AnyEntity, first: string, rows: readonly Input[]): Promise<Found[]> {
  const f = e.fields[first]
  if (!f) return []
  // What a file names and is not there has been reported, and is no key.
  const values = [
    ...new Set(rows.flatMap((r) => (r[first] === null || r[first] === undefined ? [] : String(r[first])))),
  ]
  if (values.length === 0) return []
  return ctx.tx.query<Found>(sql`
    select t.* from ${raw(tableOf(e))} t
    where t.tenant_id = ${ctx.tenantId} ${raw(e.scope === 'org' ? `and t.org_id = ${ctx.org.id}` : '')}
      and t.${raw(snake(first))} = any(${values}::${raw(columnType(f))}[]) order by t.id`)
}

/** Finds and locks what the file's keys name, and refuses what the mode does not allow. */
export async function matchRows(
  ctx: Ctx,
  e: AnyEntity,
  drafts: readonly Draft[],
  mode: Mode,
  report: Report,
): Promise<void> {
  const key = keyOf(e)
  // Who is second to make a row of that key does the whole again, and finds the first one's.
  if (e.only === undefined) ctx.tx.races.add(tableOf(e))
  const candidates = await rowsByKey(
    ctx,
    e,
    neededOf(e)[0] ?? 'id',
    drafts.map((d) => d.values),
  )
  const ids = candidates.map((r) => r.id)
  const locked = await ctx.tx.query<Found>(sql`
    select t.* from ${raw(tableOf(e))} t where ${visible(e, ctx, 't')} and t.id = any(${ids}::bigint[])
    order by t.id for update`)
  const byKey = new Map(locked.map((r) => [keyText(key, r), r]))
  // A key is taken also where whoever sends it may not see by what; a view has rows of its own.
  const hidden = new Set(
    e.only === undefined ? candidates.map((r) => keyText(key, r)).filter((text) => !byKey.has(text)) : [],
  )
  const title: Text = [
    key.map((k) => e.fields[k]?.title[0]).join('+'),
    key.map((k) => e.fields[k]?.title[1]).join(' + '),
  ]
  for (const draft of drafts) {
    const before = byKey.get(keyText(key, draft.values))
    const args = { field: title, value: key.flatMap((k) => draft.values[k] ?? []).join(' '), subject: e.title, no: '' }
    if (before && mode === 'INSERT') report.error(draft.row, key[0] ?? '', faults.duplicate.text, args)
    else if (!before && mode === 'UPDATE')
      report.error(draft.row, key[0] ?? '', faults.notFound.text, { ...args, no: args.value })
    else if (!before && hidden.has(keyText(key, draft.values)))
      report.error(draft.row, key[0] ?? '', faults.duplicate.text, args)
    if (!before) continue
    draft.id = before.id
    draft.before = before
  }
}

/** Child rows that a person cannot tell apart by a key: the lines of a paper. */
export const isKeyless = (e: AnyEntity, child: AnyEntity): boolean => ownKey(e, child) === undefined

/** Finds the child rows that the file's child rows stand for, by the part of their key that is not the parent. */
export async function matchChildren(
  ctx: Ctx,
  e: AnyEntity,
  child: AnyEntity,
  field: string,
  drafts: readonly Draft[],
  report: Report,
): Promise<void> {
  const known = drafts.filter((d) => d.before && (d.children.get(field)?.length ?? 0) > 0)
  if (known.length === 0) return
  const key = ownKey(e, child)
  if (!key) {
    for (const d of known)
      report.error(
        d.row,
        field,
        ['{title}已有{rows}，不能通过导入修改', '{title} already has {rows}: they cannot be changed by import'],
        {
          title: e.title,
          rows: child.title,
        },
      )
    return
  }
  const column = parentColumn(child, e)
  const ids = known.map((d) => d.id)
  const rows = await ctx.tx.query<Found & { theParent: string }>(sql`
    select t.*, t.${raw(column)} as the_parent from ${raw(tableOf(child))} t
    where t.tenant_id = ${ctx.tenantId} and t.${raw(column)} = any(${ids}::bigint[]) order by t.id for update`)
  const byKey = new Map(rows.map(({ theParent, ...r }) => [`${theParent} ${keyText(key, r as Found)}`, r as Found]))
  for (const d of known)
    for (const row of d.children.get(field) ?? []) {
      const name = `${d.id} ${keyText(key, row.values)}`
      const before = byKey.get(name)
      if (!before) continue
      byKey.delete(name)
      row.id = before.id
      row.before = before
      row.values.id = before.id
    }
  const left = Map.groupBy(byKey, ([name]) => name.split(' ')[0])
  for (const d of known)
    d.others.set(
      field,
      (left.get(d.id) ?? []).map(([, row]) => row),
    )
}

/** A child's unique key without the parent's own id, when a person can name it. */
function ownKey(e: AnyEntity, child: AnyEntity): readonly string[] | undefined {
  return child.unique
    .map((names) => names.filter((name) => child.fields[name]?.to !== e.key))
    .find((names) => names.length > 0 && names.every((name) => child.fields[name]?.derived !== true))
}

export const sameAsRow: Text = ['{field}[{value}]与第{first}行重复', '{field} [{value}] is the same as in row {first}']

/**
 * Refuses what would break a unique key, within the file and against the database.
 * @param parent of child rows: their keys may begin with its id
 */
export async function checkUnique(
  ctx: Ctx,
  e: AnyEntity,
  rows: readonly DraftRow[],
  report: Report,
  o: { skip?: readonly string[]; prefix?: string } = {},
): Promise<void> {
  for (const key of e.unique) {
    if (key === o.skip) continue
    const merged = rows.map((r) => ({ r, values: { ...r.before, ...r.values } }))
    const named = merged.filter(({ values }) => complete(key, values))
    const first = new Map<string, DraftRow>()
    const say = (r: DraftRow, text: Text, other: Record<string, unknown> = {}) => {
      const names = key.filter((k) => e.fields[k]?.derived !== true)
      report.error(r.row, `${o.prefix ?? ''}${names[0] ?? ''}`, text, {
        field: [names.map((k) => e.fields[k]?.title[0]).join('+'), names.map((k) => e.fields[k]?.title[1]).join(' + ')],
        value: names.map((k) => String(r.values[k] ?? r.before?.[k])).join(' '),
        ...other,
      })
    }
    for (const { r, values } of named) {
      const text = keyText(key, values)
      const twin = first.get(text)
      if (twin) say(r, sameAsRow, { first: twin.row })
      else first.set(text, r)
    }
    const taken = await rowsByKey(
      ctx,
      e,
      key[0] ?? 'id',
      named.map(({ values }) => values),
    )
    for (const row of taken) {
      const mine = first.get(keyText(key, row))
      if (mine && mine.id !== row.id) say(mine, faults.duplicate.text)
    }
  }
}

/** Gives new rows what they did not say, and refuses what must be said or may not change. */
export function fillIn(e: AnyEntity, rows: readonly DraftRow[], report: Report, prefix = ''): void {
  const fields = Object.entries(e.fields).filter(([, f]) => f.kind !== 'rows' && f.derived !== true)
  for (const row of rows)
    for (const [name, f] of fields) {
      if (row.before) {
        if (f.frozen && row.values[name] !== undefined && !same(row.before[name], row.values[name]))
          report.error(row.row, prefix + name, faults.frozen.text, { field: f.title })
        continue
      }
      if (row.values[name] !== undefined) continue
      if (f.initial !== undefined) row.values[name] = f.initial
      else if (f.required && !report.bad.has(row.row))
        report.error(row.row, prefix + name, faults.required.text, { field: f.title })
      else row.values[name] = null
    }
}

/** The fields of a row that the file changes. */
export const changesOf = (e: AnyEntity, row: DraftRow): Input =>
  Object.fromEntries(
    Object.entries(row.values).filter(
      ([name, value]) => e.fields[name]?.kind !== 'rows' && value !== undefined && !same(row.before?.[name], value),
    ),
  )
