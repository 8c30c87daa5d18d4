import type { Readable } from 'node:stream'
import { refuse } from '@lading/contract/kernel/fault.ts'
import type { LaidReport } from '@lading/contract/sys/laidReport.ts'
import { sheetFaultsOfReports } from '@lading/contract/sys/reportFaults.ts'
import { atMost } from '../../atMost.ts'
import type { PrintJob } from '../../print/page.ts'
import { streamedWork } from '../../streamedWork.ts'
import { warmWorkers } from '../../warmWorkers.ts'
import type { SetData } from '../grid/data.ts'
import type { SheetWrong } from '../grid/sheetError.ts'
import type { DashJob } from './dash.ts'
import type { LayJob } from './laid.ts'
import type { ListJob } from './list.ts'

export interface LayTask {
  readonly job: LayJob | DashJob
  readonly as: 'screen' | 'xlsx' | 'csv' | 'pdf'
}
/** The file of a plain list, whose rows are asked for some at a time. */
export interface ListTask {
  readonly list: ListJob
  readonly as: 'xlsx' | 'csv'
}
interface Wrong {
  readonly wrong: SheetWrong
  readonly told: Readonly<Record<string, string>>
}
export type LayAnswer =
  | { readonly report: LaidReport }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly paper: PrintJob }
  | Wrong

/** Reports that are laid out at the same moment; the others wait. */
const count = 2
const turn = atMost(count)
const maxMs = 60_000
const workers = warmWorkers(new URL('./layWorker.ts', import.meta.url), {
  limits: { maxOldGenerationSizeMb: 768 },
  kept: 1,
})

/** What they leave behind is dropped soon, so that a long list takes no more memory than a short one. */
const listWorkers = warmWorkers(new URL('./layWorker.ts', import.meta.url), {
  limits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16 },
  kept: 1,
})

const refuseWrong = ({ wrong, told }: Wrong): never => refuse(sheetFaultsOfReports[wrong], told)

/** Lays a report out beside the main thread. @throws Fault where the template contradicts itself or grows too large */
export async function layout(task: LayTask): Promise<Exclude<LayAnswer, Wrong>> {
  const answer = await turn(() => workers.ask<LayAnswer>(task, maxMs))
  return 'wrong' in answer ? refuseWrong(answer) : answer
}

/** The file of a plain list as a stream: neither thread ever has more of it in hand than some rows. */
export const streamList = (task: ListTask, chunks: AsyncIterator<SetData>): Readable =>
  streamedWork(listWorkers, task, chunks, (answer) => {
    const { wrong } = answer as { readonly wrong?: Wrong }
    if (wrong) refuseWrong(wrong)
  })
