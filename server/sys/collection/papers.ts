import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { type Language, say, type Text } from '@lading/contract/kernel/text.ts'
import type { SourceKind } from '@lading/contract/sys/collection.ts'
import { keyOf } from '../../platform/sheet/importDrafts.ts'
import {
  arrayOf,
  gathered,
  type MappedRow,
  type Mapping,
  mapRecord,
  markOf,
  type OutsideRecord,
  rowsIn,
} from './mapping.ts'

const files: readonly SourceKind[] = ['CSV_FOLDER', 'SFTP']
/** Whether its records are the rows of files. */
export const isFile = (sourceKind: SourceKind): boolean => files.includes(sourceKind)

const texts = {
  row: ['第{row}行[{path}]', 'Row {row} [{path}]'],
} as const satisfies Record<string, Text>

/** How the records of a source are read. */
interface Reading {
  readonly object: AnyEntity
  readonly mappings: readonly Mapping[]
  readonly sourceKind: SourceKind
  readonly versionPath: string | null
}

/**
 * A file has a row for each line of a paper: those of one number, and of one version of it, are one record, wherever they
 * stand. Of everything else a row is a record.
 */
export function papersIn(
  records: readonly OutsideRecord[],
  { object, mappings, sourceKind, versionPath }: Reading,
): readonly OutsideRecord[] {
  const isFlat = object.outsideNo !== undefined && isFile(sourceKind) && !mappings.some(({ path }) => arrayOf(path))
  if (!isFlat) return records
  const at = keyOf(object).map((name) => mappings.findIndex(({ target }) => target === name))
  const papers = Map.groupBy(records, (record) => {
    const [row = []] = mapRecord(record, mappings)
    return JSON.stringify([at.map((i) => row[i] ?? null), markOf(record, versionPath)])
  })
  return [...papers.values()].map(gathered)
}

/**
 * The rows of a file say one thing of a whole paper, or nothing. @returns the first that says another than those before it,
 * by its place among the rows of that paper, from 1 on
 */
export function contradiction(
  rows: readonly MappedRow[],
  mappings: readonly Mapping[],
): { readonly row: number; readonly path: string } | undefined {
  const own = mappings.flatMap(({ target, path }, i) => (target.includes('.') || path === null ? [] : [{ i, path }]))
  const first = new Map<number, string>()
  for (const [n, row] of rows.entries())
    for (const { i, path } of own) {
      const said = row[i] ?? null
      if (said === null) continue
      const before = first.get(i) ?? said
      if (said !== before) return { row: n + 1, path }
      first.set(i, said)
    }
  return undefined
}

/**
 * Where something stands in a record, in its sender's words: `lines[2].sku`, or the row and the heading of a file. Nothing
 * for what no part of it fills.
 * @param o.field as an import names it: `lines.productId`, or `lines.0.productId`
 * @param o.line which of the rows that the record became
 */
export function placeOf(
  record: OutsideRecord,
  mappings: readonly Mapping[],
  o: { readonly field: string; readonly line: number },
  language: Language,
): string | undefined {
  const name = o.field.replace(/\.\d+(?=\.|$)/g, '')
  const path = mappings.find(({ target }) => target === name)?.path
  if (!path) return undefined
  if (rowsIn(record).length > 1 || rowsIn(record)[0] !== record)
    return say(texts.row, language, { row: o.line + 1, path })
  return path.replace('[]', `[${o.line}]`)
}
