// engine: takes deliveries in: docks, pallets and dates that concern all who deliver

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import type { vendor } from '@lading/contract/mdm/partner.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import type { StockType } from '@lading/contract/wms/place.ts'
import { previewBill } from '@lading/contract/wms/previewBill.ts'
import { receiveFaults } from '@lading/contract/wms/receiveCalls.ts'
import type { task as taskTable } from '@lading/contract/wms/task.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { dayOf } from '../../platform/document/day.ts'
import type { Derivation, DerivedBill } from '../../platform/document/refresh.ts'
import type { BillRow, StepWorks } from '../../platform/document/steps.ts'
import { demandEnabled } from '../bill/demandEnabled.ts'
import { demandServedHere } from '../masters/ownerDc.ts'
import { readTypeRules, receivedAs } from '../stockType/types.ts'
import { mostReceived } from '../strategy/receiving.ts'
import { createTasks, madeRecords } from '../task/create.ts'
import { workOn } from '../task/ofBill.ts'
import { endWithBill } from '../task/verbs.ts'
import { usualDock } from './dock.ts'
import { demandSupplier } from './supplier.ts'

type Order = BillRow<typeof orderBill>

interface Line {
  id: string
  lineNo: number
  productId: string
  qpcId: string
  planQty: string
  doneQty: string
  cancelQty: string
  productPct: string | null
  ownerPct: string | null
  isWeigh: boolean
  planPieces: number | null
  /** How the goods are kept unless the receiver says otherwise: gifts as gifts, the others as their owner wishes, or as usual. */
  stockType: StockType
}
const readLines = (ctx: Ctx, billId: string, usual: StockType = 'GOOD'): Promise<Line[]> =>
  ctx.tx.query<Line>(sql`
    select l.id, l.line_no, l.product_id, l.qpc_id, l.plan_qty, l.done_qty, l.cancel_qty, l.plan_pieces, p.over_pct as product_pct, o.over_pct as owner_pct, p.is_weigh,
      case when l.gift and o.stock_type = 'GOOD' then 'GIFT' when o.stock_type = 'GOOD' then ${usual} else o.stock_type end as stock_type
    from wms_order_bill_line l
    join wms_order_bill b on b.tenant_id = l.tenant_id and b.id = l.bill_id
    join wms_owner o on o.tenant_id = b.tenant_id and o.id = b.owner_id
    join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = ${billId} order by l.line_no`)

/** What is still to come of the lines; where all has come, what may come beyond the plan until the order is finished. */
function toReceive(lines: readonly Line[]): (Line & { readonly rest: Qty })[] {
  const upTo = (most: (l: Line) => Qty) =>
    lines.map((l) => ({ ...l, rest: most(l) - parseQty(l.doneQty) })).filter((l) => l.rest > 0n)
  const due = upTo((l) => parseQty(l.planQty) - parseQty(l.cancelQty))
  return due.length > 0 ? due : upTo(mostReceived)
}

/** One receive task for everything that has not come yet. Several may be open: the order's remainder is one number. */
async function createTask(ctx: Ctx, bill: Order, made: MadeRecord[]): Promise<undefined> {
  await demandServedHere(ctx, [bill.ownerId])
  const deadline = bill.deadlineAt instanceof Date ? bill.deadlineAt : null
  if (deadline !== null && deadline < ctx.now()) refuse(wmsFaults.expired, { d: dayOf(ctx, deadline) })
  const lines = toReceive(
    await readLines(ctx, bill.id, receivedAs((await readTypeRules(ctx))(bill.ownerId), bill.mode)),
  )
  if (lines.length === 0) refuse(receiveFaults.allReceived)
  const tasks = await createTasks(ctx, [
    {
      taskType: 'RECEIVE',
      bill: { key: orderBill.header.key, id: bill.id, no: bill.billNo },
      ownerId: bill.ownerId,
      vendorId: bill.vendorId,
      dockId: bill.dockId ?? (await usualDock(ctx, bill.vendorId)),
      priority: Number(bill.priority),
      dueAt: bill.expectAt,
      lines: lines.map((l) => ({
        ownerId: bill.ownerId,
        productId: l.productId,
        qpcId: l.qpcId,
        billLineId: l.id,
        stockType: l.stockType,
        planQty: l.rest,
        planPieces: l.planPieces,
      })),
    },
  ])
  made.push(...madeRecords('RECEIVE', tasks))
  return undefined
}

const openTasks = (ctx: Ctx, billId: string) =>
  ctx.tx.query<RowOf<typeof taskTable, 'id' | 'taskNo' | 'state'>>(sql`
    select id, task_no, state from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId}
      and task_type = 'RECEIVE' and state not in ('DONE', 'CANCELED') order by id`)

