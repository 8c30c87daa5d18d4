// engine: locks tasks and their lines, and moves what they say

import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { dropPlan } from '../pickContainer/keptPlan.ts'
import { giveBackOf } from '../pickContainer/settle.ts'
import { wakeTopic } from '../stock/topics.ts'
import { taskKinds } from './kinds.ts'
import { logTasks } from './log.ts'
import { lockTask, readLines } from './read.ts'

/**
 * An order that ends is picked no more by those who pick for many: its open lines go, the others stay. What was picked of
 * it is sorted like theirs.
 * @throws Fault openTask while somebody is at work on one of them
 */
export async function leaveBatches(ctx: Ctx, billId: string): Promise<void> {
  const tasks = await ctx.tx.query<{ id: string }>(sql`
    select distinct k.id from wms_operate_bill_line b
    join wms_task_line l on l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bill_line_id = b.id and l.state = 'OPEN'
    join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id and k.task_type = 'PICK' and k.store_id is null
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.bill_id = ${billId} order by k.id`)
  for (const { id } of tasks) await leave(ctx, id, billId)
}

async function leave(ctx: Ctx, taskId: string, billId: string): Promise<void> {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  const task = await lockTask(ctx, taskId)
  if (task.state === 'RUNNING' || task.state === 'ASSIGNED')
    refuse(wmsFaults.openTask, { no: rowName(viewOf('PICK'), task.id, task.taskNo) })
  const own = await ctx.tx.query<{ id: string }>(sql`
    select id from wms_operate_bill_line where ${here} and bill_id = ${billId}`)
  const ids = new Set(own.map((l) => l.id))
  const open = (await readLines(ctx, taskId)).filter((l) => l.state === 'OPEN')
  const lines = open.filter((l) => ids.has(l.billLineId ?? ''))
  const other = open.find((l) => !lines.includes(l))
  for (const line of lines) await taskKinds.PICK.dropLine?.(ctx, task, line)
  if (task.hasContainers)
    await dropPlan(
      ctx,
      taskId,
      lines.map((l) => l.id),
    )
  await ctx.tx.run(sql`
    update wms_task_line set state = case when done_qty > 0 then 'DONE' else 'CANCELED' end, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where ${here} and id = any(${lines.map((l) => l.id)}::bigint[])`)
  const [left] = await ctx.tx.query<{ state: string; isBegun: boolean }>(sql`
    update wms_task k set line_count = n.lines, done_lines = n.done, plan_qty = n.qty, version = k.version + 1, updated_at = ${ctx.now()},
      state = case when n.lines = 0 then 'CANCELED' when n.done = n.lines then 'DONE' else k.state end,
      finished_at = case when n.done = n.lines then ${ctx.now()}::timestamptz end
    from (select (count(*) filter (where state <> 'CANCELED'))::integer as lines, (count(*) filter (where state in ('DONE', 'SHORT')))::integer as done,
        coalesce(sum(plan_qty) filter (where state <> 'CANCELED'), 0) as qty
      from wms_task_line where ${here} and task_id = ${taskId}) n
    where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.id = ${taskId} returning k.state, n.done > 0 as is_begun`)
  // Goods that it waited for may have been the only ones.
  if (left?.state === 'WAIT' && other) ctx.emit({ topic: wakeTopic, key: 'picks', payload: { lineId: other.id } })
  if (left?.state === 'DONE') await taskKinds.PICK.finish?.(ctx, task)
  if (left?.state === 'CANCELED') await giveBackOf(ctx, [taskId])
  const isOver = left?.state === 'DONE' || left?.state === 'CANCELED'
  logTasks(ctx, [
    {
      taskId,
      action: isOver ? (left.state === 'DONE' ? 'finish' : 'cancel') : 'dropLines',
      from: task.state,
      to: left?.state ?? task.state,
      payload: { lines: lines.length },
    },
  ])
}
