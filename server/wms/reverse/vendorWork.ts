// engine: locks tasks and their lines, and moves what they say

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { bin, binUsages } from '@lading/contract/wms/place.ts'
import { reverseFaults } from '@lading/contract/wms/reverseFaults.ts'
import { vendorReturnBill } from '@lading/contract/wms/vendorReturnBill.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'
import type { BillRow } from '../../platform/document/steps.ts'
import { binByCode, looseContainer, stageBin } from '../masters/facts.ts'
import { freeEmptied } from '../stock/emptied.ts'
import { post } from '../stock/post.ts'
import { take } from '../stock/promises.ts'
import { handOver, release, reservationsOf } from '../stock/reservations.ts'
import { createTasks, type NewLine } from '../task/create.ts'
import { fewer } from '../task/kinds/decrease.ts'
import { type LineRow, placeOf, type TaskRow } from '../task/read.ts'
import { demandBin, demandProduct } from '../task/scan.ts'
import type { Confirm, Confirmed, TaskKind } from '../task/type.ts'

type Paper = BillRow<typeof vendorReturnBill>

/** What a task of the bill says of it. */
export const ofBill = (bill: Pick<Paper, 'id' | 'billNo' | 'ownerId' | 'vendorId' | 'priority' | 'deadlineAt'>) => ({
  bill: { key: vendorReturnBill.header.key, id: bill.id, no: bill.billNo },
  ownerId: bill.ownerId,
  vendorId: bill.vendorId,
  priority: Number(bill.priority),
  dueAt: bill.deadlineAt,
})

