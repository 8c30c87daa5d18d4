// engine: locks tasks that are done by light, for the rack that shows them

import type { LightConfirm, LightContainer, LightLine, LightTask } from '@lading/contract/dps/work.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { lights, lightTopic, tellLights } from '../lights.ts'
import { containersByCode } from '../masters/facts.ts'
import { confirmLine } from '../task/confirm.ts'
import { lockTaskOf } from '../task/read.ts'
import { takeOut } from '../task/rearrange.ts'

/** Tasks as they stand, locked in the order of their ids, each with all of its lines. */
export async function lightWork(ctx: Ctx, taskIds: readonly string[]): Promise<readonly LightTask[]> {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  const locked = ctx.tx.query<Omit<LightTask, 'lines'>>(sql`
    select id, task_no, task_type, state, mode, owner_id, store_id, container_id, priority, due_at,
      case when bill_key = ${operateBill.header.key} then bill_id end as order_id,
      case when bill_key = ${operateBill.header.key} then (select b.wave_id from wms_operate_bill b where b.tenant_id = t.tenant_id and b.org_id = t.org_id and b.id = t.bill_id) else bill_id end as wave_id
    from wms_task t where ${here} and id = any(${taskIds}::bigint[]) and task_type in ('PICK', 'SOW') order by id for update`)
  // Sent behind it, they are read when all of them are locked.
  const read = ctx.tx.query<LightLine & { taskId: string }>(sql`
    select l.task_id, l.id, l.state, case k.task_type when 'PICK' then l.from_bin_id else l.to_bin_id end as bin_id, l.owner_id, l.product_id,
      l.lot_id, l.store_id, l.seq, l.plan_qty, l.done_qty, l.short_qty
    from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id and k.task_type in ('PICK', 'SOW')
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.task_id = any(${taskIds}::bigint[])
    order by l.task_id, l.seq, l.line_no`)
  const [tasks, lines] = await Promise.all([locked, read])
  const byTask = Map.groupBy(lines, (l) => l.taskId)
  return tasks.map((t) => ({ ...t, lines: byTask.get(t.id) ?? [] }))
}

export const holdLightTask = async (ctx: Ctx, taskLineId: string): Promise<boolean> =>
  (await lockTaskOf(ctx, taskLineId)).mode === 'LIGHT'

/** A press, booked as any confirm of the line is. What is not there was not found. */
export async function confirmByLight(ctx: Ctx, press: LightConfirm): Promise<void> {
  const { taskLineId, qty, toContainer, isShort } = press
  await confirmLine(ctx, {
    ...{ taskLineId, qty, scans: {}, device: 'LIGHT' },
    ...(toContainer && { toContainer }),
    partial: !isShort,
    ...(isShort && { reason: 'NOT_FOUND' }),
  })
}

export async function lightContainer(ctx: Ctx, code: string): Promise<LightContainer | undefined> {
  const c = (await containersByCode(ctx, [code])).get(code)
  if (!c || c.category === 'VIRTUAL' || (c.state !== 'IDLE' && c.state !== 'PICKING')) return undefined
  return { id: c.id, code: c.code, isIdle: c.state === 'IDLE', storeId: c.storeId }
}

/** What is open of them is offered to handhelds. */
export async function lightToHandhelds(ctx: Ctx, taskIds: readonly string[]): Promise<void> {
  await ctx.tx.run(sql`
    update wms_task set mode = 'RF', version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${taskIds}::bigint[]) and mode = 'LIGHT' and state not in ('DONE', 'CANCELED')`)
  for (const key of taskIds) ctx.emit({ topic: lightTopic, key })
}

/** These lines, which nobody has begun, are offered to handhelds; a task of which nothing else is open goes as a whole, and so does sorting. */
export async function lightLinesToHandhelds(ctx: Ctx, taskLineIds: readonly string[]): Promise<void> {
  if (taskLineIds.length === 0) return
  const here = sql`k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id}`
  await ctx.tx.run(sql`
    select k.id from wms_task k where ${here} and k.id in (select l.task_id from wms_task_line l where l.tenant_id = k.tenant_id and l.id = any(${taskLineIds}::bigint[])) order by k.id for update`)
  const tasks = await ctx.tx.query<{ id: string; lines: string[]; isWhole: boolean }>(sql`
    select k.id, array_agg(l.id order by l.seq, l.line_no) filter (where l.id = any(${taskLineIds}::bigint[])) as lines,
      k.task_type = 'SOW' or bool_and(l.id = any(${taskLineIds}::bigint[])) as is_whole
    from wms_task k join wms_task_line l on l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id and l.state in ('OPEN', 'INHAND')
    where ${here} and k.mode = 'LIGHT' group by k.id, k.task_type having bool_or(l.id = any(${taskLineIds}::bigint[])) order by k.id`)
  await lightToHandhelds(
    ctx,
    tasks.filter((t) => t.isWhole).map((t) => t.id),
  )
  for (const { id, lines } of tasks.filter((t) => !t.isWhole)) {
    const made = await takeOut(ctx, id, lines, 'RF')
    for (const key of [id, made]) ctx.emit({ topic: lightTopic, key })
  }
}

/** Picks that nobody has begun, of areas that are picked by light, are done by it from now on where each of their bins has one. @returns how many */
export async function handheldsToLight(ctx: Ctx, orderIds: readonly string[] | null): Promise<number> {
  const rows = await ctx.tx.query<{ id: string; binIds: string[] }>(sql`
    select k.id, array_agg(distinct l.from_bin_id) as bin_ids from wms_task k
    join wms_pick_area a on a.tenant_id = k.tenant_id and a.id = k.pick_area_id and a.method = 'LIGHT'
    join wms_task_line l on l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id and l.state <> 'CANCELED'
    where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.task_type = 'PICK' and k.mode = 'RF' and k.state in ('NEW', 'WAIT', 'READY') and k.done_lines = 0
      and (${orderIds}::bigint[] is null or k.bill_id = any(${orderIds}::bigint[]))
      and not exists (select 1 from wms_task_line w join mdm_product p on p.tenant_id = w.tenant_id and p.id = w.product_id
        where w.tenant_id = k.tenant_id and w.org_id = k.org_id and w.task_id = k.id and (p.is_weigh or w.plan_qty <> trunc(w.plan_qty)))
    group by k.id order by k.id`)
  const lit = await lights().litBins(ctx, [...new Set(rows.flatMap((r) => r.binIds))])
  const ids = rows.filter((r) => r.binIds.every((id) => lit.has(id))).map((r) => r.id)
  await ctx.tx.run(sql`
    update wms_task set mode = 'LIGHT', version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[]) and mode = 'RF' and state in ('NEW', 'WAIT', 'READY')`)
  await tellLights(ctx, ids)
  return ids.length
}
