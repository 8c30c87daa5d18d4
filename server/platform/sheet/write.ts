import { Readable } from 'node:stream'
import { atMost } from '../atMost.ts'
import { streamedWork } from '../streamedWork.ts'
import { warmWorkers } from '../warmWorkers.ts'
import { csvChunks } from './csv.ts'
import type { OutColumn, OutRow } from './rows.ts'

export interface OutSheet {
  readonly name: string
  readonly columns: readonly OutColumn[]
  readonly rows: readonly OutRow[]
}
export type SheetFormat = 'xlsx' | 'csv'

export type WriteJob =
  | { readonly kind: 'stream'; readonly name: string; readonly columns: readonly OutColumn[] }
  | { readonly kind: 'workbook'; readonly sheets: readonly OutSheet[] }

export const sheetTypes: Readonly<Record<SheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** Workbooks that are written in one piece at the same moment; the others wait. */
const count = 2
const turn = atMost(count)
const workbookMaxMs = 60_000
const workers = warmWorkers(new URL('./writeWorker.ts', import.meta.url), {
  // What a page leaves behind is dropped soon: left to itself a worker lets a hundred megabytes of it lie.
  limits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
  kept: count,
})

/** Names of sheets are at most 31 characters, without a few of them. */
export const sheetName = (name: string): string => name.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31) || 'Sheet1'

/**
 * A sheet as a stream of bytes. Pages of rows are taken only as fast as the bytes are read, so that a slow reader holds
 * no more than a page.
 */
export function streamSheet(
  format: SheetFormat,
  name: string,
  columns: readonly OutColumn[],
  pages: AsyncIterator<readonly OutRow[]>,
): Readable {
  if (format === 'csv') return Readable.from(csvChunks(columns, pages), { objectMode: false })
  return streamedWork(workers, { kind: 'stream', name: sheetName(name), columns } satisfies WriteJob, pages)
}

/** A small workbook of several sheets, in one piece. */
export async function writeWorkbook(sheets: readonly OutSheet[]): Promise<Buffer> {
  const job: WriteJob = { kind: 'workbook', sheets: sheets.map((s) => ({ ...s, name: sheetName(s.name) })) }
  return Buffer.from(await turn(() => workers.ask<Uint8Array>(job, workbookMaxMs)))
}

/** A small sheet in one piece, of either format. */
export async function writeSheet(format: SheetFormat, sheet: OutSheet): Promise<Buffer> {
  const pages = [sheet.rows].values()
  const iterator: AsyncIterator<readonly OutRow[]> = { next: async () => pages.next() }
  return Buffer.concat(await streamSheet(format, sheet.name, sheet.columns, iterator).toArray())
}
