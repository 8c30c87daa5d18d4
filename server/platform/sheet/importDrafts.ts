import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { rowsMax } from '@lading/contract/kernel/schema.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import type { Input, Rules, Seen } from '../../kernel/rules.ts'
import { readHeader, type SheetColumn } from './columns.ts'
import type { Report } from './importReport.ts'
import { parseCell } from './parseCell.ts'
import type { SheetRow } from './rows.ts'

/** A row to be, from the file row where it stands first. */
export interface DraftRow {
  readonly row: number
  readonly values: Input
  id: string
  /** What is in the database under its key. */
  before?: Input & Seen
}
export interface Draft extends DraftRow {
  /** All rows of the file that tell of it. */
  readonly rows: number[]
  /** Child rows by the name of their field; absent when the file has no column of theirs. */
  readonly children: Map<string, DraftRow[]>
  /** Child rows in the database that the file does not mention: they stay. */
  readonly others: Map<string, Input[]>
  /** Columns that the file has. */
  readonly columns: ReadonlySet<string>
  /** Child rows in the database that go, by the name of their field. */
  readonly gone: Map<string, readonly string[]>
}

/**
 * The unique key that a file can name: all its fields are a person's to set. What has no key at all is only ever added:
 * rows that say the same of it are one.
 */
export function keyOf(e: AnyEntity): readonly string[] {
  if (isOnlyAdded(e)) return []
  const key = e.unique.find((names) => names.every((name) => e.fields[name]?.derived !== true))
  if (!key) throw new Error(`${e.key} has no key that a file could name`)
  return key
}

/** The parts of it that a row must name: of the others none may be meant, where the key has some that are always there. */
export function neededOf(e: AnyEntity): readonly string[] {
  const key = keyOf(e)
  const needed = key.filter((name) => e.fields[name]?.required)
  return needed.length > 0 ? needed : key
}

export const isOnlyAdded = (e: AnyEntity): boolean => e.unique.length === 0

/** The values of a row's cells, by column name; what cannot be read is reported. */
function valuesOf(
  { row, cells, shown }: SheetRow,
  columns: readonly (SheetColumn | undefined)[],
  rules: Rules,
  report: Report,
): Map<SheetColumn, unknown> {
  const values = new Map<SheetColumn, unknown>()
  columns.forEach((column, i) => {
    if (!column) return
    const cell = cells[i] ?? null
    const lenient = rules.lenient?.[column.name]
    if (cell === null) {
      if (lenient && column.field.required) {
        values.set(column, lenient.instead)
        report.warn(row, column.name, lenient.message)
      }
      return
    }
    const parsed = parseCell(cell, column.field, report, shown?.[i])
    if ('value' in parsed) values.set(column, parsed.value)
    else
      report.error(row, column.name, ['{title}：{problem}', '{title}: {problem}'], {
        title: column.title,
        problem: say(parsed.problem, report.language, parsed.args),
      })
  })
  return values
}

const split = (values: ReadonlyMap<SheetColumn, unknown>): { own: Input; children: Map<string, Input> } => {
  const own: Input = {}
  const children = new Map<string, Input>()
  for (const [{ name, rows }, value] of values) {
    if (!rows) {
      own[name] = value
      continue
    }
    const child = children.get(rows.field) ?? {}
    child[rows.name] = value
    children.set(rows.field, child)
  }
  return { own, children }
}

/** Adds a further row of the same parent: its own values must not contradict the first's. */
function joinRow(e: AnyEntity, draft: Draft, row: number, own: Input, report: Report): void {
  for (const [name, value] of Object.entries(own)) {
    if (draft.values[name] === undefined) draft.values[name] = value
    else if (JSON.stringify(draft.values[name]) !== JSON.stringify(value))
      report.error(row, name, ['{title}与第{first}行不一致', '{title} differs from row {first}'], {
        title: e.fields[name]?.title,
        first: draft.row,
      })
  }
}

/** As it stands in the file, without the star of what is needed. */
const headingOf = (cell: unknown): string =>
  String(cell ?? '')
    .replace(/\s*\*\s*$/, '')
    .trim()

/**
 * Reads the rows of a file. Rows with the same key are one parent, wherever they stand; each brings one child row of
 * each kind of which it fills a column.
 */
export function readDrafts(
  e: AnyEntity,
  sheet: readonly SheetRow[],
  rules: Rules,
  report: Report,
  newId: () => string,
  columns?: SheetColumn[],
): Draft[] {
  const [head, ...body] = sheet
  const header = readHeader(e, head?.cells ?? [], columns)
  for (const [i, column] of header.columns.entries()) if (column) report.called(column.name, headingOf(head?.cells[i]))
  for (const title of header.unknown)
    report.warn(head?.row ?? 1, title, ['未识别的列[{title}]，已忽略', 'Unknown column [{title}]: ignored'], { title })
  const [key, needed] = [keyOf(e), neededOf(e)]
  const present = new Set(header.columns.flatMap((c) => c?.name ?? []))
  const missing = needed.find((name) => !present.has(name))
  if (missing) throw new Fault(sheetFaults.headerMissing, { title: e.fields[missing]?.title })
  const kinds = new Set(header.columns.flatMap((c) => (c?.rows ? [c.rows.field] : [])))
  const drafts = new Map<string, Draft>()
  for (const line of body) {
    const { own, children } = split(valuesOf(line, header.columns, rules, report))
    const blank = needed.find((name) => own[name] === undefined)
    if (blank !== undefined) {
      if (!report.bad.has(line.row))
        report.error(line.row, blank, faults.required.text, { field: e.fields[blank]?.title })
      continue
    }
    const id = JSON.stringify(isOnlyAdded(e) ? own : key.map((name) => own[name] ?? null))
    let draft = drafts.get(id)
    if (draft) {
      if (kinds.size === 0)
        report.error(line.row, key[0] ?? '', ['与第{first}行重复', 'the same as row {first}'], { first: draft.row })
      joinRow(e, draft, line.row, own, report)
    } else {
      draft = {
        row: line.row,
        rows: [],
        id: newId(),
        values: own,
        children: new Map([...kinds].map((k) => [k, []])),
        others: new Map(),
        columns: present,
        gone: new Map(),
      }
      drafts.set(id, draft)
    }
    draft.rows.push(line.row)
    for (const [field, values] of children) draft.children.get(field)?.push({ row: line.row, id: newId(), values })
  }
  for (const draft of drafts.values())
    for (const [field, rows] of draft.children)
      if (rows.length > rowsMax)
        report.error(draft.row, field, faults.tooMany.text, { max: rowsMax, count: rows.length })
  return [...drafts.values()]
}
