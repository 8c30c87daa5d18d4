import type { LaidReport, LaidSheet } from '@lading/contract/sys/laidReport.ts'
import type { CellStyle, ReportSheet } from '@lading/contract/sys/reportTemplate.ts'
import { type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { asWorkbookText, dateCell } from '../../sheet/workbookCell.ts'

type XlsxStyle = NonNullable<ReturnType<typeof styleOf>>
const side = { style: 'thin' as const, color: { rgb: '8C8C8C' } }
const borders = {
  all: { top: side, bottom: side, left: side, right: side },
  bottom: { bottom: side },
  top: { top: side },
} as const
const rgb = (color: string) => ({ rgb: color.slice(1).toUpperCase() })

/** A style as workbooks have it. */
const styleOf = (s: CellStyle) => ({
  font: {
    name: 'Microsoft YaHei',
    size: s.size ?? 10,
    ...(s.bold && { bold: true }),
    ...(s.italic && { italic: true }),
    ...(s.color && { color: rgb(s.color) }),
  },
  ...(s.fill && { fill: { type: 'pattern' as const, pattern: 'solid' as const, fgColor: rgb(s.fill) } }),
  ...(s.border && { border: borders[s.border] }),
  alignment: {
    ...(s.align && { horizontal: s.align }),
    vertical: s.valign === 'top' || s.valign === 'bottom' ? s.valign : ('center' as const),
    ...(s.wrap && { wrapText: true }),
  },
  ...(s.format && { numFmt: s.format }),
})

const paper = { A3: 'a3', A4: 'a4', A5: 'a5' } as const

/** The pages of a sheet below each other: those after the first without the heads, which are print titles. */
function sheetOf(
  sheet: LaidSheet,
  styles: readonly XlsxStyle[],
  model: ReportSheet | undefined,
  head: readonly string[],
): WriteSheet {
  const { page = {} } = model ?? {}
  const headRows = page.head ? page.head[1] - page.head[0] + 1 : 0
  const rows: CellValue[][] = head.map((line) => [asWorkbookText(line)])
  const cells: NonNullable<WriteSheet['cells']> = new Map()
  const merges: NonNullable<WriteSheet['merges']> = []
  const rowDefs: NonNullable<WriteSheet['rowDefs']> = new Map()
  const rowBreaks: number[] = []
  for (const [p, { heights, cells: own }] of sheet.pages.entries()) {
    const skipped = p > 0 ? headRows : 0
    const from = rows.length
    if (p > 0) rowBreaks.push(from - 1)
    for (const height of heights.slice(skipped)) {
      rowDefs.set(rows.length, { height: height * 0.75 })
      rows.push(sheet.widths.map(() => null))
    }
    for (const { r, c, h = 1, w = 1, t, n, d, s } of own) {
      if (r < skipped) continue
      const row = from + r - skipped
      const value = n ?? (d ? dateCell(d) : undefined) ?? (t === '' ? null : asWorkbookText(t))
      const style = styles[s]
      if (style) {
        const blank = { style }
        for (let i = 0; i < h; i++)
          for (let j = 0; j < w; j++) cells.set(`${row + i},${c + j}`, i + j === 0 ? { style, value } : blank)
      }
      const line = rows[row]
      if (line) line[c] = value
      if (h > 1 || w > 1) merges.push({ startRow: row, startCol: c, endRow: row + h - 1, endCol: c + w - 1 })
    }
  }
  const top = head.length + (page.head ? page.head[1] : 0)
  return {
    name: sheet.name,
    columns: sheet.widths.map((width) => ({ width: Math.max(1, width / 7) })),
    ...{ rows, cells, merges, rowDefs, rowBreaks },
    ...((top > 0 || sheet.freeze.cols > 0) && { freezePane: { rows: top, columns: sheet.freeze.cols } }),
    pageSetup: {
      paperSize: paper[page.size ?? 'A4'],
      orientation: page.landscape ? 'landscape' : 'portrait',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      ...(page.head && { printTitlesRow: `$${head.length + page.head[0]}:$${head.length + page.head[1]}` }),
    },
    headerFooter: { oddFooter: '&C&P / &N' },
  }
}

/** The same question has the same answer: what a workbook says of its making is not when. */
const noMoment = new Date('1980-01-01T00:00:00Z')

/** A report as a workbook: numbers stay numbers, heads are print titles. */
export async function xlsxOf(report: LaidReport, models: readonly ReportSheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const styles = report.styles.map(styleOf)
  const sheets = report.sheets.map((sheet, i) => sheetOf(sheet, styles, models[i], exportHead(report, models[i])))
  return new Uint8Array(await writeXlsx({ sheets, stringMode: 'inline', properties: { modified: noMoment } }))
}

/** What stands above an export that asks for it: title, parameters, who and when. */
export const exportHead = (report: LaidReport, model: ReportSheet | undefined): string[] =>
  model?.page.exportHead ? [report.title, ...report.asked.map((a) => `${a.title}: ${a.value}`), report.asOf] : []
