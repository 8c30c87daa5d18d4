import type { LaidReport, LaidSheet } from '@lading/contract/sys/laidReport.ts'
import type { ReportSheet } from '@lading/contract/sys/reportTemplate.ts'
import { type BookSheet, bookOf } from './book/book.ts'
import { type SheetLook, SheetRows, sheetBegin, sheetEnd } from './book/sheet.ts'

/** What stands above an export that asks for it: title, parameters, who and when. */
export const exportHead = (report: Pick<LaidReport, 'title' | 'asked' | 'asOf'>, model: ReportSheet | undefined) =>
  model?.page.exportHead ? [report.title, ...report.asked.map((a) => `${a.title}: ${a.value}`), report.asOf] : []

/** How many rows are the heads of each page. */
export const headRows = (model: ReportSheet | undefined): number =>
  model?.page.head ? model.page.head[1] - model.page.head[0] + 1 : 0

/** The look of a sheet below so many lines of an export's own head. */
export function lookOf(
  { widths, freeze }: Pick<LaidSheet, 'widths' | 'freeze'>,
  model: ReportSheet | undefined,
  head: number,
): SheetLook {
  const rows = head + (model?.page.head?.[1] ?? 0)
  return { widths, model, freeze: { rows, cols: freeze.cols } }
}
export function titlesOf(model: ReportSheet | undefined, head: number): BookSheet['titles'] {
  const of = model?.page.head
  return of && [head + of[0], head + of[1]]
}

/** The pages of a sheet below each other: those after the first without the heads, which are print titles. */
function* partsOf(sheet: LaidSheet, model: ReportSheet | undefined, head: readonly string[]): Generator<string> {
  const look = lookOf(sheet, model, head.length)
  const rows = new SheetRows(sheet.widths)
  yield sheetBegin(look)
  for (const line of head) yield rows.line(line)
  for (const [p, page] of sheet.pages.entries()) {
    if (p > 0) rows.break()
    yield* rows.page(page, p > 0 ? headRows(model) : 0, page.heights.length)
  }
  yield sheetEnd(look, rows.tail)
}

/** A report as a workbook: numbers stay numbers, heads are print titles. */
export async function xlsxOf(report: LaidReport, models: readonly ReportSheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const sheets = report.sheets.map((sheet, i): BookSheet => {
    const head = exportHead(report, models[i])
    return {
      name: sheet.name,
      titles: titlesOf(models[i], head.length),
      parts: partsOf(sheet, models[i], head),
    }
  })
  const chunks: Buffer[] = []
  for await (const chunk of bookOf(sheets, report.styles)) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}
