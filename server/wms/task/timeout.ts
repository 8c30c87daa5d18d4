import { sysTaskConfig } from '@lading/contract/wms/sysTaskConfig.ts'
import { task as taskTable } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { freeLabels } from '../label/make.ts'
import { logTasks } from './log.ts'

/** So many go back in one run at most; the next one finds the others. */
const most = 500

/**
 * Work that somebody took and did not begin in time goes back to all. What has begun stays in its hands, and so does what
 * he begins in this moment: its row is skipped.
 */
export async function giveBackOverdue(ctx: Ctx): Promise<number> {
  const late = await ctx.tx.query<{ id: string; assigneeId: string }>(sql`
    with late as (
      select t.id, t.assignee_id from ${fromHere(ctx, taskTable, 't')}
      join ${named(ctx, sysTaskConfig, 'g')} on g.task_type = t.task_type
      where t.state = 'ASSIGNED' and t.assigned_at <= ${ctx.now()}::timestamptz - make_interval(mins => coalesce(t.timeout_min, g.timeout_min))
      order by t.id limit ${most} for update of t skip locked)
    update wms_task t set state = 'READY', assignee_id = null, assigned_at = null, started_at = null, version = t.version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from late where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.id = late.id
    returning t.id, late.assignee_id`)
  if (late.length > 0)
    await freeLabels(
      ctx,
      late.map((l) => l.id),
    )
  logTasks(
    ctx,
    late.map(({ id, assigneeId }) => ({
      taskId: id,
      action: 'timeout',
      from: 'ASSIGNED',
      to: 'READY',
      payload: { from: assigneeId },
    })),
  )
  return late.length
}