async function approve(ctx: Ctx, bill: Order): Promise<Record<string, unknown>> {
  const off = await ctx.tx.maybe<RowOf<typeof vendor, 'name'>>(sql`
    select name from wms_vendor where tenant_id = ${ctx.tenantId} and id = ${bill.vendorId} and disabled`)
  if (off) refuse({ ...wmsFaults.storeDisabled, text: ['供应商已停用', 'The vendor is disabled'] })
  await demandEnabled(ctx, orderBill, bill)
  await demandSupplier(ctx, bill)
  return { approvedAt: ctx.now() }
}

/** What has not come is cancelled; nobody may still be receiving. */
async function close(ctx: Ctx, bill: Order): Promise<Record<string, unknown>> {
  const busy = (await openTasks(ctx, bill.id)).find((t) => t.state === 'RUNNING' || t.state === 'ASSIGNED')
  if (busy)
    refuse(
      { ...wmsFaults.openTask, text: ['存在未完成的收货任务[{no}]', 'Receiving task [{no}] is not finished'] },
      { no: rowName(viewOf('RECEIVE'), busy.id, busy.taskNo) },
    )
  await dropTasks(ctx, bill)
  await ctx.tx.run(sql`
    update wms_order_bill_line set cancel_qty = greatest(plan_qty - done_qty, 0) where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
  ctx.emit({ topic: 'bill.refresh', key: `${orderBill.header.key}:${bill.id}` })
  return { finishedAt: ctx.now() }
}

async function cancel(ctx: Ctx, bill: Order): Promise<Record<string, unknown>> {
  const lines = await readLines(ctx, bill.id)
  const received = lines.filter((l) => Number(l.doneQty) > 0)
  if (received.length > 0)
    refuse(
      {
        ...wmsFaults.hasWork,
        text: ['已收货{qty}，不能作废', '{qty} already received: the order cannot be cancelled'],
      },
      {
        qty: formatQty(qtySum(received.map((l) => parseQty(l.doneQty)))),
        ...(await workOn(ctx, orderBill, bill.id, 'RECEIVE')),
      },
    )
  await demandUnbooked(ctx, bill)
  await dropTasks(ctx, bill)
  await ctx.tx.run(sql`
    update wms_order_bill_line set cancel_qty = plan_qty, state = 'CANCELED' where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
  return { finishedAt: ctx.now() }
}

/** Nobody drives here with goods that are not wanted any more, unless he is told first. */
async function demandUnbooked(ctx: Ctx, bill: Order): Promise<void> {
  const truck = await ctx.tx.maybe<{ id: string; billNo: string }>(sql`
    select p.id, p.bill_no from wms_preview_order o
    join wms_preview_bill p on p.tenant_id = o.tenant_id and p.org_id = o.org_id and p.id = o.bill_id and p.state in ('APPROVED', 'ARRIVED', 'INPROGRESS')
    where o.tenant_id = ${ctx.tenantId} and o.org_id = ${ctx.org.id} and o.order_id = ${bill.id} order by p.id limit 1`)
  if (truck)
    refuse(
      {
        ...wmsFaults.hasWork,
        text: ['已有预约[{no}]，请先取消预约', 'Appointment [{no}] brings its goods: cancel that first'],
      },
      { no: rowName(previewBill.header, truck.id, truck.billNo) },
    )
}

async function dropTasks(ctx: Ctx, bill: Order): Promise<void> {
  for (const t of await openTasks(ctx, bill.id)) await endWithBill(ctx, t.id)
}

export const orderSteps: StepWorks<typeof orderBill> = {
  approve: { effect: approve },
  createTask: { effect: createTask },
  finish: { effect: close },
  stop: { effect: close },
  cancel: { effect: cancel },
}

/**
 * Nothing received, or all of it taken back: approved. Received at all: in progress. All received or cancelled, and all
 * put away: finished. A finished order whose receipt was taken back is not: what it lacks can be received again.
 * Source: wms.md 11.12.
 */
export const orderDerivation: Derivation = {
  table: 'wms_order_bill',
  lineTable: 'wms_order_bill_line',
  derive: async (ctx, bills) => {
    const isReopened = (b: DerivedBill): boolean => b.state === 'FINISHED' && b.done < b.plan - b.cancel
    const ours = bills.filter((b) => b.state === 'APPROVED' || b.state === 'INPROGRESS' || isReopened(b))
    const begun = ours.filter((b) => b.done > 0n).map((b) => b.id)
    const open = await ctx.tx.query<{ billId: string }>(sql`
      select distinct bill_id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = any(${begun}::bigint[])
        and state not in ('DONE', 'CANCELED')`)
    const atWork = new Set(open.map((t) => t.billId))
    const stateOf = (b: (typeof ours)[number]): string => {
      if (b.done === 0n) return 'APPROVED'
      return b.done >= b.plan - b.cancel && !atWork.has(b.id) ? 'FINISHED' : 'INPROGRESS'
    }
    return new Map(ours.map((b) => [b.id, stateOf(b)]))
  },
}
