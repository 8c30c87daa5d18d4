import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { taskFlow } from '@lading/contract/wms/task.ts'
import type { undoTask as undoCall } from '@lading/contract/wms/taskCalls.ts'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { demandOn } from './guards.ts'
import { lockTask, readLine, readLines, readTask } from './read.ts'
import { undoLine } from './verbs.ts'

/** Takes back all that was confirmed of a task, the last of its way first, or nothing. */
export async function undoTask(
  ctx: Ctx,
  input: z.output<typeof undoCall.input>,
): Promise<z.output<typeof undoCall.output>> {
  demandDc(ctx)
  const task = await lockTask(ctx, input.id)
  demandOn(ctx, task, 'cancel')
  const done = (await readLines(ctx, task.id)).filter((line) => Number(line.doneQty) > 0).toReversed()
  if (done.length === 0)
    refuse(faults.state, { no: task.taskNo, state: taskFlow.states[task.state], action: ['撤销', 'Undo'] })
  // Lines that are one thing to do go together: what went along with another has nothing left to take back.
  for (const { id } of done) if (Number((await readLine(ctx, id)).doneQty) > 0) await undoLine(ctx, { taskLineId: id })
  return { task: await readTask(ctx, task.id), lines: done.length }
}
