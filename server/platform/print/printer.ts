import { atMost } from '../atMost.ts'
import { warmWorkers } from '../warmWorkers.ts'
import type { PrintJob } from './page.ts'

const jobMaxMs = 60_000
/** One: it holds the font, unpacked. */
const count = 1
const turn = atMost(count)
const workers = warmWorkers(new URL('./printWorker.ts', import.meta.url), {
  limits: { maxOldGenerationSizeMb: 512 },
  kept: count,
})

/** The job as a PDF with its characters embedded. */
export async function makePdf(job: PrintJob): Promise<Buffer> {
  const data = await turn(() => workers.ask<Uint8Array>(job, jobMaxMs))
  return Buffer.from(data.buffer, data.byteOffset, data.length)
}
