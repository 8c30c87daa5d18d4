import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { atMost } from '../atMost.ts'

export interface OutColumn {
  readonly title: string
  /** Its values are numbers, written as such where they stay exact. */
  readonly numeric?: boolean
  readonly width?: number
  /** Offered as a list in the cells of the column. */
  readonly choices?: readonly string[]
}
export type OutRow = readonly (string | null)[]
export interface OutSheet {
  readonly name: string
  readonly columns: readonly OutColumn[]
  readonly rows: readonly OutRow[]
}
export type SheetFormat = 'xlsx' | 'csv'

export type WriteJob =
  | {
      readonly kind: 'stream'
      readonly format: SheetFormat
      readonly name: string
      readonly columns: readonly OutColumn[]
    }
  | { readonly kind: 'workbook'; readonly sheets: readonly OutSheet[] }

export const sheetTypes: Readonly<Record<SheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

const memory = { maxOldGenerationSizeMb: 512 }
const turn = atMost(2)

/** Names of sheets are at most 31 characters, without a few of them. */
export const sheetName = (name: string): string => name.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31) || 'Sheet1'

interface Answer {
  readonly need?: boolean
  readonly chunk?: Uint8Array
  readonly done?: boolean
}

function startWorker(job: WriteJob): Worker {
  return new Worker(new URL('./writeWorker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: memory,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
}

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
  const worker = startWorker({ kind: 'stream', format, name: sheetName(name), columns })
  let wanted = false
  let asked = false
  const feed = (): void => {
    if (!wanted || !asked) return
    asked = false
    pages.next().then(
      ({ done, value }) => worker.postMessage(done ? {} : { rows: value }),
      (error: Error) => stream.destroy(error),
    )
  }
  const stream = new Readable({
    read: () => {
      wanted = true
      feed()
    },
    destroy: (error, done) => {
      void worker.terminate()
      Promise.resolve(pages.return?.()).then(
        () => done(error),
        () => done(error),
      )
    },
  })
  worker.on('message', (answer: Answer) => {
    if (answer.chunk) wanted = stream.push(answer.chunk)
    else if (answer.done) stream.push(null)
    else asked = true
    feed()
  })
  worker.on('error', (error) => stream.destroy(error))
  return stream
}

/** A small workbook of several sheets, in one piece. */
export const writeWorkbook = (sheets: readonly OutSheet[]): Promise<Buffer> =>
  turn(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const worker = startWorker({
          kind: 'workbook',
          sheets: sheets.map((s) => ({ ...s, name: sheetName(s.name) })),
        })
        worker.on('message', (answer: Answer) => answer.chunk && resolve(Buffer.from(answer.chunk)))
        worker.on('error', reject)
      }),
  )

/** A small sheet in one piece, of either format. */
export async function writeSheet(format: SheetFormat, sheet: OutSheet): Promise<Buffer> {
  const pages = [sheet.rows].values()
  const iterator: AsyncIterator<readonly OutRow[]> = { next: async () => pages.next() }
  return Buffer.concat(await streamSheet(format, sheet.name, sheet.columns, iterator).toArray())
}
