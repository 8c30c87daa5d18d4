import { task } from '@lading/contract/wms/task.ts'
import { bulkInsert } from '../../kernel/bulk.ts'
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
export async function logTasks(ctx: Ctx, entries: readonly TaskLog[]): Promise<void> {
  ctx.tell(task.key)
  await bulkInsert(
    ctx.tx,
    'wms_task_log',
    entries.map((e) => ({
      tenantId: ctx.tenantId,
      orgId: ctx.org.id,
      id: ctx.newId(),
      createdAt: ctx.now(),
      createdBy: ctx.userId,
      taskId: e.taskId,
      taskLineId: e.taskLineId ?? null,
      action: e.action,
      fromState: e.from ?? null,
      toState: e.to ?? null,
      device: e.device ?? null,
      payload: e.payload ?? null,
    })),
  )
}
