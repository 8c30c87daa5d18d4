import { type CellObject, read } from '@e965/xlsx'

/** The one row of a file by its headings, as a library reads it that has nothing to do with ours. */
export function cellsOf(file: Buffer): ReadonlyMap<string, string> {
  const sheet = Object.values(read(file, { raw: true, dense: true, UTC: true }).Sheets)[0]
  const [heads = [], cells = []] = (sheet?.['!data'] ?? []) as (CellObject | undefined)[][]
  return new Map(heads.map((head, i) => [String(head?.v), String(cells[i]?.v ?? '')]))
}
