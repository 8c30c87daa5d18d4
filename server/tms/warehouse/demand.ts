import { decimalSum } from '@lading/contract/kernel/decimal.ts'
import { maxQty, parseQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { orderFaults } from '@lading/contract/tms/orderFaults.ts'
import type { Demand, DemandLine } from '@lading/contract/tms/warehouse.ts'
import { wayBill, wayBillLine } from '@lading/contract/tms/wayBill.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'
import { sumAnew } from '../../kernel/sums.ts'
import { type BillRow, setBill, takeStep } from '../../platform/document/steps.ts'
import { wayBillOnce } from '../wayBill/make.ts'
import { parted } from '../wayBill/rearrange.ts'
import { hasMeasure, whyNotSites } from '../wayBill/rules.ts'
import { relabel } from './relabel.ts'
import type { Way } from './sites.ts'

type Bill = BillRow<typeof wayBill>
type Line = RowOf<typeof wayBillLine, 'id' | 'billId' | 'planQty' | 'loadedQty' | 'weight' | 'volume' | 'outLineId'>
const { header } = wayBill

/** Nobody has planned it yet: its goods may still change. */
const isFree = ({ state }: Bill): boolean => state === 'DRAFT' || state === 'CONFIRMED'

/** Goods of one owner for one store, temperature and day. */
interface Wanted {
  readonly line: DemandLine
  readonly qty: Qty
}

/** Locks the way bills that hold goods of an order, and those that wait for more of its way and day. */
const lockBills = (ctx: Ctx, { orderId, day }: Demand, way: Way | undefined): Promise<Bill[]> =>
  ctx.tx.query<Bill>(sql`
    select t.* from ${fromHere(ctx, header, 't')}
    where exists (select 1 from ${fromHere(ctx, wayBillLine, 'l')} where l.bill_id = t.id and l.out_order_id = ${orderId})
      or (t.source = 'WMS_SHIP' and t.kind = 'DELIVERY' and t.state in ('DRAFT', 'CONFIRMED') and t.biz_date = ${day}::date and t.client_id = ${way?.clientId ?? null}
        and t.from_site_id = ${way?.fromSiteId ?? null} and t.to_site_id = ${way?.toSiteId ?? null})
    order by t.id for no key update of t`)
const linesOf = (ctx: Ctx, { orderId }: Demand): Promise<Line[]> =>
  ctx.tx.query<Line>(sql`
    select l.id, l.bill_id, l.plan_qty, l.loaded_qty, l.weight, l.volume, l.out_line_id from ${fromHere(ctx, wayBillLine, 'l')}
    where l.out_order_id = ${orderId} order by l.id`)

/**
 * An outbound order as it stands becomes goods on way bills, one for each owner, store, temperature and delivery day: they
 * join one that nobody has planned yet, else a new one is made. What is planned already stays as it is; of what has left
 * short the rest is to be brought again. Told again, or late, the same comes of it.
 * @param way left out: nothing can be added, as when the order is off
 */
export async function takeDemand(ctx: Ctx, demand: Demand, way?: Way): Promise<void> {
  await relabel(ctx, demand)
  const bills = await lockBills(ctx, demand, way)
  const lines = await linesOf(ctx, demand)
  const billOf = new Map(bills.map((b) => [b.id, b]))
  const isFreeLine = (l: Line): boolean => isFree(billOf.get(l.billId) as Bill)
  const fixed = lines.filter((l) => !isFreeLine(l))
  const free = Map.groupBy(lines.filter(isFreeLine), (l) => l.outLineId ?? '')
  const changed = new Map<string, Qty>()
  const added: Wanted[] = []
  for (const line of demand.lines) {
    const taken = qtySum(fixed.filter((l) => l.outLineId === line.id).map((l) => parseQty(l.loadedQty ?? l.planQty)))
    const rest = parseQty(line.qty) - maxQty(taken, parseQty(line.sentQty))
    const qty = demand.isOff || rest < 0n ? 0n : rest
    const own = free.get(line.id) ?? []
    if (own.length === 0) {
      if (qty > 0n) added.push({ line, qty })
    } else if (qtySum(own.map((l) => parseQty(l.planQty))) !== qty)
      for (const [i, l] of own.entries()) changed.set(l.id, i === 0 ? qty : 0n)
  }
  // A line that went to another order is no line of this one.
  for (const [id, own] of free) if (!demand.lines.some((l) => l.id === id)) for (const l of own) changed.set(l.id, 0n)
  const touched = await change(ctx, demand, bills, lines, changed)
  if (way)
    for (const id of await add(
      ctx,
      demand,
      way,
      bills.filter((b) => !touched.off.has(b.id)),
      added,
    ))
      touched.on.add(id)
  for (const id of touched.on) await settle(ctx, id, demand.billNo)
}

/** Goods become less, or go; a way bill that would have none is called off as it was. */
async function change(
  ctx: Ctx,
  { billNo }: Demand,
  bills: readonly Bill[],
  lines: readonly Line[],
  changed: ReadonlyMap<string, Qty>,
): Promise<{ on: Set<string>; off: Set<string> }> {
  const [on, off] = [new Set<string>(), new Set<string>()]
  for (const bill of bills) {
    const own = lines.filter((l) => l.billId === bill.id && changed.has(l.id))
    if (own.length === 0) continue
    const gone = own.filter((l) => changed.get(l.id) === 0n)
    if (gone.length === bill.lineCount) {
      const reason = say(
        ['出库单【{no}】已取消或减少', 'Outbound order [{no}] was called off or became less'],
        ctx.language,
        { no: billNo },
      )
      await takeStep(ctx, wayBill, 'cancel', { id: bill.id, version: bill.version, reason })
      off.add(bill.id)
      continue
    }
    on.add(bill.id)
    await ctx.tx.run(sql`
      delete from ${raw(wayBillLine.table)} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${gone.map((l) => l.id)}::bigint[])`)
    for (const line of own.filter((l) => !gone.includes(l))) {
      const { planQty, weight, volume } = measured(line, changed.get(line.id) ?? 0n)
      await ctx.tx.run(sql`
        update ${raw(wayBillLine.table)} set plan_qty = ${planQty}, weight = ${weight}, volume = ${volume}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
        where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.id}`)
    }
  }
  return { on, off }
}

/** So much of goods, with its share of their weight and room. */
const measured = <L extends { planQty: string; weight: string; volume: string }>(line: L, qty: Qty): L =>
  parseQty(line.planQty) === qty ? line : parted(line, qty)[0]

const lineOf = ({ orderId, billNo }: Demand, { line, qty }: Wanted) => {
  const { planQty, weight, volume } = measured({ planQty: line.qty, weight: line.weight, volume: line.volume }, qty)
  return {
    ...{ productCode: line.code, productName: line.name, uom: line.unit, planQty, weight, volume },
    ...{ outOrderId: orderId, outLineId: line.id, sourceNo: billNo, sourceLine: line.lineNo },
  }
}

/** New goods, by temperature: onto a way bill that waits for more, or onto a new one. @returns way bills that were there */
async function add(
  ctx: Ctx,
  demand: Demand,
  way: Way,
  bills: readonly Bill[],
  added: readonly Wanted[],
): Promise<readonly string[]> {
  const joined: string[] = []
  for (const [zone, wanted] of Map.groupBy(added, ({ line }) => line.zone)) {
    const lines = wanted.map((w) => lineOf(demand, w))
    const open = bills.findLast((b) => isFree(b) && isOfKey(b, demand, way) && b.tempZone === zone)
    if (!open) await make(ctx, demand, way, zone, lines)
    else {
      const { last } = await ctx.tx.one<{ last: number }>(sql`
        select coalesce(max(l.line_no), 0) as last from ${fromHere(ctx, wayBillLine, 'l')} where l.bill_id = ${open.id}`)
      await insert(
        ctx,
        wayBillLine,
        lines.map((l, i) => ({ ...l, billId: open.id, lineNo: last + i + 1 })),
      )
      joined.push(open.id)
    }
  }
  return joined
}

const isOfKey = (b: Bill, { day }: Demand, { clientId, fromSiteId, toSiteId }: Way): boolean =>
  b.source === 'WMS_SHIP' &&
  b.kind === 'DELIVERY' &&
  String(b.bizDate) === day &&
  b.clientId === clientId &&
  b.fromSiteId === fromSiteId &&
  b.toSiteId === toSiteId

/** Why a way bill with these goods cannot be planned yet; undefined when it can. */
async function whyNot(ctx: Ctx, no: string, way: Omit<Way, 'clientId'>, goods: { weight: string; volume: string }) {
  const why =
    (await whyNotSites(ctx, way)) ?? (hasMeasure(goods) ? undefined : { refusal: orderFaults.noMeasure, args: { no } })
  return why && say(why.refusal.text, ctx.language, why.args)
}

async function make(
  ctx: Ctx,
  { billNo, day }: Demand,
  way: Way,
  tempZone: DemandLine['zone'],
  lines: readonly ReturnType<typeof lineOf>[],
): Promise<void> {
  const first = `${billNo}-${tempZone}`
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::integer as n from ${fromHere(ctx, header, 't')}
    where t.source_no = ${first} or (t.source_no >= ${`${first}-`} and t.source_no < ${`${first}.`})`)
  const weight = decimalSum(
    lines.map((l) => l.weight),
    3,
  )
  const volume = decimalSum(
    lines.map((l) => l.volume),
    6,
  )
  const { id } = await wayBillOnce(ctx, {
    ...{ source: 'WMS_SHIP', sourceNo: n === 0 ? first : `${first}-${n + 1}`, ...way, bizDate: day, tempZone, lines },
    reason: await whyNot(ctx, billNo, way, { weight, volume }),
  })
  for (const { outOrderId, outLineId, sourceLine } of lines)
    await ctx.tx.run(sql`
      update ${raw(wayBillLine.table)} set out_order_id = ${outOrderId}, out_line_id = ${outLineId}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${id} and source_line = ${sourceLine}`)
}

/** After goods came or went: what it weighs, and whether it can be planned now. */
async function settle(ctx: Ctx, id: string, orders: string): Promise<void> {
  await sumAnew(ctx, header, [id])
  const bill = await ctx.tx.one<Bill>(sql`select t.* from ${fromHere(ctx, header, 't')} where t.id = ${id}`)
  const why = await whyNot(ctx, bill.billNo, bill, { weight: bill.weight ?? '0', volume: bill.volume ?? '0' })
  // Whoever has confirmed it knows what is missing.
  const isReady = bill.state === 'DRAFT' && why === undefined
  await setBill(ctx, wayBill, bill, isReady ? 'CONFIRMED' : bill.state, {
    ...(bill.state === 'DRAFT' && { reason: why ?? null }),
    ...(isReady && { approvedAt: ctx.now() }),
  })
  ctx.audit({
    ...{ subject: header.key, subjectId: id, subjectNo: bill.billNo, action: 'demand' },
    before: { state: bill.state },
    after: { orders, ...(isReady && { state: 'CONFIRMED' }) },
  })
}
