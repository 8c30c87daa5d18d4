import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { store, vendor } from '@lading/contract/mdm/partner.ts'
import { type lotTrace, reservationView, stockBatchLookBoard, stockLookBoard } from '@lading/contract/wms/board.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { ledger, posting, reservation, stock } from '@lading/contract/wms/stock.ts'
import { task } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import type { FileAnswer, OutsideRequest } from '../../kernel/http/serve.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'
import { sheetTypes, writeWorkbook } from '../../platform/sheet/write.ts'
import { namesOf } from '../stock/namesOf.ts'
import { type Reservation, readReservations, release, reserve } from '../stock/reservations.ts'
import { lockIds } from '../stock/rows.ts'
import { isTakenBack } from '../stock/taken.ts'
import { faceTopic } from '../stock/topics.ts'

/** Recall: nothing of the lot is allocated any more. What is promised already is counted, for whoever decides on it. */
export async function holdLot(
  ctx: Ctx,
  input: { id: string; reason: string },
): Promise<{ id: string; openReservations: number }> {
  demandDc(ctx)
  const before = await getRow(ctx, stockBatchLookBoard, input.id)
  await ctx.tx.run(sql`
    update wms_lot set hold = true, hold_reason = ${input.reason}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${input.id}`)
  const { n } = await ctx.tx.one<{ n: string }>(sql`
    select count(*) as n from ${fromHere(ctx, reservation, 'r')} join ${named(ctx, stock, 's')} on s.id = r.stock_id
    where r.state = 'ACTIVE' and s.lot_id = ${input.id}`)
  ctx.audit({
    subject: stockBatchLookBoard.key,
    subjectId: input.id,
    subjectNo: String(before.lotNo),
    action: 'hold',
    before: { hold: before.hold },
    after: { hold: true, reason: input.reason },
  })
  return { id: input.id, openReservations: Number(n) }
}

export async function releaseLot(ctx: Ctx, input: { id: string }): Promise<{ id: string }> {
  demandDc(ctx)
  const before = await getRow(ctx, stockBatchLookBoard, input.id)
  await ctx.tx.run(sql`
    update wms_lot set hold = false, hold_reason = null, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${input.id}`)
  // Whoever waits for the product at a pick face may have these.
  const awaited = await ctx.tx.query<{ binId: string }>(sql`
    select distinct s.bin_id from ${fromHere(ctx, stock, 's')} join ${fromHere(ctx, reservation, 'r')} on r.bin_id = s.bin_id and r.product_id = s.product_id
    where s.lot_id = ${input.id} and s.qty > s.reserved_qty and r.state = 'PENDING'`)
  for (const { binId } of awaited) ctx.emit({ topic: faceTopic, key: binId })
  ctx.audit({
    subject: stockBatchLookBoard.key,
    subjectId: input.id,
    subjectNo: String(before.lotNo),
    action: 'release',
    before: { hold: before.hold },
    after: { hold: false },
  })
  return { id: input.id }
}

/** Keeps goods from everybody until they are unfrozen. More than is free is refused. */
export async function freezeStock(
  ctx: Ctx,
  input: { stockId: string; qty: string; reason: string },
): Promise<{ reservationId: string }> {
  demandDc(ctx)
  const row = await getRow(ctx, stockLookBoard, input.stockId)
  const qty = parseQty(input.qty)
  if (qty <= 0n) refuse(wmsFaults.qtyNotPositive)
  const locked = (await lockIds(ctx, [input.stockId])).get(input.stockId)
  const free = locked ? locked.qty - locked.reserved : 0n
  if (qty > free)
    refuse(wmsFaults.stockShort, {
      ...(await namesOf(ctx, { productId: String(row.productId), binId: String(row.binId) })),
      avail: formatQty(free),
      need: input.qty,
    })
  const [granted] = await reserve(ctx, [
    { stockId: input.stockId, qty, kind: 'HOLD', reason: input.reason, idemKey: `hold:${input.stockId}:${ctx.key}` },
  ])
  ctx.audit({
    subject: stockLookBoard.key,
    subjectId: input.stockId,
    action: 'freeze',
    after: { qty: input.qty, reason: input.reason },
  })
  return { reservationId: granted?.reservationId ?? '' }
}

