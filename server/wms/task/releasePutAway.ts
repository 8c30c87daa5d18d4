import { refuse } from '@lading/contract/kernel/fault.ts'
import { qualityFaults } from '@lading/contract/wms/qualityFaults.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { readLines, type TaskRow } from './read.ts'

/** Goods under inspection stay where they are: only the verdict knows what is put away where. @throws Fault uninspected */
export async function demandInspected(ctx: Ctx, task: TaskRow): Promise<void> {
  const lines = await readLines(ctx, task.id)
  if (lines.some((l) => l.state === 'OPEN' && l.stockType === 'QC'))
    refuse(qualityFaults.uninspected, { no: task.taskNo })
}