type Counts = Readonly<Partial<Record<'booked' | 'done' | 'sent' | 'cancel', Qty>>>
/** Adds to what the bill's line counts. */
const count = (ctx: Ctx, line: LineRow, { booked = 0n, done = 0n, sent = 0n, cancel = 0n }: Counts): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_vendor_return_bill_line set booked_qty = booked_qty + ${formatQty(booked)}::numeric, done_qty = done_qty + ${formatQty(done)}::numeric,
      sent_qty = sent_qty + ${formatQty(sent)}::numeric, cancel_qty = cancel_qty + ${formatQty(cancel)}::numeric
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId}`)

/** From its bin to where the vendor fetches it: the return's promise goes along. */
async function pick(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  const { qty, short, closed } = fewer(line, input)
  await demandBin(ctx, line.fromBinId ?? '', input.scans.bin)
  await demandProduct(ctx, line.productId ?? '', input.scans.product)
  const from = placeOf(line)
  const to = { ...from, binId: await stageBin(ctx, 'VENDOR_COLLECT'), containerId: await looseContainer(ctx) }
  const { pieces } = input
  if (qty > 0n)
    await post(ctx, {
      bizType: 'VRTN_PICK',
      idemKey: `tl:${line.id}:${ctx.key}`,
      source: { type: task.taskType, id: task.id },
      taskLineId: line.id,
      lines: [
        { key: from, delta: -qty, pieces: pieces === undefined ? undefined : -pieces },
        { key: to, delta: qty, pieces },
      ],
      own: { qty, carryTo: to },
    })
  if (short > 0n) await release(ctx, await reservationsOf(ctx, 'task_line_id', [line.id]))
  if (closed) await freeEmptied(ctx, [from.containerId])
  await count(ctx, line, { done: qty, booked: -short, cancel: short })
  return { done: qty, short, closed, pieces, ...(qty > 0n && { toBinId: to.binId, toContainerId: to.containerId }) }
}

/** Nobody fetches it any more: it is free again, and the return gets less. */
async function dropPick(ctx: Ctx, _task: TaskRow, line: LineRow): Promise<void> {
  const rest = parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty)
  await release(ctx, await reservationsOf(ctx, 'task_line_id', [line.id]))
  await count(ctx, line, { booked: -rest, cancel: rest })
}

type Ready = Pick<
  LineRow,
  'ownerId' | 'productId' | 'qpcId' | 'lotId' | 'stockType' | 'fromBinId' | 'fromContainerId'
> & {
  readonly reservationId: string
  readonly billLineId: string
  readonly qty: string
}
/** What stands ready is handed over by a task of its own, whose lines take the promises. */
async function finishPick(ctx: Ctx, task: TaskRow): Promise<void> {
  const ready = await ctx.tx.query<Ready & object>(sql`
    select r.id as reservation_id, r.demand_line_id as bill_line_id, r.qty - r.used_qty - r.freed_qty as qty, s.owner_id, s.product_id, s.qpc_id, s.lot_id, s.stock_type,
      s.bin_id as from_bin_id, s.container_id as from_container_id
    from wms_vendor_return_bill_line l
    join wms_reservation r on r.tenant_id = l.tenant_id and r.org_id = l.org_id and r.demand_line_id = l.id and r.state = 'ACTIVE' and r.task_line_id is null
    join wms_stock s on s.tenant_id = r.tenant_id and s.org_id = r.org_id and s.id = r.stock_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = ${task.billId} order by l.line_no, r.id`)
  if (ready.length === 0) return
  const work = ready.map((r) => ({ ...r, id: ctx.newId() }))
  const lines = work.map(({ reservationId: _, qty, ...line }): NewLine => ({ ...line, planQty: parseQty(qty) }))
  await createTasks(ctx, [{ taskType: 'RETURN_HANDOVER', ...ofBill(await paperOf(ctx, task)), lines }])
  await handOver(
    ctx,
    work.map(({ id, reservationId }) => ({ id: reservationId, taskLineId: id })),
  )
}
const paperOf = async (ctx: Ctx, task: TaskRow): Promise<Paper> =>
  found(
    await ctx.tx.maybe<Paper>(sql`
      select b.* from wms_vendor_return_bill b where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.id = ${task.billId}`),
    vendorReturnBill.header.title,
  )

/** The vendor's driver takes it, once it is known who he is; what he leaves goes back to where returns wait. */
async function give(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  const { qty, short, closed } = fewer(line, input)
  if ((await paperOf(ctx, task)).takerName === null) refuse(reverseFaults.notPickedUp)
  await demandProduct(ctx, line.productId ?? '', input.scans.product)
  const from = placeOf(line)
  const gone = { ...from, binId: await binByCode(ctx, 'V_VENDOR'), containerId: await looseContainer(ctx) }
  const { pieces } = input
  if (qty > 0n)
    await post(ctx, {
      bizType: 'VRTN_SHIP',
      idemKey: `tl:${line.id}:${ctx.key}`,
      source: { type: task.taskType, id: task.id },
      taskLineId: line.id,
      lines: [
        { key: from, delta: -qty, pieces: pieces === undefined ? undefined : -pieces },
        { key: gone, delta: qty, pieces },
      ],
      own: { qty },
    })
  if (short > 0n) await putBack(ctx, task, line, short)
  await count(ctx, line, { sent: qty })
  return { done: qty, short, closed, pieces }
}

/** Back to where returns to vendors wait, free for another return; this one gets less. */
async function putBack(ctx: Ctx, task: TaskRow, line: LineRow, qty: Qty): Promise<void> {
  const place = await ctx.tx.maybe<{ id: string }>(sql`
    select b.id from ${fromHere(ctx, bin, 'b')} where b.usage in ('VENDOR_RTN', 'DEFECT') and not b.disabled and not b.lock_in
    order by b.usage desc, b.pick_seq, b.code limit 1`)
  const binId = found(place, bin.title, binUsages.VENDOR_RTN[0]).id
  const from = placeOf(line)
  const promised = await reservationsOf(ctx, 'task_line_id', [line.id])
  await post(ctx, {
    bizType: 'MOVE',
    idemKey: `back:${line.id}:${ctx.key}`,
    source: { type: task.taskType, id: task.id },
    lines: [
      { key: from, delta: -qty },
      { key: { ...from, binId }, delta: qty },
    ],
    consume: take(promised, qty),
  })
  await count(ctx, line, { done: -qty, booked: -qty, cancel: qty })
}

export const returnPickKind: TaskKind = { confirm: pick, dropLine: dropPick, finish: finishPick, endsEarly: true }
export const returnHandoverKind: TaskKind = {
  confirm: give,
  dropLine: (ctx, task, line) =>
    putBack(ctx, task, line, parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty)),
  endsEarly: false,
}
