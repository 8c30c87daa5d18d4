// engine: assigns containers to picks, and frees them, behind the locks of both

import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { pickContainerLine } from '@lading/contract/wms/pickContainer.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { TaskRow } from '../task/read.ts'
import { containersOf } from './settle.ts'

/** How much of which line is to come into which container. */
export interface Planned {
  readonly pickContainerId: string
  readonly taskLineId: string
  readonly planQty: string
}
export async function keepPlan(ctx: Ctx, plan: readonly Planned[]): Promise<void> {
  if (plan.length === 0) return
  await insert(
    ctx,
    pickContainerLine,
    plan.map((p) => ({ ...p, doneQty: '0' })),
  )
}

/** What was to come into a container comes into the one that took its place. */
export const movePlan = (ctx: Ctx, from: string, to: string): Promise<number> =>
  ctx.tx.run(sql`
    update wms_pick_container_line set pick_container_id = ${to}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and pick_container_id = ${from}`)

/** Goods of lines came into containers of their pick, planned or not. The task is locked. */
export async function putInto(
  ctx: Ctx,
  task: TaskRow,
  picks: readonly { readonly lineId: string; readonly containerId: string; readonly qty: Qty }[],
): Promise<void> {
  if (!task.hasContainers || picks.length === 0) return
  const boxes = (await containersOf(ctx, [task.id])).filter((b) => b.state === 'USED')
  await insert(
    ctx,
    pickContainerLine,
    picks.flatMap(({ lineId, containerId, qty }) => {
      const box = boxes.find((b) => b.containerId === containerId)
      return box ? [{ pickContainerId: box.id, taskLineId: lineId, planQty: '0', doneQty: formatQty(qty) }] : []
    }),
    sql`on conflict (tenant_id, org_id, pick_container_id, task_line_id) do update set done_qty = wms_pick_container_line.done_qty + excluded.done_qty,
      version = wms_pick_container_line.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
  )
}

/** All that was picked of a line is taken back. */
export async function takeOut(ctx: Ctx, lineId: string): Promise<void> {
  const its = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_line_id = ${lineId}`
  await ctx.tx.run(sql`delete from wms_pick_container_line where ${its} and plan_qty = 0`)
  await ctx.tx.run(sql`
    update wms_pick_container_line set done_qty = 0, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where ${its} and done_qty > 0`)
}

/** Lines that leave a pick are to come into none of its containers any more, which are the emptier for it. */
export async function dropPlan(ctx: Ctx, taskId: string, lineIds: readonly string[]): Promise<void> {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  const gone = await ctx.tx.query<{ id: string }>(sql`
    update wms_pick_container_line n set plan_qty = done_qty, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where ${here} and task_line_id = any(${lineIds}::bigint[]) and plan_qty > done_qty returning pick_container_id as id`)
  if (gone.length === 0) return
  await ctx.tx.run(
    sql`delete from wms_pick_container_line where ${here} and task_line_id = any(${lineIds}::bigint[]) and plan_qty = 0 and done_qty = 0`,
  )
  await weighAnew(
    ctx,
    taskId,
    gone.map((g) => g.id),
  )
}

/** What is planned for containers of a pick is other goods by now: a label that was printed tells the old ones. */
export const weighAnew = (ctx: Ctx, taskId: string, ids: readonly string[]): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_pick_container x set lines = n.lines, volume = n.volume, weight = n.weight, print_count = 0, version = x.version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from wms_pick_container y cross join lateral (
      select count(*)::integer as lines, coalesce(sum(c.plan_qty * coalesce(p.volume_m3, 0)), 0)::numeric(18,6) as volume,
        coalesce(sum(c.plan_qty * coalesce(p.weight_kg, 0)), 0)::numeric(18,3) as weight
      from wms_pick_container_line c join wms_task_line l on l.tenant_id = c.tenant_id and l.org_id = c.org_id and l.id = c.task_line_id
      join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
      where c.tenant_id = y.tenant_id and c.org_id = y.org_id and c.pick_container_id = y.id and c.plan_qty > 0) n
    where y.tenant_id = ${ctx.tenantId} and y.org_id = ${ctx.org.id} and y.task_id = ${taskId} and y.id = any(${ids}::bigint[])
      and x.tenant_id = y.tenant_id and x.org_id = y.org_id and x.id = y.id`)
