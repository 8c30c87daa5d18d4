import { serveJobs } from '../workerSide.ts'
import { readCsv } from './csv.ts'
import type { ReadAnswer, ReadJob } from './read.ts'
import { readXlsx } from './readXlsx.ts'
import { SheetRefusal } from './rows.ts'

/** Reads a sheet off the main thread, with memory of its own that may run out without harm to anybody. */
async function read({ kind, data }: ReadJob): Promise<ReadAnswer> {
  const file = Buffer.from(data.buffer, data.byteOffset, data.length)
  try {
    return { rows: kind === 'xlsx' ? await readXlsx(file) : readCsv(file) }
  } catch (error) {
    return { fault: error instanceof SheetRefusal ? error.fault : 'wrongType' }
  }
}

serveJobs(async (job: ReadJob) => ({ answer: await read(job) }))
