import type { AnyEntity, Fields, Label } from '@lading/contract/kernel/entity.ts'
import type { FieldError } from '@lading/contract/kernel/fault.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { type Problem, problemOf } from '../field/rules.ts'
import type { Row } from '../records.ts'

export type Values = Readonly<Record<string, unknown>>
/** A child row while it is edited. `_key` names it until it has an id, so that rows may move without losing anything. */
export interface DraftRow extends Values {
  readonly _key: string
  readonly refs?: Readonly<Record<string, Label>>
}
/** What a form holds: what was loaded, what was typed since, and the labels of its refs. */
export interface Draft {
  readonly loaded: Values
  readonly values: Values
  readonly refs: Readonly<Record<string, Label>>
}

const writable = (fields: Fields) => Object.entries(fields).filter(([, f]) => f.derived !== true)

export function newDraft(e: AnyEntity, initial: Values = {}): Draft {
  const values = { ...initialValues(e.fields), ...initial }
  return { loaded: values, values, refs: {} }
}

export function draftOf(e: AnyEntity, row: Row): Draft {
  const values = Object.fromEntries(writable(e.fields).map(([name, f]) => [name, typed(f, row[name])]))
  return { loaded: values, values, refs: row.refs }
}

/** A new record with what another holds; its code, and what else never changes, is its own. */
export function copyDraft(e: AnyEntity, row: Row): Draft {
  const copied = Object.fromEntries(
    writable(e.fields).flatMap(([name, f]) => {
      if (f.frozen || name === e.label.code) return []
      const value = typed(f, row[name])
      const rows = isRows(value) ? value.map(({ id: _, ...own }) => ({ ...own, _key: nextKey() })) : value
      return [[name, rows]]
    }),
  )
  return { ...newDraft(e, copied), refs: row.refs }
}

export function newRow(e: AnyEntity, initial: Values = {}): DraftRow {
  return { ...initialValues(e.fields), ...initial, _key: nextKey() }
}
/** A new row below others. Where an order is typed that they are asked in, it comes after the last of them. */
export function rowAfter(e: AnyEntity, rows: readonly DraftRow[]): DraftRow {
  const step = e.sort === 'seq' ? e.fields.seq?.initial : undefined
  const last = Math.max(0, ...rows.map((row) => Number(row.seq) || 0))
  return newRow(e, typeof step === 'number' ? { seq: last + step } : {})
}
let lastKey = 0
/** Rows of a draft that an earlier page has left have keys too. */
const page = Date.now().toString(36)
const nextKey = (): string => `n${page}-${++lastKey}`

const initialValues = (fields: Fields): Values =>
  Object.fromEntries(writable(fields).map(([name, f]) => [name, f.initial ?? (f.kind === 'rows' ? [] : null)]))

/** `5.000` from the database is `5` to whoever edits it. */
export function typed(f: Field, value: unknown): unknown {
  if (f.kind === 'rows') return (Array.isArray(value) ? value : []).map((row: Row) => rowOf(f, row))
  const isDecimal = f.kind === 'qty' || f.kind === 'decimal' || f.kind === 'money'
  return isDecimal && typeof value === 'string' && value.includes('.') ? value.replace(/\.?0+$/, '') : (value ?? null)
}
const rowOf = (f: Field, row: Row): DraftRow => ({
  ...Object.fromEntries(writable(f.rows?.entity.fields ?? {}).map(([name, child]) => [name, typed(child, row[name])])),
  id: row.id,
  refs: row.refs ?? {},
  _key: row.id,
})

export function set(d: Draft, name: string, value: unknown, label?: Label): Draft {
  return { ...d, values: { ...d.values, [name]: value }, refs: label ? { ...d.refs, [name]: label } : d.refs }
}

export const isRows = (value: unknown): value is readonly DraftRow[] =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && '_key' in row)
export const byId = (rows: unknown): ReadonlyMap<unknown, DraftRow> =>
  new Map((isRows(rows) ? rows : []).flatMap((row) => (row.id ? [[row.id, row]] : [])))

