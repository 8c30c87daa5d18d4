import type { LaidCell, LaidReport, LaidSheet } from '@lading/contract/sys/laidReport.ts'
import type { CellStyle, ReportSheet, ReportTemplate } from '@lading/contract/sys/reportTemplate.ts'
import { placeOf } from '../grid/address.ts'
import type { Sets } from '../grid/expand.ts'
import { type GridCell, type GridLimits, gridOf } from '../grid/grid.ts'
import { pagesOf } from '../grid/pages.ts'
import { SheetError } from '../grid/sheetError.ts'
import type { Told } from '../grid/values.ts'
import { isDayFormat, shownText } from './format.ts'

/** What a report is laid out with. */
export interface LayJob {
  readonly template: ReportTemplate
  readonly sets: Sets
  readonly told: Told
  readonly limits: GridLimits
  readonly head: Pick<LaidReport, 'title' | 'asOf' | 'asked'>
  /** What is said for true and false. */
  readonly words: readonly [string, string]
}

/** The styles that are met, each with a number. */
export interface StyleBook {
  readonly styles: readonly CellStyle[]
  readonly numberOf: (style: CellStyle) => number
}
export function styleBook(): StyleBook {
  const styles: CellStyle[] = []
  const numbers = new Map<string, number>()
  // Most cells have the style of their kind itself; what a condition makes is another object each time.
  const same = new WeakMap<CellStyle, number>()
  const numberOf = (style: CellStyle): number => {
    const seen = same.get(style)
    if (seen !== undefined) return seen
    const key = JSON.stringify(style)
    const number = numbers.get(key) ?? styles.push(style) - 1
    numbers.set(key, number)
    same.set(style, number)
    return number
  }
  return { styles, numberOf }
}

/** Lays out a whole report: what each of its readers is given. @throws SheetError */
export function laidOf({ template, sets, told, limits, head, words }: LayJob, book = styleBook()): LaidReport {
  const cellOf = (c: GridCell): LaidCell => ({
    ...{ r: c.row, c: c.col, t: shownText(c.value, c.style.format, words), s: book.numberOf(c.style) },
    ...(c.rows > 1 && { h: c.rows }),
    ...(c.cols > 1 && { w: c.cols }),
    ...(typeof c.value === 'number' && { n: c.value }),
    ...(typeof c.value === 'string' && isDayFormat(c.style.format) && { d: c.value }),
    ...(c.link && { l: c.link }),
  })
  const sheets = template.sheets.map((sheet): LaidSheet => {
    demandFields(sheet, sets)
    const grid = gridOf(sheet, sets, told, limits)
    const pages = pagesOf(grid, sheet)
    return {
      name: sheet.name,
      widths: [...grid.widths],
      freeze: { rows: sheet.page.head?.[1] ?? 0, cols: sheet.page.headCols ?? 0 },
      pages: pages.map((p) => ({ heights: [...p.heights], cells: p.cells.map(cellOf) })),
    }
  })
  return { ...head, styles: [...book.styles], sheets }
}

/** Each bound cell names a field of its set. */
export function demandFields(sheet: ReportSheet, sets: Sets): void {
  for (const [cell, { bind }] of Object.entries(sheet.cells)) {
    const { row, col } = placeOf(cell)
    if (row >= sheet.rows.length || col >= sheet.cols.length) throw new SheetError('outside', { cell })
    if (!bind) continue
    const set = Object.hasOwn(sets, bind.set) ? sets[bind.set] : undefined
    if (!set) throw new SheetError('noSet', { cell })
    if (!Object.hasOwn(set.columns, bind.field) && !Object.hasOwn(set.ratios, bind.field))
      throw new SheetError('noField', { cell, field: bind.field })
  }
}
