import { setImmediate as pause } from 'node:timers/promises'
import { sheetLimits } from '@lading/contract/sys/sheetFaults.ts'
import { detectDelimiter, parseCsv } from 'hucre/csv'
import { collect, type OutColumn, type OutRow, SheetRefusal, type SheetRow } from './rows.ts'

/**
 * Whether bytes that are no UTF-8 are Big5, in which Excel writes csv in Taiwan and Hong Kong: its usual signs begin with A1
 * to C6, and some two in five of them end below 80, which hardly a sign of the mainland does that begins there.
 */
function isBig5(file: Buffer): boolean {
  let [pairs, usual, low] = [0, 0, 0]
  for (let i = 0; i < Math.min(file.length, 100_000) - 1; i++) {
    const [lead = 0, trail = 0] = [file[i], file[i + 1]]
    if (lead < 0x80) continue
    pairs += 1
    if (lead >= 0xa1 && lead <= 0xc6) usual += 1
    if (trail < 0x80) low += 1
    i += 1
  }
  if (usual < pairs * 0.9 || low < pairs * 0.15) return false
  return !new TextDecoder('big5').decode(file).includes('\uFFFD')
}

/**
 * UTF-8 with or without a mark, UTF-16 of either order with one, Big5 where it is that, else GB18030, in which Excel writes
 * csv in China.
 */
function decode(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder(isBig5(file) ? 'big5' : 'gb18030').decode(file)
  }
}

/**
 * Takes away the apostrophe that an export put before a text which a spreadsheet would have run, and what other programs
 * write around a code so that a spreadsheet shows its zeros: `="00188"`.
 */
const plain = (text: string): string =>
  /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text.replace(/^="([^"]*)"$/, '$1')
/** A first line that tells spreadsheets what stands between the cells; they do not show it, nor count it. */
const told = /^"?sep=([^\r\n])"?(?:\r\n|\r|\n)/i

export function readCsv(file: Buffer): SheetRow[] {
  const written = decode(file)
  if (written.includes('\u0000')) throw new SheetRefusal('wrongType')
  const text = written.replace(told, '')
  const rows: SheetRow[] = []
  const parsed = parseCsv(text, {
    delimiter: told.exec(written)?.[1] ?? detectDelimiter(text.slice(0, 100_000)),
    typeInference: false,
    skipEmptyRows: false,
    maxRows: sheetLimits.rows + 1_000,
  })
  parsed.forEach((values, i) => {
    collect(
      rows,
      i + 1,
      values.map((v) => (typeof v === 'string' ? plain(v) : v)),
    )
  })
  return rows
}

export const plainNumber = /^-?\d{1,15}(\.\d+)?$/
export const bom = '\uFEFF'
/** A text that a spreadsheet would run gets an apostrophe; so does one that an import would take for such a text. */
export function csvCell(value: string | null, column: Pick<OutColumn, 'numeric'> | undefined): string {
  if (value === null) return ''
  const safe = !(column?.numeric && plainNumber.test(value)) && /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows that are written in one go; others are served in between. */
const rowsAtOnce = 1_000

/** The bytes of a csv file, as its pages come. */
export async function* csvChunks(
  columns: readonly OutColumn[],
  pages: AsyncIterator<readonly OutRow[]>,
): AsyncGenerator<Buffer> {
  const line = (row: OutRow) => row.map((value, i) => csvCell(value, columns[i])).join(',')
  try {
    yield Buffer.from(`${bom}${line(columns.map((c) => c.title))}\r\n`)
    for (let page = await pages.next(); !page.done; page = await pages.next())
      for (let from = 0; from < page.value.length; from += rowsAtOnce) {
        if (from > 0) await pause()
        const rows = page.value.slice(from, from + rowsAtOnce)
        yield Buffer.from(rows.map((row) => `${line(row)}\r\n`).join(''))
      }
  } finally {
    await pages.return?.()
  }
}
