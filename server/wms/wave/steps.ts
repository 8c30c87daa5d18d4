// engine: gives stock to the orders of a wave, whose locks it holds; whoever sees a wave sees all of its orders

import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { waveFaults } from '@lading/contract/wms/waveFaults.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { type BillRow, type StepWorks, setBill } from '../../platform/document/steps.ts'
import { dropLabels } from '../label/make.ts'
import { tellLights } from '../lights.ts'
import { giveBackOf } from '../pickContainer/settle.ts'
import { releaseAll } from '../stock/reservations.ts'
import { logTasks } from '../task/log.ts'
import { startTopic } from './members.ts'

type Wave = BillRow<typeof waveBill>
type Order = BillRow<typeof operateBill>

interface Task {
  id: string
  taskNo: string
  taskType: TaskType
  state: string
}
/**
 * The picks and sorting of a wave's orders and what is brought to the faces for it; `which` speaks of the task `k`. Work of
 * the wave itself and of its orders are found apart, each by its document.
 */
const tasksOf = (ctx: Ctx, waveId: string, which: Sql): Promise<Task[]> =>
  ctx.tx.query<Task>(sql`
    select k.id, k.task_no, k.task_type, k.state from wms_task k
    where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and ${which}
      and k.bill_id = ${waveId} and k.task_type in ('RPL_DOWN', 'RPL_UP', 'PICK', 'SOW', 'PICK_COLLECT')
    union all
    select k.id, k.task_no, k.task_type, k.state from wms_operate_bill b
    join wms_task k on k.tenant_id = b.tenant_id and k.org_id = b.org_id and k.bill_id = b.id
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.wave_id = ${waveId} and ${which} and k.task_type in ('PICK', 'PICK_COLLECT')
    order by 1`)

/** Off the request: the outbox gives the goods to the orders, part by part. */
async function start(ctx: Ctx, wave: Wave): Promise<Record<string, unknown>> {
  const row = await ctx.tx.maybe(sql`
    select 1 from wms_operate_bill b join wms_operate_bill_line l on l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bill_id = b.id
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.wave_id = ${wave.id} and b.state in ('APPROVED', 'INPROGRESS')
      and l.plan_qty > l.cancel_qty limit 1`)
  if (!row) refuse(waveFaults.noOrders)
  ctx.emit({ topic: startTopic, key: wave.id })
  return { step: 'FREEZE', problem: null }
}

/** A start that stopped goes on where it was. */
async function resume(ctx: Ctx, wave: Wave): Promise<Record<string, unknown>> {
  ctx.emit({ topic: startTopic, key: wave.id })
  return { problem: null }
}

/** Nobody has moved anything yet: all that was planned is taken back, and the orders wait again. */
async function rollback(ctx: Ctx, wave: Wave): Promise<Record<string, unknown>> {
  const orders = await ctx.tx.query<Order>(sql`
    select * from wms_operate_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and wave_id = ${wave.id} and state = 'INPROGRESS' order by id for no key update`)
  const tasks = await tasksOf(ctx, wave.id, sql`k.state <> 'CANCELED'`)
  const ids = tasks.map((t) => t.id)
  await ctx.tx.query(sql`
    select id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[]) order by id for update`)
  const begun = await ctx.tx.maybe<{ taskId: string }>(sql`
    select task_id from wms_task_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_id = any(${ids}::bigint[])
      and (done_qty > 0 or short_qty > 0 or hand_qty > 0) limit 1`)
  const busy = tasks.find((t) => t.id === begun?.taskId)
  if (busy) refuse(waveFaults.picked, { task: rowName(viewOf(busy.taskType), busy.id, busy.taskNo) })
  await takeBack(ctx, orders, tasks)
  return { step: null, problem: null, startedAt: null }
}

