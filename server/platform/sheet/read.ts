import { Fault } from '@lading/contract/kernel/fault.ts'
import { type SheetFault, sheetFaults, sheetLimits } from '@lading/contract/sys/sheetFaults.ts'
import { atMost } from '../atMost.ts'
import { warmWorkers } from '../warmWorkers.ts'
import { readCsv } from './csv.ts'
import { SheetRefusal, type SheetRow } from './rows.ts'

interface SheetFile {
  readonly name: string
  readonly data: Buffer
}
export interface ReadJob {
  readonly kind: 'xlsx' | 'csv'
  readonly data: Uint8Array<ArrayBuffer>
}
export interface ReadAnswer {
  readonly rows?: readonly SheetRow[]
  readonly fault?: SheetFault
}

const readMaxMs = 60_000
/** A csv of this size is read in some 10 ms: less than a worker takes to get it. */
const csvAtOnceBytes = 64 * 1024
/** Files that are read at the same moment; the others wait. */
const count = 2
const turn = atMost(count)
const workers = warmWorkers(new URL('./readWorker.ts', import.meta.url), {
  limits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 },
  kept: count,
})

/** The rows of the first sheet of a file that is seen, empty ones left out; or the refusal of a file that is no plain table. */
export async function readSheet(file: SheetFile): Promise<readonly SheetRow[]> {
  if (file.data.length > sheetLimits.fileBytes) throw new Fault(sheetFaults.tooBig)
  if (file.data.length === 0) throw new Fault(sheetFaults.empty)
  const kind = kindOf(file)
  const rows =
    kind === 'csv' && file.data.length <= csvAtOnceBytes
      ? readAtOnce(file.data)
      : await turn(() => readInWorker({ kind, data: new Uint8Array(file.data) }))
  if (rows.length === 0) throw new Fault(sheetFaults.empty)
  return rows
}

function kindOf({ name, data }: SheetFile): ReadJob['kind'] {
  const packed = data.length >= 4 && data.readUInt32LE(0) === 0x04034b50
  const old = data.length >= 8 && data.readUInt32BE(0) === 0xd0cf11e0
  if (/\.xlsx$/i.test(name) && packed) return 'xlsx'
  if (/\.(csv|txt)$/i.test(name) && !packed && !old) return 'csv'
  throw new Fault(/\.xlsm$/i.test(name) ? sheetFaults.macros : sheetFaults.wrongType)
}

function readAtOnce(data: Buffer): readonly SheetRow[] {
  try {
    return readCsv(data)
  } catch (error) {
    throw new Fault(sheetFaults[error instanceof SheetRefusal ? error.fault : 'wrongType'])
  }
}

async function readInWorker(job: ReadJob): Promise<readonly SheetRow[]> {
  const answer = await workers.ask<ReadAnswer>(job, readMaxMs, [job.data.buffer]).catch(() => {
    // Its memory has run out, or its time.
    throw new Fault(sheetFaults.unpacksTooBig)
  })
  if (answer.rows) return answer.rows
  throw new Fault(sheetFaults[answer.fault ?? 'wrongType'])
}
