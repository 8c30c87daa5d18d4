import type { Language } from '@lading/contract/kernel/text.ts'
import { say } from '@lading/contract/kernel/text.ts'
import type { Remark } from './importReport.ts'
import { plainCell, type SheetRow } from './rows.ts'
import { writeWorkbook } from './write.ts'

/** The sent rows with what is said of each in a column of its own. */
export async function markedFile(
  sheet: readonly SheetRow[],
  remarks: readonly Remark[],
  language: Language,
): Promise<Buffer> {
  const byRow = Map.groupBy(remarks, (r) => r.row)
  const [head, ...body] = sheet
  const columns = (head?.cells ?? []).map((cell) => ({ title: String(cell ?? '') }))
  const said = ({ title, message }: Remark) =>
    title === '' || message.includes(title) ? message : `${title}: ${message}`
  const marks = (row: number) => (byRow.get(row) ?? []).map(said).join('; ') || null
  const textOf = (cell: unknown) => (cell === null ? null : String(cell))
  const rows = body.map((line) => [...columns.map((_, i) => textOf(plainCell(line, i))), marks(line.row)])
  const mark = { title: say(['错误与提示', 'Errors and warnings'], language), width: 60 }
  return writeWorkbook([{ name: say(['导入结果', 'Import result'], language), columns: [...columns, mark], rows }])
}

/** Always a workbook, whatever was sent. */
export const markedName = (name: string): string => `${name.replace(/\.\w+$/, '').slice(0, 180)}-errors.xlsx`
