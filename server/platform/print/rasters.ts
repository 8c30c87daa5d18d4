import { atMost } from '../atMost.ts'
import { warmWorkers } from '../warmWorkers.ts'
import type { PrintJob } from './page.ts'
import type { Raster } from './raster.ts'

/** Pages, dots per millimetre, and how wide the printer prints. */
export interface RasterJob {
  readonly job: PrintJob
  readonly perMm: number
  readonly headMm: number
}

const jobMaxMs = 60_000
/** One: it holds the font, unpacked. */
const count = 1
const turn = atMost(count)
const workers = warmWorkers(new URL('./rasterWorker.ts', import.meta.url), {
  limits: { maxOldGenerationSizeMb: 512 },
  kept: count,
})

/** The pages of a job as dots, for printers that are sent pictures. */
export const rastersOf = (job: RasterJob): Promise<readonly Raster[]> =>
  turn(() => workers.ask<readonly Raster[]>(job, jobMaxMs))
