import { refuse } from '@lading/contract/kernel/fault.ts'
import { waveFaults } from '@lading/contract/wms/waveFaults.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { wakePicks } from '../wave/wake.ts'
import { lockTask, readLines, type TaskRow } from './read.ts'

/** A pick whose goods are still to come cannot be done: it is released by them, or by hand when they are all there. */
export async function releasePick(ctx: Ctx, task: TaskRow): Promise<void> {
  const lines = await readLines(ctx, task.id)
  await wakePicks(
    ctx,
    lines.map((l) => l.id),
  )
  const { state } = await lockTask(ctx, task.id)
  if (state === 'WAIT') refuse(waveFaults.waits, { no: task.taskNo })
}
