import type { LaidReport, LaidSheet } from '@lading/contract/sys/laidReport.ts'
import type { ReportSheet } from '@lading/contract/sys/reportTemplate.ts'
import { bom, csvCell } from '../../sheet/csv.ts'
import { exportHead, headRows } from './xlsx.ts'

export const csvHead = (lines: readonly string[]): string[] => lines.map((line) => csvCell(line, undefined))

/** Rows of a page, from one of them to before another. */
export function csvRows(width: number, { cells }: LaidSheet['pages'][number], from: number, to: number): string[] {
  const rows = Array.from({ length: Math.max(0, to - from) }, () => Array.from({ length: width }, () => ''))
  for (const { r, c, n, d, t } of cells) {
    const row = rows[r - from]
    if (row) row[c] = n === undefined ? csvCell(d ?? t, undefined) : csvCell(String(n), { numeric: true })
  }
  return rows.map((row) => row.join(','))
}

/** A report as text: each cell once, numbers without their format; heads only on the first page. */
export function csvOf(report: LaidReport, models: readonly ReportSheet[]): Uint8Array<ArrayBuffer> {
  const lines = report.sheets.flatMap((sheet, i) => {
    const head = csvHead(exportHead(report, models[i]))
    const body = sheet.pages.flatMap((page, p) =>
      csvRows(sheet.widths.length, page, p > 0 ? headRows(models[i]) : 0, page.heights.length),
    )
    return [...head, ...body]
  })
  return new Uint8Array(Buffer.from(`${bom}${lines.join('\r\n')}\r\n`))
}