export async function unfreezeStock(ctx: Ctx, input: { reservationId: string }): Promise<{ reservationId: string }> {
  demandDc(ctx)
  const row = await getRow(ctx, reservationView, input.reservationId)
  // What is to be written off is freed with its task.
  if (row.kind !== 'HOLD' || row.state !== 'ACTIVE' || row.taskLineId !== null) refuse(wmsFaults.reservationGone)
  await release(ctx, await readOne(ctx, input.reservationId))
  ctx.audit({
    subject: stockLookBoard.key,
    subjectId: String(row.stockId),
    action: 'unfreeze',
    before: { qty: row.qty, reason: row.reason },
  })
  return { reservationId: input.reservationId }
}
/** Unlocked: `release` locks the stock row before the reservation. */
const readOne = (ctx: Ctx, id: string): Promise<Reservation[]> => readReservations(ctx, [id])

type Trace = z.output<typeof lotTrace.output>
/** What a recall asks for, on paper: where a lot came from, where it went, how much is left. */
export async function traceFile(request: OutsideRequest, input: { id: string }): Promise<FileAnswer> {
  const { org, lotNo, trace } = await request.perform(
    async (ctx) => ({
      org: ctx.org,
      lotNo: String((await getRow(ctx, stockBatchLookBoard, input.id)).lotNo),
      trace: await traceLot(ctx, input),
    }),
    { read: true },
  )
  const t = (text: Text): string => say(text, request.origin.language)
  const head = (who: Text) => [
    { title: t(['单号', 'Document']) },
    { title: t(who) },
    { title: t(['时间', 'At']) },
    { title: t(['数量', 'Quantity']), numeric: true },
  ]
  const line = (billNo: string | null, who: string | null, at: string, qty: string) => [
    billNo,
    who,
    showInstant({ org }, new Date(at)),
    formatQty(parseQty(qty)),
  ]
  const data = await writeWorkbook([
    {
      name: t(['去向（发运）', 'To (shipments)']),
      columns: head(['门店', 'Store']),
      rows: trace.shipments.map((s) => line(s.billNo, s.store, s.at, s.qty)),
    },
    {
      name: t(['来自（收货）', 'From (receipts)']),
      columns: head(['供应商', 'Vendor']),
      rows: trace.receipts.map((r) => line(r.billNo, r.vendor, r.at, r.qty)),
    },
    {
      name: t(['现存', 'On hand']),
      columns: [{ title: t(['批次号', 'Lot no.']) }, { title: t(['现存', 'On hand']), numeric: true }],
      rows: [[lotNo, formatQty(parseQty(trace.onHand))]],
    },
  ])
  return { name: `${t(['召回报告', 'Recall report'])}_${lotNo}.xlsx`, type: sheetTypes.xlsx, data }
}

/** Where a lot came from and where it went. Receipts that were taken back never happened. */
export async function traceLot(ctx: Ctx, input: { id: string }): Promise<Trace> {
  await getRow(ctx, stockBatchLookBoard, input.id)
  const receipts = await ctx.tx.query<Trace['receipts'][number]>(sql`
    select t.bill_no, v.name as vendor, to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, l.delta::text as qty
    from ${fromHere(ctx, ledger, 'l')} join ${named(ctx, posting, 'p')} on p.id = l.posting_id
    left join ${named(ctx, task, 't')} on t.id = p.source_id left join ${named(ctx, vendor, 'v')} on v.id = t.vendor_id
    where l.lot_id = ${input.id} and l.biz_type = 'RECEIVE' and l.delta > 0
      and not ${isTakenBack('p')}
    order by l.id limit 500`)
  const shipments = await ctx.tx.query<Trace['shipments'][number]>(sql`
    select b.bill_no, s.name as store, to_char(max(l.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, sum(-l.delta)::text as qty
    from ${fromHere(ctx, ledger, 'l')} join ${named(ctx, posting, 'p')} on p.id = l.posting_id
    left join ${named(ctx, shipBill.header, 'b')} on b.id = p.source_id
    left join ${named(ctx, store, 's')} on s.id = p.store_id
    where l.lot_id = ${input.id} and l.biz_type = 'SHIP' and l.delta < 0
    group by b.bill_no, s.name order by 3 limit 500`)
  const { qty } = await ctx.tx.one<{ qty: string }>(sql`
    select coalesce(sum(qty), 0)::text as qty from ${fromHere(ctx, stock, 's')} where lot_id = ${input.id}`)
  return { receipts, shipments, onHand: qty }
}
