import { parentPort, workerData } from 'node:worker_threads'
import { type CellValue, type WriteSheet, writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import type { OutColumn, OutRow, WriteJob } from './write.ts'

/** Writes sheets off the main thread: streamed from rows that arrive page by page, or a whole small workbook. */
const port = parentPort
if (!port) throw new Error('writeWorker runs as a worker thread only')
const job = workerData as WriteJob

/** The workbook's own escape: `_x000D_`. What only looks like one is escaped at its first sign. */
const hex = (c: string): string => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
  text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_').replace(/[\u0000-\u0008\u000b-\u001f\uFFFE\uFFFF]/g, hex)

const plainNumber = /^-?\d{1,15}(\.\d+)?$/
/** A number only where it stays exact: a spreadsheet keeps 15 digits. */
function cell(value: string | null, column: OutColumn | undefined): CellValue {
  if (value === null || value === '') return null
  if (!column?.numeric || !plainNumber.test(value)) return escaped(value)
  return value.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15 ? Number(value) : escaped(value)
}

const bom = '\uFEFF'
/** A text that a spreadsheet would run gets an apostrophe; so does one that an import would take for such a text. */
function csvCell(value: string | null, column: OutColumn | undefined): string {
  if (value === null) return ''
  const safe = !(column?.numeric && plainNumber.test(value)) && /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as the main thread sends them, asked for one page at a time. */
async function* pages(): AsyncGenerator<readonly OutRow[]> {
  for (;;) {
    const page = await new Promise<readonly OutRow[] | undefined>((resolve) => {
      port?.once('message', (message: { rows?: OutRow[] }) => resolve(message.rows))
      port?.postMessage({ need: true })
    })
    if (!page) return
    yield page
  }
}

async function* xlsxRows(columns: readonly OutColumn[]): AsyncGenerator<CellValue[]> {
  yield columns.map((c) => c.title)
  for await (const page of pages()) for (const row of page) yield row.map((value, i) => cell(value, columns[i]))
}

async function* csvChunks(columns: readonly OutColumn[]): AsyncGenerator<Uint8Array> {
  const line = (row: OutRow) => row.map((value, i) => csvCell(value, columns[i])).join(',')
  yield Buffer.from(`${bom}${line(columns.map((c) => c.title))}\r\n`)
  for await (const page of pages()) yield Buffer.from(page.map((row) => `${line(row)}\r\n`).join(''))
}

const send = (chunk: Uint8Array): void => {
  // A copy of exactly these bytes can be handed over instead of being cloned.
  const own = new Uint8Array(chunk)
  port.postMessage({ chunk: own }, [own.buffer])
}

async function write(): Promise<void> {
  if (job.kind === 'workbook') {
    const sheets: WriteSheet[] = job.sheets.map((s) => ({
      name: s.name,
      columns: s.columns.map((c) => ({ header: c.title, width: c.width ?? 16 })),
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
    }))
    send(await writeXlsx({ sheets, stringMode: 'inline' }))
  } else if (job.format === 'csv') for await (const chunk of csvChunks(job.columns)) send(chunk)
  else {
    const stream = writeXlsxStream(xlsxRows(job.columns), { name: job.name, freezePane: { rows: 1 } })
    for await (const chunk of stream) send(chunk)
  }
}

/** A, B, … Z, AA … */
function letter(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : letter(Math.floor(index / 26) - 1) + letter(index % 26)
}

await write()
port.postMessage({ done: true })
port.close()
