import { serveJobs } from '../../workerSide.ts'
import { SheetError } from '../grid/sheetError.ts'
import { csvOf } from './csv.ts'
import { dashOf } from './dash.ts'
import { laidOf } from './laid.ts'
import type { LayAnswer, LayTask } from './layout.ts'
import { paperOf } from './paper.ts'
import { xlsxOf } from './xlsx.ts'

/** Lays reports out off the main thread: what is read, or the file that it comes to. */

async function work({ job, as }: LayTask): Promise<LayAnswer> {
  const report = 'dashboard' in job ? dashOf(job) : laidOf(job)
  if (as === 'screen') return { report }
  const models = 'dashboard' in job ? [] : job.template.sheets
  if (as === 'pdf') return { paper: paperOf(report, models) }
  return { bytes: as === 'csv' ? csvOf(report, models) : await xlsxOf(report, models) }
}

serveJobs(async (task: LayTask) => {
  try {
    const answer = await work(task)
    return { answer, transfer: 'bytes' in answer ? [answer.bytes.buffer] : [] }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    return { answer: { wrong: error.wrong, told: error.told } satisfies LayAnswer }
  }
})
