// engine: promises stock to orders under lock, and divides orders

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import type { store } from '@lading/contract/mdm/partner.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { operateFaults } from '@lading/contract/wms/operateFaults.ts'
import type { task as taskTable } from '@lading/contract/wms/task.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Derivation } from '../../platform/document/refresh.ts'
import type { BillRow, Partly, StepWorks } from '../../platform/document/steps.ts'
import { demandEnabled } from '../bill/demandEnabled.ts'
import { leaveBatches } from '../task/leaveBatches.ts'
import { workOn } from '../task/ofBill.ts'
import { endWithBill } from '../task/verbs.ts'
import { tellOutbound } from '../transport/tell.ts'
import { demandNotStarting, demandOwnAllocation, waveTopic } from '../wave/members.ts'
import { allocateBill } from './allocate.ts'
import { demandDeliveryDay } from './deliveryDay.ts'
import { demandMinOrder } from './minOrder.ts'

type Order = BillRow<typeof operateBill>

async function approve(ctx: Ctx, bill: Order): Promise<Record<string, unknown>> {
  const to = found(
    await ctx.tx.maybe<RowOf<typeof store, 'code' | 'disabled' | 'deliveryDays' | 'minOrderCases'>>(sql`
      select code, disabled, delivery_days, min_order_cases from wms_store where tenant_id = ${ctx.tenantId} and id = ${bill.storeId}`),
    ['门店', 'Store'],
  )
  if (to.disabled) refuse(wmsFaults.storeDisabled)
  demandDeliveryDay(ctx, { bizDate: bill.bizDate, expectAt: bill.expectAt, delivery: bill.delivery }, to)
  await demandMinOrder(ctx, bill, to.minOrderCases)
  await demandEnabled(ctx, operateBill, bill)
  await tellOutbound(ctx, [bill])
  return { approvedAt: ctx.now() }
}

async function allocateStep(ctx: Ctx, bill: Order, made: MadeRecord[]): Promise<Record<string, unknown>> {
  await demandOwnAllocation(ctx, bill)
  const more = await allocateBill(ctx, bill, made)
  ctx.emit({ topic: 'bill.refresh', key: `${operateBill.header.key}:${bill.id}` })
  return more
}

/** Lines for which the stock does not suffice. */
async function shortLines(ctx: Ctx, bill: Order): Promise<Partly | undefined> {
  const { n, m } = await ctx.tx.one<{ n: number; m: number }>(sql`
    select count(*)::integer as n, (count(*) filter (where booked_qty < plan_qty - cancel_qty))::integer as m
    from wms_operate_bill_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id} and state <> 'CANCELED'`)
  return m === 0 ? undefined : { text: ['{n}行中{m}行缺货', 'Lines short: {m} of {n}'], args: { n, m } }
}

async function cancel(ctx: Ctx, bill: Order): Promise<Record<string, unknown>> {
  await demandNotStarting(ctx, bill)
  const booked = await ctx.tx.query(sql`
    select 1 from wms_operate_bill_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id} and (booked_qty > 0 or done_qty > 0) limit 1`)
  if (booked.length > 0) refuse(wmsFaults.hasWork, await workOn(ctx, operateBill, bill.id, 'PICK'))
  await ctx.tx.run(sql`
    update wms_operate_bill_line set cancel_qty = plan_qty, state = 'CANCELED' where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
  ctx.emit({ topic: 'bill.refresh', key: `${operateBill.header.key}:${bill.id}` })
  await tellOutbound(ctx, [bill])
  // It leaves the wave that it waited for.
  return { finishedAt: ctx.now(), waveId: null }
}

const pickTasks = (ctx: Ctx, billId: string) =>
  ctx.tx.query<RowOf<typeof taskTable, 'id' | 'taskNo' | 'state'>>(sql`
    select id, task_no, state from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId}
      and task_type = 'PICK' and state not in ('DONE', 'CANCELED') order by id`)

/** Ends the order where it stands: what is not picked is cancelled and freed; what is picked goes on to the truck. */
async function stop(ctx: Ctx, bill: Order): Promise<Record<string, unknown>> {
  await demandNotStarting(ctx, bill)
  const tasks = await pickTasks(ctx, bill.id)
  const busy = tasks.find((t) => t.state === 'RUNNING' || t.state === 'ASSIGNED')
  if (busy) refuse(wmsFaults.openTask, { no: rowName(viewOf('PICK'), busy.id, busy.taskNo) })
  for (const t of tasks) await endWithBill(ctx, t.id)
  await leaveBatches(ctx, bill.id)
  await cancelRest(ctx, bill.id)
  await tellOutbound(ctx, [bill])
  return { finishedAt: ctx.now() }
}

/** What is not booked any more will not be delivered; open differences are settled with it. */
async function cancelRest(ctx: Ctx, billId: string): Promise<void> {
  await ctx.tx.run(sql`
    update wms_pick_diff d set state = 'CANCELED', settled_at = ${ctx.now()}, version = d.version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from wms_operate_bill_line l where l.tenant_id = d.tenant_id and l.org_id = d.org_id and l.id = d.bill_line_id
      and d.tenant_id = ${ctx.tenantId} and d.org_id = ${ctx.org.id} and l.bill_id = ${billId} and d.state = 'OPEN'`)
  await ctx.tx.run(sql`
    update wms_operate_bill_line set cancel_qty = plan_qty - booked_qty where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId}`)
  ctx.emit({ topic: 'bill.refresh', key: `${operateBill.header.key}:${billId}` })
}

/** 放弃缺货: short and unallocated quantities are given up, so that the order can be shipped and closed. */
async function giveUpShort(ctx: Ctx, bill: Order): Promise<Record<string, unknown>> {
  await demandNotStarting(ctx, bill)
  const { n } = await ctx.tx.one<{ n: string }>(sql`
    select count(*) as n from wms_operate_bill_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id} and plan_qty - cancel_qty > booked_qty`)
  if (n === '0') refuse(operateFaults.noneShort)
  await cancelRest(ctx, bill.id)
  await tellOutbound(ctx, [bill])
  return {}
}

export const operateSteps: StepWorks<typeof operateBill> = {
  approve: { effect: approve },
  allocate: { effect: allocateStep, partly: shortLines },
  giveUpShort: { effect: giveUpShort },
  cancel: { effect: cancel },
  stop: { effect: stop },
}

/** Shipped or cancelled altogether: finished. Source: wms.md 11.12. */
export const operateDerivation: Derivation = {
  table: 'wms_operate_bill',
  lineTable: 'wms_operate_bill_line',
  derive: async (ctx, bills) => {
    await tellWaves(
      ctx,
      bills.map((b) => b.id),
    )
    return new Map(
      bills
        .filter((b) => b.state === 'INPROGRESS' && b.sent + b.cancel >= b.plan)
        .map((b) => [b.id, 'FINISHED'] as const),
    )
  },
}

/** How far a wave is follows from its orders. */
async function tellWaves(ctx: Ctx, billIds: readonly string[]): Promise<void> {
  const waves = await ctx.tx.query<{ waveId: string }>(sql`
    select distinct wave_id from wms_operate_bill
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${billIds}::bigint[]) and wave_id is not null`)
  for (const { waveId } of waves) ctx.emit({ topic: waveTopic, key: waveId })
}
