// engine: locks tasks and their lines, and moves what they say

import { refuse } from '@lading/contract/kernel/fault.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type { taskLine } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { dropLabels } from '../label/make.ts'
import { tellLights } from '../lights.ts'
import { closeClaims } from '../putAway/propose.ts'
import { lockContainers } from '../stock/containers.ts'
import { release, reservationsOf } from '../stock/reservations.ts'

/** A line of work that the confirm of another made. */
export type PlannedLine = RowOf<typeof taskLine, 'id' | 'taskId' | 'state' | 'doneQty' | 'fromContainerId'>

/**
 * Locks the work that the confirm of a line made and frees its goods, so that the confirm can be taken back.
 * @throws Fault movedOn when somebody has begun it
 */
export async function holdPlans(ctx: Ctx, lineId: string): Promise<PlannedLine[]> {
  await ctx.tx.query(sql`
    select k.id from wms_task k where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.id in (
      select p.task_id from wms_task_line p where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.origin_id = ${lineId})
    order by k.id for update`)
  const plans = (
    await ctx.tx.query<PlannedLine>(sql`
      select id, task_id, state, done_qty, from_container_id from wms_task_line
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and origin_id = ${lineId}`)
  ).filter((p) => p.state !== 'CANCELED')
  if (plans.some((p) => p.state !== 'OPEN' || Number(p.doneQty) > 0)) refuse(wmsFaults.movedOn)
  await lockContainers(
    ctx,
    plans.map((p) => p.fromContainerId),
  )
  await release(
    ctx,
    await reservationsOf(
      ctx,
      'task_line_id',
      plans.map((p) => p.id),
    ),
  )
  return plans
}

/** The work is off, now that its goods are back. */
export async function dropPlans(ctx: Ctx, plans: readonly PlannedLine[]): Promise<void> {
  const ids = plans.map((p) => p.id)
  await closeClaims(ctx, ids, 'FREED')
  await ctx.tx.run(sql`
    update wms_task_line set state = 'CANCELED', version = version + 1 where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[])`)
  await ctx.tx.run(sql`
    update wms_task t set state = 'CANCELED', finished_at = ${ctx.now()}, version = version + 1
    where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.id = any(${plans.map((p) => p.taskId)}::bigint[])
      and not exists (select 1 from wms_task_line l where l.tenant_id = t.tenant_id and l.org_id = t.org_id and l.task_id = t.id and l.state <> 'CANCELED')`)
  const taskIds = plans.map((p) => p.taskId)
  await dropLabels(ctx, taskIds)
  await tellLights(ctx, taskIds)
}
