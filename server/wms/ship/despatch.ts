// engine: loads trucks and lets them go

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import type { reservation } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { RunAgain } from '../../kernel/database.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { named } from '../../kernel/scope.ts'
import { type BillRow, lockBill, takeStep } from '../../platform/document/steps.ts'
import { binByCode, looseContainer } from '../masters/facts.ts'
import { giveOut } from '../rti/ship.ts'
import { changeContainers, lockContainers } from '../stock/containers.ts'
import { byId } from '../stock/key.ts'
import { holdTruck } from '../stock/places.ts'
import { post } from '../stock/post.ts'
import { lockReservations, openQty, type Reservation } from '../stock/reservations.ts'
import { lockContents, type StockRow } from '../stock/rows.ts'
import { tellShipment } from '../transport/tell.ts'
import { loadLines, measure } from './load.ts'
import { demandWeight } from './overload.ts'

interface Aboard {
  id: string
  typeId: string
  code: string
  category: string
  returnable: boolean
  storeId: string | null
}
/**
 * The truck leaves: one posting per container takes its goods to the stores and uses up their promises; order lines
 * count them as shipped. Pressing again finds the truck gone.
 */
export async function despatchShip(ctx: Ctx, billId: string): Promise<void> {
  const bill = await lockBill(ctx, shipBill, billId)
  if (bill.state === 'DESPATCHED' || bill.state === 'FINISHED') return
  if (bill.state === 'APPROVED' || bill.state === 'INPROGRESS') refuse(wmsFaults.loadNotDone)
  await takeStep(ctx, shipBill, 'despatch', { id: bill.id, version: bill.version }, { effect: shipGoods })
}

/** Posts everything aboard to the stores and retires the truck's bin. */
export async function shipGoods(ctx: Ctx, bill: BillRow<typeof shipBill>): Promise<undefined> {
  const truckBinId = bill.truckBinId ?? ''
  const aboard = await containersOn(ctx, truckBinId)
  const ids = aboard.map((c) => c.id)
  await lockContainers(ctx, ids)
  const rows = await lockContents(ctx, ids)
  const promises = await promisesOn(
    ctx,
    rows.map((r) => r.id),
  )
  await holdTruck(ctx, truckBinId, 'leave')
  await demandCounted(ctx, bill.id, truckBinId, ids)
  await demandSettled(
    ctx,
    promises.flatMap((p) => p.demandLineId ?? []),
  )
  demandWeight(bill, (await measure(ctx, ids)).weight)
  const to = { binId: await binByCode(ctx, 'V_STORE'), containerId: await looseContainer(ctx) }
  for (const [containerId, goods] of Map.groupBy(rows, (r) => r.containerId)) {
    const held = new Set(goods.map((r) => r.id))
    const own = promises.filter((p) => p.stockId !== null && held.has(p.stockId))
    const storeId = aboard.find((c) => c.id === containerId)?.storeId ?? null
    await shipContainer(ctx, { billId: bill.id, containerId, storeId }, goods, own, to)
  }
  await changeContainers(
    ctx,
    aboard.map((c) => ({
      id: c.id,
      from: ['LOADED'],
      state: c.returnable && c.category !== 'VIRTUAL' ? ('SHIPPED' as const) : ('CLOSED' as const),
      binId: null,
    })),
  )
  await ctx.tx.run(sql`
    update wms_bin set disabled = true, version = version + 1 where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${truckBinId}`)
  await giveOut(ctx, bill, aboard)
  await addSent(ctx, promises)
  tellShipment(ctx, bill)
}

/** Nobody leaves with goods of an order whose short picks nobody has settled: the first of these orders is named. */
async function demandSettled(ctx: Ctx, lines: readonly string[]): Promise<void> {
  const open = await openDiffs(ctx, lines)
  const [first] = open
  if (first)
    refuse(wmsFaults.openDiffs, {
      n: open.reduce((n, order) => n + order.n, 0),
      no: rowName(operateBill.header, first.id, first.billNo),
    })
}

/**
 * Nothing comes onto the truck any more, and what was counted cannot leave it. What came or went before that is seen now:
 * a container that was taken off is named, and with one that was loaded since the count begins anew.
 */
