import { parentPort, workerData } from 'node:worker_threads'
import { sheetLimits } from '@lading/contract/sys/sheetFaults.ts'
import { detectDelimiter, parseCsv } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'
import type { Cell, SheetRow } from './read.ts'
import { guardZip, SheetRefusal } from './zipGuard.ts'

/** Reads a sheet off the main thread, with memory of its own that may run out without harm to anybody. */
const { name, data } = workerData as { name: string; data: Uint8Array }

const two = (n: number): string => String(n).padStart(2, '0')
/** A date cell as the text that a person would have typed; midnight is a mere day. */
function dateText(d: Date): string {
  const day = `${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())}`
  const time = `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`
  return time === '00:00:00' ? day : `${day} ${time}`
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '#####' : dateText(value)
  if (typeof value === 'number') return value
  return String(value)
}

/** A row without its empty end, or undefined when nothing is in it. */
function rowOf(row: number, values: readonly unknown[]): SheetRow | undefined {
  const cells = values.map(cellOf)
  while (cells.length > 0 && cells.at(-1) === null) cells.pop()
  if (cells.length > sheetLimits.columns) throw new SheetRefusal('tooManyColumns')
  return cells.length > 0 ? { row, cells } : undefined
}

function collect(rows: SheetRow[], row: SheetRow | undefined): void {
  if (!row) return
  rows.push(row)
  // The header comes on top.
  if (rows.length > sheetLimits.rows + 1) throw new SheetRefusal('tooManyRows')
}

async function readXlsx(file: Buffer): Promise<SheetRow[]> {
  await guardZip(file)
  const rows: SheetRow[] = []
  try {
    for await (const { index, values } of streamXlsxRows(file)) collect(rows, rowOf(index + 1, values))
  } catch (error) {
    throw error instanceof SheetRefusal ? error : new SheetRefusal('wrongType')
  }
  return rows
}

/** UTF-8 with or without a mark, UTF-16 with one, else GB18030, in which Excel writes csv in China. */
function decode(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('gb18030').decode(file)
  }
}

/** Takes away the apostrophe that an export put before a text which a spreadsheet would have run. */
const plain = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text)

function readCsv(file: Buffer): SheetRow[] {
  const text = decode(file)
  if (text.includes('\u0000')) throw new SheetRefusal('wrongType')
  const rows: SheetRow[] = []
  const parsed = parseCsv(text, {
    delimiter: detectDelimiter(text.slice(0, 100_000)),
    typeInference: false,
    skipEmptyRows: false,
    maxRows: sheetLimits.rows + 1_000,
  })
  parsed.forEach((values, i) => {
    collect(
      rows,
      rowOf(
        i + 1,
        values.map((v) => (typeof v === 'string' ? plain(v) : v)),
      ),
    )
  })
  return rows
}

async function read(): Promise<SheetRow[]> {
  const file = Buffer.from(data.buffer, data.byteOffset, data.length)
  const packed = file.length >= 4 && file.readUInt32LE(0) === 0x04034b50
  const old = file.length >= 8 && file.readUInt32BE(0) === 0xd0cf11e0
  if (/\.xlsx$/i.test(name) && packed) return readXlsx(file)
  if (/\.(csv|txt)$/i.test(name) && !packed && !old) return readCsv(file)
  if (/\.xlsm$/i.test(name)) throw new SheetRefusal('macros')
  throw new SheetRefusal('wrongType')
}

try {
  parentPort?.postMessage({ rows: await read() })
} catch (error) {
  parentPort?.postMessage({ fault: error instanceof SheetRefusal ? error.fault : 'wrongType' })
}
