import { refuse } from '@lading/contract/kernel/fault.ts'
import type { LaidReport } from '@lading/contract/sys/laidReport.ts'
import { sheetFaultsOfReports } from '@lading/contract/sys/reportFaults.ts'
import { atMost } from '../../atMost.ts'
import type { PrintJob } from '../../print/page.ts'
import { warmWorkers } from '../../warmWorkers.ts'
import type { SheetWrong } from '../grid/sheetError.ts'
import type { DashJob } from './dash.ts'
import type { LayJob } from './laid.ts'

export interface LayTask {
  readonly job: LayJob | DashJob
  readonly as: 'screen' | 'xlsx' | 'csv' | 'pdf'
}
export type LayAnswer =
  | { readonly report: LaidReport }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly paper: PrintJob }
  | { readonly wrong: SheetWrong; readonly told: Readonly<Record<string, string>> }

/** Reports that are laid out at the same moment; the others wait. */
const count = 2
const turn = atMost(count)
const maxMs = 60_000
const workers = warmWorkers(new URL('./layWorker.ts', import.meta.url), {
  limits: { maxOldGenerationSizeMb: 768 },
  kept: 1,
})

/** Lays a report out beside the main thread. @throws Fault where the template contradicts itself or grows too large */
export async function layout(task: LayTask): Promise<Exclude<LayAnswer, { wrong: unknown }>> {
  const answer = await turn(() => workers.ask<LayAnswer>(task, maxMs))
  return 'wrong' in answer ? refuse(sheetFaultsOfReports[answer.wrong], answer.told) : answer
}