async function demandCounted(ctx: Ctx, billId: string, truckBinId: string, ids: readonly string[]): Promise<void> {
  const taken = await takenOff(ctx, billId)
  if (taken > 0) refuse(wmsFaults.notLoaded, { n: taken })
  const aboard = await containersOn(ctx, truckBinId)
  if (aboard.map((c) => c.id).join() !== ids.join()) throw new RunAgain(async () => undefined)
}

/** Containers of the load list that were taken off again after loading was done: nobody has said that they stay. */
async function takenOff(ctx: Ctx, billId: string): Promise<number> {
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::integer as n from wms_ship_bill t, ${loadLines(sql`t`)} and l.state = 'OPEN' and t.tenant_id = ${ctx.tenantId} and t.id = ${billId}`)
  return n
}

/**
 * Short picks, settled by nobody, of the orders whose goods are aboard, by order. Which orders these are, the promises on
 * the goods say: a task may serve several orders, and a tote may hold goods of several.
 */
async function openDiffs(ctx: Ctx, lines: readonly string[]): Promise<{ id: string; billNo: string; n: number }[]> {
  return ctx.tx.query(sql`
    select b.id, b.bill_no, count(*)::integer as n from wms_pick_diff d
    join wms_operate_bill_line l on l.tenant_id = d.tenant_id and l.id = d.bill_line_id
    join ${named(ctx, operateBill.header, 'b')} on b.id = l.bill_id
    where d.tenant_id = ${ctx.tenantId} and d.org_id = ${ctx.org.id} and d.state = 'OPEN' and l.bill_id in (
      select o.bill_id from wms_operate_bill_line o where o.tenant_id = ${ctx.tenantId} and o.org_id = ${ctx.org.id} and o.id = any(${lines}::bigint[]))
    group by b.id, b.bill_no order by b.id`)
}

const containersOn = (ctx: Ctx, binId: string): Promise<Aboard[]> =>
  ctx.tx.query<Aboard>(sql`
    select c.id, c.code, c.type_id, k.category, k.returnable, c.store_id from wms_container c join wms_container_type k on k.tenant_id = c.tenant_id and k.id = c.type_id
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.bin_id = ${binId} order by c.id`)

async function shipContainer(
  ctx: Ctx,
  from: { billId: string; containerId: string; storeId: string | null },
  rows: readonly StockRow[],
  promises: readonly Reservation[],
  to: { binId: string; containerId: string },
): Promise<void> {
  await post(ctx, {
    bizType: 'SHIP',
    idemKey: `ship:${from.billId}:${from.containerId}`,
    source: { type: shipBill.header.key, id: from.billId },
    storeId: from.storeId,
    lines: rows.flatMap((r) => [
      { key: r, delta: -r.qty, pieces: r.pieces === null ? undefined : -r.pieces },
      { key: { ...r, ...to }, delta: r.qty, pieces: r.pieces ?? undefined },
    ]),
    consume: promises.map((p) => ({ reservationId: p.id, qty: openQty(p) })),
  })
}

async function promisesOn(ctx: Ctx, stockIds: readonly string[]): Promise<Reservation[]> {
  const rows = await ctx.tx.query<RowOf<typeof reservation, 'id'>>(sql`
    select id from wms_reservation where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and stock_id = any(${stockIds}::bigint[]) and state = 'ACTIVE'`)
  return [
    ...(
      await lockReservations(
        ctx,
        rows.map((r) => r.id),
      )
    ).values(),
  ].filter((r) => r.state === 'ACTIVE')
}

async function addSent(ctx: Ctx, promises: readonly Reservation[]): Promise<void> {
  const sent = new Map<string, Qty>()
  for (const p of promises)
    if (p.demandLineId !== null) sent.set(p.demandLineId, (sent.get(p.demandLineId) ?? 0n) + openQty(p))
  const ids = [...sent.keys()].sort(byId)
  const bills = await ctx.tx.query<RowOf<typeof operateBill.line, 'billId'>>(sql`
    update wms_operate_bill_line l set sent_qty = l.sent_qty + c.qty
    from unnest(${ids}::bigint[], ${ids.map((id) => formatQty(sent.get(id) ?? 0n))}::numeric[]) as c(id, qty)
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = c.id returning l.bill_id`)
  for (const billId of new Set(bills.map((b) => b.billId)))
    ctx.emit({ topic: 'bill.refresh', key: `${operateBill.header.key}:${billId}` })
}
