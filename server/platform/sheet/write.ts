import { Readable } from 'node:stream'
import { atMost } from '../atMost.ts'
import { type Work, warmWorkers } from '../warmWorkers.ts'
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

/** What the worker tells while it writes: some bytes, or that it wants the next page. */
export type WritePart = Uint8Array | 'next'

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
  return streamXlsx({ kind: 'stream', name: sheetName(name), columns }, pages)
}

function streamXlsx(job: WriteJob, pages: AsyncIterator<readonly OutRow[]>): Readable {
  let work: Work | undefined
  let wanted = false
  let asked = false
  /** While one page is written, the next is read. */
  let ahead: Promise<IteratorResult<readonly OutRow[]>> | undefined
  const feed = (): void => {
    if (!wanted || !asked) return
    asked = false
    const page = ahead ?? pages.next()
    page.then(
      ({ done, value }) => {
        work?.send(done ? undefined : value)
        if (done || stream.destroyed) return
        ahead = pages.next()
        // What goes wrong is told when the page's turn has come.
        ahead.catch(() => undefined)
      },
      (error: Error) => stream.destroy(error),
    )
  }
  const stream = new Readable({
    read: () => {
      wanted = true
      feed()
    },
    destroy: (error, done) => {
      work?.drop()
      Promise.resolve(pages.return?.()).then(
        () => done(error),
        () => done(error),
      )
    },
  })
  work = workers.begin(job, {
    onPart: (part) => {
      // The parts are what the worker's own file tells.
      if (part === 'next') asked = true
      else wanted = stream.push(part as Exclude<WritePart, 'next'>)
      feed()
    },
    onAnswer: () => stream.push(null),
    onError: (error) => stream.destroy(error),
  })
  return stream
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
