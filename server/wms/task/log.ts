import { task, taskLog } from '@lading/contract/wms/task.ts'
import type { Ctx } from '../../kernel/ctx.ts'

export interface TaskLog {
  readonly taskId: string
  readonly taskLineId?: string
  readonly action: string
  readonly from?: string
  readonly to?: string
  readonly device?: string | undefined
  readonly payload?: Readonly<Record<string, unknown>>
}

/** Who did what to tasks, in the transaction that did it; open lists of tasks hear of it. */
export function logTasks(ctx: Ctx, entries: readonly TaskLog[]): void {
  ctx.tell(task.key)
  ctx.note(
    ctx,
    taskLog,
    entries.map((e) => ({
      taskId: e.taskId,
      taskLineId: e.taskLineId,
      action: e.action,
      fromState: e.from,
      toState: e.to,
      device: e.device,
      payload: e.payload,
    })),
  )
}
