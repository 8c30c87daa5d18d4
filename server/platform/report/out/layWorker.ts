import type { StreamPart } from '../../streamedWork.ts'
import { serveJobs, type Talk } from '../../workerSide.ts'
import type { SetData } from '../grid/data.ts'
import { SheetError } from '../grid/sheetError.ts'
import { csvOf } from './csv.ts'
import { dashOf } from './dash.ts'
import { laidOf } from './laid.ts'
import type { LayAnswer, LayTask, ListTask } from './layout.ts'
import { listFile } from './list.ts'
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

/** Tells the bytes of a list as its rows are sent. */
async function writeList({ list, as }: ListTask, talk: Talk): Promise<void> {
  async function* chunks(): AsyncGenerator<SetData> {
    for (;;) {
      // Some rows, or nothing at the end: so `streamedWork` sends them.
      const chunk = (await talk.ask('next' satisfies StreamPart)) as SetData | undefined
      if (!chunk) return
      yield chunk
    }
  }
  for await (const part of listFile(list, as, chunks())) {
    const own = new Uint8Array(part)
    talk.tell(own satisfies StreamPart, [own.buffer])
  }
}

serveJobs(async (task: LayTask | ListTask, talk) => {
  try {
    if ('list' in task) {
      await writeList(task, talk)
      return { answer: {} }
    }
    const answer = await work(task)
    return { answer, transfer: 'bytes' in answer ? [answer.bytes.buffer] : [] }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    const wrong = { wrong: error.wrong, told: error.told }
    return { answer: 'list' in task ? { wrong } : wrong }
  }
})
