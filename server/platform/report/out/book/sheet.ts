import type { LaidCell, LaidSheet } from '@lading/contract/sys/laidReport.ts'
import type { ReportSheet } from '@lading/contract/sys/reportTemplate.ts'
import { asWorkbookText, dateCell } from '../../../sheet/workbookCell.ts'
import { nameOf } from '../../grid/address.ts'
import { styleNumber } from './styles.ts'
import { escaped, xmlHead } from './xml.ts'

export const letters = (col: number): string => nameOf({ row: 0, col }).slice(0, -1)

/** How a sheet looks that is written from above to below: what stands before its rows and behind them. */
export interface SheetLook {
  readonly widths: readonly number[]
  /** Rows and columns that stay in sight. */
  readonly freeze: { readonly rows: number; readonly cols: number }
  readonly model: ReportSheet | undefined
}
/** What is found while rows are written and told behind them. */
export interface SheetTail {
  readonly merges: string[]
  /** Rows after which a page ends. */
  readonly breaks: number[]
}

/** A row as one of its pages has it: where it is written, how high, and what its columns hold. */
type Cells = (string | undefined)[]

const text = (t: string): string =>
  `<is><t${/^\s|\s$|[\n\t]/.test(t) ? ' xml:space="preserve"' : ''}>${escaped(asWorkbookText(t))}</t></is>`
function cellXml(at: string, { t, n, d, s }: LaidCell): string {
  const number = n ?? (d === undefined ? undefined : dateCell(d))
  const style = styleNumber(s)
  if (number !== undefined) return `<c r="${at}" s="${style}"><v>${number}</v></c>`
  return t === '' ? `<c r="${at}" s="${style}"/>` : `<c r="${at}" s="${style}" t="inlineStr">${text(t)}</c>`
}

/** Writes the rows of one sheet below each other. */
export class SheetRows {
  readonly tail: SheetTail = { merges: [], breaks: [] }
  private readonly columns: readonly string[]
  private next = 1
  constructor(widths: readonly number[]) {
    this.columns = widths.map((_, c) => letters(c))
  }
  /** A line above the report. */
  line(value: string): string {
    const row = this.next++
    return `<row r="${row}"><c r="A${row}" t="inlineStr">${text(value)}</c></row>`
  }
  break(): void {
    if (this.next > 1) this.tail.breaks.push(this.next - 1)
  }
  /** Some rows of a page, from one of them to before another. */
  *page({ heights, cells }: LaidSheet['pages'][number], from: number, to: number): Generator<string> {
    const rows = Array.from({ length: to - from }, (): Cells => [])
    for (const cell of cells) if (cell.r >= from && cell.r < to) this.put(rows, cell, from)
    for (const [i, own] of rows.entries())
      yield `<row r="${this.next++}" ht="${(heights[from + i] ?? 0) * 0.75}" customHeight="1">${own.join('')}</row>`
  }
  private put(rows: Cells[], cell: LaidCell, from: number): void {
    const { c, h = 1, w = 1, s } = cell
    const top = cell.r - from
    const first = this.next + top
    for (let i = 0; i < h; i++)
      for (let j = 0; j < w; j++) {
        const [own, at] = [rows[top + i], `${this.columns[c + j] ?? letters(c + j)}${first + i}`]
        if (own) own[c + j] = i + j === 0 ? cellXml(at, cell) : `<c r="${at}" s="${styleNumber(s)}"/>`
      }
    if (h > 1 || w > 1) this.tail.merges.push(`${letters(c)}${first}:${letters(c + w - 1)}${first + h - 1}`)
  }
}

/** All of a sheet before its rows. */
export function sheetBegin({ widths, freeze: { rows, cols } }: SheetLook): string {
  const pane =
    rows > 0 || cols > 0
      ? `<pane${cols > 0 ? ` xSplit="${cols}"` : ''}${rows > 0 ? ` ySplit="${rows}"` : ''} topLeftCell="${letters(cols)}${rows + 1}" activePane="${rows > 0 ? (cols > 0 ? 'bottomRight' : 'bottomLeft') : 'topRight'}" state="frozen"/>`
      : ''
  const columns = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${Math.max(1, width / 7)}" customWidth="1"/>`,
  )
  return `${xmlHead}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>`
}

/** Numbers of paper as workbooks have them. */
const paper = { A3: 8, A4: 9, A5: 11 } as const

/** All of a sheet behind its rows. */
export function sheetEnd({ model }: SheetLook, { merges, breaks }: SheetTail): string {
  const { page = {} } = model ?? {}
  const merged = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  const broken = breaks.map((row) => `<brk id="${row}" max="16383" man="1"/>`).join('')
  return [
    '</sheetData>',
    merges.length > 0 ? `<mergeCells count="${merges.length}">${merged}</mergeCells>` : '',
    '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>',
    `<pageSetup paperSize="${paper[page.size ?? 'A4']}" orientation="${page.landscape ? 'landscape' : 'portrait'}" fitToWidth="1" fitToHeight="0"/>`,
    '<headerFooter><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter>',
    breaks.length > 0
      ? `<rowBreaks count="${breaks.length}" manualBreakCount="${breaks.length}">${broken}</rowBreaks>`
      : '',
    '</worksheet>',
  ].join('')
}
