// engine: says of orders what of them is booked, whoever may see them

import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import type { previewOrders } from '@lading/contract/wms/previewBill.ts'
import { yardFaults } from '@lading/contract/wms/yardFaults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { lockBill, readBill } from '../../platform/document/steps.ts'

interface Line {
  readonly id: string
  readonly bookedQty: string
  /** That is neither booked nor has come. */
  readonly room: string
}
const linesOf = (ctx: Ctx, orderId: string): Promise<(Line & object)[]> =>
  ctx.tx.query<Line & object>(sql`
    select id, booked_qty, greatest(plan_qty - cancel_qty - greatest(booked_qty, done_qty), 0) as room from wms_order_bill_line
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${orderId} order by line_no`)
const roomOf = (lines: readonly Line[]): Qty => qtySum(lines.map((l) => parseQty(l.room)))

interface Party {
  readonly ownerId: string
  readonly vendorId: string
}
/** @throws Fault otherOrder, overBooked, emptyLines */
function demandBookable(
  order: { id: string; billNo: string; state: string } & Party,
  of: Party,
  qty: Qty,
  room: Qty,
): void {
  const no = rowName(orderBill.header, order.id, order.billNo)
  const isOpen = order.state === 'APPROVED' || order.state === 'INPROGRESS'
  if (!isOpen || order.ownerId !== of.ownerId || order.vendorId !== of.vendorId) refuse(yardFaults.otherOrder, { no })
  if (qty > room || qty <= 0n) refuse(yardFaults.overBooked, { no, n: formatQty(room) })
}

/** Fills in how much of each order comes, all that is left where nothing is said, and refuses what cannot. */
export async function completeOrders<R extends { orderId: string; qty?: string | null; removed?: boolean }>(
  ctx: Ctx,
  rows: readonly R[],
  of: Party,
): Promise<void> {
  const kept = rows.filter((r) => !r.removed)
  if (kept.length === 0) refuse(faults.emptyLines)
  for (const row of kept) {
    const order = await readBill(ctx, orderBill, row.orderId)
    const room = roomOf(await linesOf(ctx, row.orderId))
    const qty = row.qty ? parseQty(row.qty) : room
    demandBookable(order, of, qty, room)
    row.qty = formatQty(qty)
  }
}

type Booked = RowOf<typeof previewOrders, 'orderId' | 'qty'>
const bookedBy = (ctx: Ctx, billId: string): Promise<Booked[]> =>
  ctx.tx.query<Booked>(sql`
    select order_id, qty from wms_preview_order
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId} order by order_id`)

/** Locks the orders of an appointment, each once and in their order. @returns what it brings of each */
export async function lockOrders(ctx: Ctx, bill: { id: string } & Party): Promise<Booked[]> {
  const rows = await bookedBy(ctx, bill.id)
  if (rows.length === 0) refuse(faults.emptyLines)
  for (const row of rows) {
    const order = await lockBill(ctx, orderBill, row.orderId)
    demandBookable(order, bill, parseQty(row.qty ?? '0'), roomOf(await linesOf(ctx, row.orderId)))
  }
  return rows
}

async function addTo(ctx: Ctx, line: Line, qty: Qty): Promise<void> {
  await ctx.tx.run(sql`
    update wms_order_bill_line set booked_qty = booked_qty + ${formatQty(qty)}::numeric, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.id}`)
}
const least = (a: Qty, b: Qty): Qty => (a < b ? a : b)

/** Counts what is booked in the lines of the orders, from the first on; they are locked already. */
export async function bookOrders(ctx: Ctx, rows: readonly Booked[]): Promise<void> {
  for (const { orderId, qty } of rows) {
    let rest = parseQty(qty ?? '0')
    for (const line of await linesOf(ctx, orderId)) {
      const part = least(rest, parseQty(line.room))
      if (part > 0n) await addTo(ctx, line, part)
      rest -= part
    }
    ctx.emit({ topic: 'bill.refresh', key: `${orderBill.header.key}:${orderId}` })
  }
}

/** Takes it back, from the last line on. */
export async function freeOrders(ctx: Ctx, billId: string): Promise<void> {
  for (const { orderId, qty } of await bookedBy(ctx, billId)) {
    await lockBill(ctx, orderBill, orderId)
    let rest = parseQty(qty ?? '0')
    for (const line of (await linesOf(ctx, orderId)).toReversed()) {
      const part = least(rest, parseQty(line.bookedQty))
      if (part > 0n) await addTo(ctx, line, -part)
      rest -= part
    }
    ctx.emit({ topic: 'bill.refresh', key: `${orderBill.header.key}:${orderId}` })
  }
}
