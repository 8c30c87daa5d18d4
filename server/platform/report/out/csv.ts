import type { LaidReport } from '@lading/contract/sys/laidReport.ts'
import type { ReportSheet } from '@lading/contract/sys/reportTemplate.ts'
import { bom, csvCell } from '../../sheet/csv.ts'
import { exportHead } from './xlsx.ts'

/** A report as text: each cell once, numbers without their format; heads only on the first page. */
export function csvOf(report: LaidReport, models: readonly ReportSheet[]): Uint8Array<ArrayBuffer> {
  const lines = report.sheets.flatMap((sheet, i) => {
    const head = exportHead(report, models[i]).map((line) => csvCell(line, undefined))
    const of = models[i]?.page.head
    const skipped = of ? of[1] - of[0] + 1 : 0
    const body = sheet.pages.flatMap(({ heights, cells }, p) => {
      const rows = heights.map(() => sheet.widths.map(() => ''))
      for (const { r, c, n, d, t } of cells) {
        const row = rows[r]
        if (row) row[c] = n === undefined ? csvCell(d ?? t, undefined) : csvCell(String(n), { numeric: true })
      }
      return rows.slice(p > 0 ? skipped : 0).map((row) => row.join(','))
    })
    return [...head, ...body]
  })
  return new Uint8Array(Buffer.from(`${bom}${lines.join('\r\n')}\r\n`))
}
