import { createHash } from 'node:crypto'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { collectionFaults } from '@lading/contract/sys/collectionCalls.ts'

/** One column of ours and where its value stands in an outside record. */
export interface Mapping {
  readonly target: string
  readonly path: string | null
  readonly fixed: string | null
  readonly words: string | null
}
export type OutsideRecord = Readonly<Record<string, unknown>>
/** Values in the order of the mappings. */
export type MappedRow = readonly (string | null)[]

const pathForm = /^[^.[\]]+(\[\])?(\.[^.[\]]+(\[\])?)*$/
/** The names of a path, refused where it is none: `a.b`, or `lines[].qty`. */
export function readPath(path: string): readonly string[] {
  if (!pathForm.test(path)) refuse(collectionFaults.path, { path })
  return path.split('.')
}

const isRecord = (value: unknown): value is OutsideRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands at a path; a name with dots is found too, as the headings of files have them. */
function at(value: unknown, names: readonly string[]): unknown {
  let here = value
  for (const name of names) {
    if (!isRecord(here) || !Object.hasOwn(here, name)) return undefined
    here = here[name]
  }
  return here
}

/** A value as a cell of a file has it; what is no value of one cell stands as JSON. */
export function cellOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  // What no column can hold is left out.
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '')
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return JSON.stringify(value)
}

/** `1=ON;2=OFF` by what the other side says. */
export function readWords(words: string): ReadonlyMap<string, string> {
  const pairs = words
    .split(/[;；\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const read = pairs.map((pair): [string, string] => {
    const cut = pair.indexOf('=')
    if (cut < 1) refuse(collectionFaults.words, { words })
    return [pair.slice(0, cut).trim(), pair.slice(cut + 1).trim()]
  })
  return new Map(read)
}

/** The array that a path opens: `lines` of `lines[].qty`. */
export const arrayOf = (path: string | null): string | undefined => {
  const cut = path?.indexOf('[]') ?? -1
  return cut < 0 ? undefined : path?.slice(0, cut)
}

/** The one array that the mappings open, refused where there are two: which of their lines belong together nobody knows. */
export function openedBy(mappings: readonly Mapping[]): string | undefined {
  const arrays = new Set(mappings.flatMap(({ path }) => arrayOf(path) ?? []))
  const deep = mappings.some(({ path }) => (path?.split('[]').length ?? 0) > 2)
  if (arrays.size > 1 || deep) refuse(collectionFaults.arrays)
  return [...arrays][0]
}

/** Under this name a record has the rows of a file that tell of one paper; no heading and no field is called so. */
const rowsName = '$rows'
/** Rows of a file that tell of one paper, as one record. */
export const gathered = (rows: readonly OutsideRecord[]): OutsideRecord => ({ [rowsName]: rows })
/** The rows of a file that a record was made of; else the record itself. */
export function rowsIn(record: OutsideRecord): readonly OutsideRecord[] {
  const rows = record[rowsName]
  return Array.isArray(rows) && rows.length > 0 && rows.every(isRecord) ? rows : [record]
}

/** The rows of a sheet that a record becomes: one, or one for each line of the array that its paths open. */
export const mapRecord = (record: OutsideRecord, mappings: readonly Mapping[]): readonly MappedRow[] =>
  rowsIn(record).flatMap((one) => linesOf(one, mappings).map((line) => mappings.map((m) => cellFor(one, line, m))))

/** The lines of the array that the mappings open; where they open none, or it is empty, one that says nothing. */
export function linesOf(record: OutsideRecord, mappings: readonly Mapping[]): readonly unknown[] {
  const array = openedBy(mappings)
  const opened = array === undefined ? [undefined] : at(record, array.split('.'))
  return Array.isArray(opened) && opened.length > 0 ? opened : [undefined]
}

const cellFor = (record: OutsideRecord, line: unknown, mapping: Mapping): string | null =>
  cellOf(valueFor(record, line, mapping))

/** What a mapping finds in a record, or in one line of the array that its path opens, as it stands there. */
export function valueFor(record: OutsideRecord, line: unknown, { path, fixed, words }: Mapping): unknown {
  const array = arrayOf(path)
  const below = array === undefined ? '' : (path ?? '').slice(array.length + 3)
  const found = array === undefined ? whole(record, path) : below === '' ? line : at(line, below.split('.'))
  const said = cellOf(found)
  if (said === null) return fixed
  return words ? (readWords(words).get(said) ?? found) : found
}
const whole = (record: OutsideRecord, path: string | null): unknown =>
  path === null ? undefined : Object.hasOwn(record, path) ? record[path] : at(record, path.split('.'))

/** The records of an answer. */
export function recordsIn(body: string, path: string | null): readonly OutsideRecord[] {
  let read: unknown
  try {
    read = JSON.parse(body)
  } catch {
    return refuse(collectionFaults.notJson)
  }
  const found = path === null || path === '' ? read : at(read, path.split('.'))
  if (!Array.isArray(found) || !found.every(isRecord))
    return refuse(collectionFaults.noArray, { path: path === null || path === '' ? '$' : path })
  return found
}

/** The same for the same content, in whatever order its names stand. */
export const contentHash = (record: OutsideRecord, mapping: readonly Mapping[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify([sorted(record), mapping.map(({ target, path, fixed, words }) => [target, path, fixed, words])]),
    )
    .digest('hex')
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.keys(value)
    .sort()
    .map((name) => [name, sorted(value[name])])
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)
const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/
/** Times of ISO 8601 with their zones. @returns undefined: not both are, or they fall together */
function timesApart(mark: string, other: string): number | undefined {
  if (!timeForm.test(mark) || !timeForm.test(other)) return undefined
  return Date.parse(mark) - Date.parse(other) || undefined
}
/** Whether a mark stands behind another: as numbers where both are, as times where both are, else as texts. */
export function isBehind(mark: string, other: string | null): boolean {
  if (other === null || other === '') return true
  const apart = timesApart(mark, other)
  if (apart !== undefined) return apart > 0
  if (!isNumber(mark) || !isNumber(other)) return mark > other
  const [a, b] = [mark, other].map((n) => n.split('.'))
  const [whole, than] = [BigInt(a?.[0] ?? 0), BigInt(b?.[0] ?? 0)]
  return whole === than ? Number(mark) > Number(other) : whole > than
}

/** The mark that a record carries. */
export function markOf(record: OutsideRecord, path: string | null): string | null {
  if (path === null || path === '') return null
  const [one = record] = rowsIn(record)
  return cellOf(whole(one, path))?.slice(0, 100) ?? null
}

/** The furthest mark that records carry. */
export function furthest(records: readonly OutsideRecord[], path: string | null, from: string | null): string | null {
  let mark = from
  for (const record of records) {
    const one = markOf(record, path)
    if (one !== null && isBehind(one, mark)) mark = one
  }
  return mark
}