async function takeBack(ctx: Ctx, orders: readonly Order[], tasks: readonly Task[]): Promise<void> {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  const [orderIds, ids] = [orders.map((o) => o.id), tasks.map((t) => t.id)]
  const lines = await ctx.tx.query<{ id: string }>(sql`
    select id from wms_operate_bill_line where ${here} and bill_id = any(${orderIds}::bigint[]) order by id`)
  const work = await ctx.tx.query<{ id: string }>(sql`
    select id from wms_task_line where ${here} and task_id = any(${ids}::bigint[])`)
  await releaseAll(
    ctx,
    'demand_line_id',
    lines.map((l) => l.id),
  )
  await releaseAll(
    ctx,
    'task_line_id',
    work.map((l) => l.id),
  )
  await ctx.tx.run(sql`
    update wms_task_line set state = 'CANCELED', version = version + 1, updated_at = ${ctx.now()} where ${here} and task_id = any(${ids}::bigint[])`)
  await ctx.tx.run(sql`
    update wms_task set state = 'CANCELED', finished_at = ${ctx.now()}, version = version + 1, updated_at = ${ctx.now()} where ${here} and id = any(${ids}::bigint[])`)
  await dropLabels(ctx, ids)
  await tellLights(ctx, ids)
  await giveBackOf(ctx, ids)
  logTasks(
    ctx,
    tasks.map((t) => ({ taskId: t.id, action: 'cancel', from: t.state, to: 'CANCELED' })),
  )
  await ctx.tx.run(sql`
    update wms_operate_bill_line set booked_qty = 0, short_qty = null, short_reason = null where ${here} and bill_id = any(${orderIds}::bigint[])`)
  for (const order of orders) {
    await setBill(ctx, operateBill, order, 'APPROVED', { startedAt: null, bookedQty: '0' })
    ctx.audit({
      subject: operateBill.header.key,
      subjectId: order.id,
      subjectNo: order.billNo,
      action: 'rollback',
      before: { state: order.state },
      after: { state: 'APPROVED' },
    })
  }
}

async function finish(ctx: Ctx, wave: Wave): Promise<undefined> {
  const open = await tasksOf(ctx, wave.id, sql`k.state not in ('DONE', 'CANCELED')`)
  const [first] = open
  if (first)
    refuse(waveFaults.openTasks, {
      n: open.length,
      no: rowName(viewOf(first.taskType), first.id, first.taskNo),
    })
}

/** Its orders are free for other waves. */
async function cancel(ctx: Ctx, wave: Wave): Promise<undefined> {
  await ctx.tx.run(sql`
    update wms_operate_bill set wave_id = null, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and wave_id = ${wave.id}`)
}

export const waveSteps: StepWorks<typeof waveBill> = {
  start: { effect: start },
  resume: { effect: resume },
  rollback: { effect: rollback },
  finish: { effect: finish },
  cancel: { effect: cancel },
}

/** How far a wave is follows from its work: something was picked, or all of it is over and no short pick is open. */
export async function refreshWave(ctx: Ctx, id: string): Promise<void> {
  const wave = await ctx.tx.maybe<Wave>(sql`
    select * from wms_wave_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id} for no key update`)
  if (wave?.state !== 'STARTED' && wave?.state !== 'INPROGRESS') return
  const open = await tasksOf(ctx, id, sql`k.state not in ('DONE', 'CANCELED')`)
  const { done, diffs } = await ctx.tx.one<{ done: boolean; diffs: boolean }>(sql`
    select coalesce(bool_or(l.done_qty > 0 or b.state = 'CLOSED'), false) as done, coalesce(bool_or(exists (
        select 1 from wms_pick_diff d where d.tenant_id = l.tenant_id and d.org_id = l.org_id and d.bill_line_id = l.id and d.state = 'OPEN')), false) as diffs
    from wms_operate_bill b join wms_operate_bill_line l on l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bill_id = b.id
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.wave_id = ${id}`)
  const state = done && open.length === 0 && !diffs ? 'FINISHED' : done ? 'INPROGRESS' : wave.state
  if (state === wave.state) return
  // Not a person's change: the form's version stays.
  await ctx.tx.run(sql`
    update wms_wave_bill set state = ${state}, finished_at = ${state === 'FINISHED' ? ctx.now() : null} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
  ctx.tell(waveBill.header.key)
}