export const changedNames = (d: Draft): readonly string[] =>
  Object.keys(d.values).filter((name) => !isSame(d.values[name], d.loaded[name]))
/** Rows that nobody touched are the same objects: of hundreds only those that were typed into are looked at. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (isRows(a) && isRows(b))
    return a.length === b.length && a.every((row, i) => row === b[i] || isSameValue(row, b[i]))
  return isSameValue(a, b)
}
export const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(plain(a)) === JSON.stringify(plain(b))
const plain = (value: unknown): unknown => (value === '' || value === undefined ? null : value)
export const isDirty = (d: Draft): boolean => changedNames(d).length > 0

/** Everything that is wrong, by field; for a child row by `lines.<row key>.<field>`. */
export function problems(e: AnyEntity, d: Draft, names: readonly string[]): Record<string, Problem> {
  const found: Record<string, Problem> = {}
  for (const name of names) {
    const field = e.fields[name]
    if (!field || field.derived) continue
    const value = d.values[name]
    if (field.rows && Array.isArray(value)) {
      for (const row of value) Object.assign(found, rowProblems(name, field, row))
      if (value.length === 0 && field.required) found[name] = { text: noRows }
      continue
    }
    const problem = problemOf(field, value)
    if (problem) found[name] = problem
  }
  return found
}
const noRows: Text = ['明细不能为空', 'Enter at least one line']

/** What was found of a row, as long as nobody types into it. */
const judged = new WeakMap<DraftRow, { readonly field: Field; readonly found: Record<string, Problem> }>()
function rowProblems(name: string, field: Field, row: DraftRow): Record<string, Problem> {
  const known = judged.get(row)
  if (known?.field === field) return known.found
  const found: Record<string, Problem> = {}
  judged.set(row, { field, found })
  for (const [column, f] of writable(field.rows?.entity.fields ?? {})) {
    const problem = problemOf(f, row[column])
    if (problem) found[`${name}.${row._key}.${column}`] = problem
  }
  return found
}

/** What `create` takes. */
export const createInput = (d: Draft): Values =>
  Object.fromEntries(Object.entries(d.values).map(([name, value]) => [name, wire(value)]))
/** What `update` takes: only what changed; of child rows all that are there, and by name those that shall go. */
export const updateInput = (d: Draft, { id, version }: Pick<Row, 'id' | 'version'>): Values => ({
  ...Object.fromEntries(changedNames(d).map((name) => [name, withRemoved(d, name)])),
  id,
  version,
})
function withRemoved(d: Draft, name: string): unknown {
  const sent = wire(d.values[name])
  if (!isRows(d.loaded[name]) || !Array.isArray(sent)) return sent
  const kept = byId(d.values[name])
  return [
    ...sent,
    ...d.loaded[name].flatMap((row) => (row.id && !kept.has(row.id) ? [{ id: row.id, removed: true }] : [])),
  ]
}

/** Rows go without what only the form needs. */
function wire(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim()
  if (!Array.isArray(value)) return value ?? null
  return value.map((item: unknown) => {
    // A point of a boundary is a list itself.
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
    const { _key, refs, ...row } = item as DraftRow // Arrays of objects in a draft are child rows.
    return Object.fromEntries(Object.entries(row).flatMap(([k, v]) => (k === 'id' && !v ? [] : [[k, wire(v)]])))
  })
}

/** Puts the server's `lines.0.planQty` at the row that stood there when it was sent. */
export function placeErrors(d: Draft, errors: readonly FieldError[]): readonly { name: string; error: FieldError }[] {
  return errors.map((error) => {
    const [name = '', index, column] = error.field.replace(/\[(\d+)\]/g, '.$1').split('.')
    const rows = d.values[name]
    if (!Array.isArray(rows)) return { name: error.field, error }
    const row = rows[Number(index ?? error.row)] as DraftRow | undefined
    return { name: row && column ? `${name}.${row._key}.${column}` : name, error }
  })
}
