import { type CellValue, type WriteSheet, writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import type { StreamPart } from '../streamedWork.ts'
import { serveJobs, type Talk } from '../workerSide.ts'
import { plainNumber } from './csv.ts'
import type { OutColumn, OutRow } from './rows.ts'
import { asWorkbookText, dateCell } from './workbookCell.ts'
import type { OutSheet, WriteJob } from './write.ts'

/** Writes workbooks off the main thread: streamed from rows that arrive page by page, or a whole small one. */

/** A number only where it stays exact: a spreadsheet keeps 15 digits. */
function cell(value: string | null, column: OutColumn | undefined): CellValue {
  if (value === null || value === '') return null
  if (column?.dated) return dateCell(value) ?? asWorkbookText(value)
  if (!column?.numeric || !plainNumber.test(value)) return asWorkbookText(value)
  return value.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15 ? Number(value) : asWorkbookText(value)
}

/** Rows as the main thread sends them, asked for one page at a time. */
async function* xlsxRows(columns: readonly OutColumn[], talk: Talk): AsyncGenerator<CellValue[]> {
  yield columns.map((c) => c.title)
  for (;;) {
    // A page, or nothing at the end: so `streamedWork` sends them.
    const page = (await talk.ask('next' satisfies StreamPart)) as readonly OutRow[] | undefined
    if (!page) return
    for (const row of page) yield row.map((value, i) => cell(value, columns[i]))
  }
}

const sheetOf = (s: OutSheet): WriteSheet => ({
  name: s.name,
  columns: s.columns.map((c) => ({ header: c.title, width: 16, ...shapeOf(c) })),
  rows: [s.columns.map((c) => c.title), ...s.rows.map((row) => row.map((v, i) => cell(v, s.columns[i])))],
  freezePane: { rows: 1 },
  dataValidations: s.columns.flatMap((c, i) =>
    c.choices && c.choices.join().length < 250
      ? [
          {
            type: 'list' as const,
            values: [...c.choices],
            range: `${letter(i)}2:${letter(i)}2000`,
            allowBlank: true,
            errorStyle: 'warning' as const,
          },
        ]
      : [],
  ),
})

/** A, B, … Z, AA … */
function letter(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : letter(Math.floor(index / 26) - 1) + letter(index % 26)
}

/** One style for all cells of a column. A column of dates has one in any case: its cells are numbers. */
const shapeOf = ({ width, look, dated }: OutColumn) => ({
  ...(width && { width }),
  ...((look ?? dated) && { style: { numFmt: look ?? 'yyyy-mm-dd hh:mm:ss' } }),
})

/** The same question has the same answer, whenever it is asked: what a workbook says of its making is not when. */
const noMoment = new Date('1980-01-01T00:00:00Z')

serveJobs(async (job: WriteJob, talk) => {
  // Copies of exactly these bytes can be handed over instead of being cloned.
  if (job.kind === 'workbook') {
    const whole = new Uint8Array(
      await writeXlsx({ sheets: job.sheets.map(sheetOf), stringMode: 'inline', properties: { modified: noMoment } }),
    )
    return { answer: whole, transfer: [whole.buffer] }
  }
  const sheet = { name: job.name, freezePane: { rows: 1 }, columns: job.columns.map(shapeOf) }
  for await (const chunk of writeXlsxStream(xlsxRows(job.columns, talk), sheet)) {
    const own = new Uint8Array(chunk)
    talk.tell(own satisfies StreamPart, [own.buffer])
  }
  return { answer: undefined }
})
