// engine: ties trucks to the work at their dock, whoever's goods it is about

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import type { task } from '@lading/contract/wms/task.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import type { warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import { yardFaults } from '@lading/contract/wms/yardFaults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { type BillRow, readBill, takeStep } from '../../platform/document/steps.ts'
import { orderSteps } from '../order/steps.ts'

type Visit = BillRow<typeof warehouseRegister>

/** The orders that a truck brings: those of its appointment, else the one that was named at the gate. */
async function ordersOf(ctx: Ctx, { previewId, orderId }: Visit): Promise<string[]> {
  if (previewId === null) return orderId === null ? [] : [orderId]
  const rows = await ctx.tx.query<{ orderId: string }>(sql`
    select order_id from wms_preview_order where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${previewId} order by order_id`)
  return rows.map((row) => row.orderId)
}

const openReceipts = (ctx: Ctx, orders: readonly string[]) =>
  ctx.tx.query<RowOf<typeof task, 'id' | 'taskNo' | 'billId'>>(sql`
    select id, task_no, bill_id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
      and bill_id = any(${orders}::bigint[]) and task_type = 'RECEIVE' and state not in ('DONE', 'CANCELED') order by id`)

/** The truck stands at its dock: there is work for it there. Orders that have no receiving task get one. */
export async function startWork(ctx: Ctx, bill: Visit, made: MadeRecord[]): Promise<void> {
  const orders = await ordersOf(ctx, bill)
  const busy = new Set((await openReceipts(ctx, orders)).map((t) => t.billId))
  for (const id of orders) {
    const order = await readBill(ctx, orderBill, id)
    const isOpen = order.state === 'APPROVED' || order.state === 'INPROGRESS'
    if (busy.has(id) || !isOpen || !(await isDue(ctx, id))) continue
    const { made: tasks = [] } = await takeStep(
      ctx,
      orderBill,
      'createTask',
      { id, version: order.version },
      orderSteps.createTask,
    )
    made.push(...tasks)
  }
  const receipts = await openReceipts(ctx, orders)
  await toDock(
    ctx,
    bill,
    receipts.map((t) => t.id),
  )
  if (bill.shipId !== null) await loadAt(ctx, bill, bill.shipId)
}
const isDue = async (ctx: Ctx, orderId: string): Promise<boolean> => {
  const { due } = await ctx.tx.one<{ due: boolean }>(sql`
    select exists (select 1 from wms_order_bill_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
      and bill_id = ${orderId} and plan_qty - cancel_qty > done_qty) as due`)
  return due
}

async function toDock(ctx: Ctx, { dockId }: Visit, taskIds: readonly string[]): Promise<void> {
  if (dockId === null || taskIds.length === 0) return
  await ctx.tx.query(sql`
    select id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${taskIds}::bigint[]) order by id for no key update`)
  await ctx.tx.run(sql`
    update wms_task set dock_id = ${dockId}, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${taskIds}::bigint[]) and dock_id is distinct from ${dockId}`)
}

/** Loading is where the truck stands, as long as it has not left. */
async function loadAt(ctx: Ctx, bill: Visit, shipId: string): Promise<void> {
  const ship = await ctx.tx.maybe<RowOf<typeof shipBill.header, 'dockId' | 'billNo'>>(sql`
    select dock_id, bill_no from wms_ship_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${shipId}
      and state in ('SAVED', 'APPROVED', 'INPROGRESS') and dock_id is distinct from ${bill.dockId} for no key update`)
  if (ship && bill.dockId !== null) {
    await ctx.tx.run(sql`
      update wms_ship_bill set dock_id = ${bill.dockId}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${shipId}`)
    const told = { subject: shipBill.header.key, subjectId: shipId, subjectNo: ship.billNo, action: 'update' }
    ctx.audit({ ...told, before: { dockId: ship.dockId }, after: { dockId: bill.dockId } })
  }
  const loads = await ctx.tx.query<{ id: string }>(sql`
    select id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${shipId}
      and task_type in ('ENTER_TRUCK', 'DESPATCH') and state not in ('DONE', 'CANCELED') order by id`)
  await toDock(
    ctx,
    bill,
    loads.map((t) => t.id),
  )
}

/** No truck leaves with goods that are to be unloaded, or without those that it came for; a trailer stays where it is. */
export async function demandDone(ctx: Ctx, bill: Visit): Promise<void> {
  const [receipt] = bill.handling === 'DROP' ? [] : await openReceipts(ctx, await ordersOf(ctx, bill))
  if (receipt) refuse(yardFaults.openWork, { no: rowName(viewOf('RECEIVE'), receipt.id, receipt.taskNo) })
  const ship = await ctx.tx.maybe<RowOf<typeof shipBill.header, 'id' | 'billNo'>>(sql`
    select id, bill_no from wms_ship_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${bill.shipId}
      and state not in ('DESPATCHED', 'FINISHED', 'CANCELED')`)
  if (ship) refuse(yardFaults.openWork, { no: rowName(shipBill.header, ship.id, ship.billNo) })
}
