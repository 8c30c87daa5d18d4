import { Worker } from 'node:worker_threads'
import { Fault } from '@lading/contract/kernel/fault.ts'
import { type SheetFault, sheetFaults, sheetLimits } from '@lading/contract/sys/sheetFaults.ts'
import { atMost } from '../atMost.ts'

/** What a cell holds: its text, or the number that a workbook stored. Dates arrive as text. */
export type Cell = string | number | null

export interface SheetRow {
  /** As the spreadsheet counts: the first is 1. */
  readonly row: number
  readonly cells: readonly Cell[]
}

const memory = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 }
const readMaxMs = 60_000
/** Files that are read at the same moment; the others wait. */
const turn = atMost(2)

/** The rows of a file's first sheet, empty ones left out; or the refusal of a file that is no plain table. */
export async function readSheet(file: { readonly name: string; readonly data: Buffer }): Promise<readonly SheetRow[]> {
  if (file.data.length > sheetLimits.fileBytes) throw new Fault(sheetFaults.tooBig)
  if (file.data.length === 0) throw new Fault(sheetFaults.empty)
  const rows = await turn(() => readInWorker(file))
  if (rows.length === 0) throw new Fault(sheetFaults.empty)
  return rows
}

function readInWorker(file: { readonly name: string; readonly data: Buffer }): Promise<readonly SheetRow[]> {
  const worker = new Worker(new URL('./readWorker.ts', import.meta.url), {
    workerData: { name: file.name, data: new Uint8Array(file.data) },
    resourceLimits: memory,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  return new Promise<readonly SheetRow[]>((resolve, reject) => {
    const giveUp = setTimeout(() => reject(new Fault(sheetFaults.unpacksTooBig)), readMaxMs)
    worker.once('message', (answer: { rows?: SheetRow[]; fault?: SheetFault }) => {
      clearTimeout(giveUp)
      if (answer.rows) resolve(answer.rows)
      else reject(new Fault(sheetFaults[answer.fault ?? 'wrongType']))
    })
    // A worker ends this way when its memory has run out.
    worker.once('error', () => reject(new Fault(sheetFaults.unpacksTooBig)))
    worker.once('exit', () => {
      clearTimeout(giveUp)
      reject(new Fault(sheetFaults.unpacksTooBig))
    })
  }).finally(() => worker.terminate())
}
