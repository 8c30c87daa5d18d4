import { SheetRefusal } from './rows.ts'

/** The styles of one row's cells: pairs of a column and a style, both counted from 0. */
export interface StyledRow {
  /** Counted from 0. */
  readonly index: number
  readonly styles: readonly (readonly [column: number, style: number])[]
}

/** No tag of a sheet is as long as that. */
const tagMax = 64 * 1024
const tag = /<(?:[\w.-]+:)?(row|c)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^>"'])*)>/g

/** Asked of each cell: what is written around them is not taken apart. */
const own = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([A-Za-z\\d]*)["']`)
const [place, styled] = [own('r'), own('s')]

function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference.toUpperCase()) {
    if (letter < 'A') break
    column = column * 26 + letter.charCodeAt(0) - 64
  }
  return column - 1
}

/** The styles of a sheet's cells, row by row in the order of the file: what the library that reads their values leaves out. */
export async function* cellStyles(part: AsyncIterable<Buffer>): AsyncGenerator<StyledRow> {
  let row: { index: number; styles: [number, number][] } | undefined
  let column = -1
  let rest = ''
  for await (const bytes of part) {
    const text = rest + bytes.toString('latin1')
    const last = text.lastIndexOf('<')
    rest = last === -1 || text.includes('>', last) ? '' : text.slice(last)
    if (rest.length > tagMax) throw new SheetRefusal('wrongType')
    for (const [, name, said = ''] of text.slice(0, text.length - rest.length).matchAll(tag)) {
      const at = place.exec(said)?.[1]
      if (name === 'row') {
        if (row) yield row
        row = { index: at ? Number(at) - 1 : (row?.index ?? -1) + 1, styles: [] }
        column = -1
        continue
      }
      column = at ? columnOf(at) : column + 1
      row?.styles.push([column, Number(styled.exec(said)?.[1] ?? '0')])
    }
  }
  if (row) yield row
}
