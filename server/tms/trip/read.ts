import { parseQty } from '@lading/contract/kernel/qty.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { shipPlanBill, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import type { RoadTrip } from '@lading/contract/tms/tripCalls.ts'
import { tripEvent } from '@lading/contract/tms/tripEvent.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { wayBill, wayBillLine } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'
import type { BillRow } from '../../platform/document/steps.ts'
import { readOption } from '../option.ts'
import type { Plan, TripEvent } from './project.ts'

export type Trip = BillRow<typeof shipPlanBill>
export type StopRow = RowOf<
  typeof tripStop,
  'id' | 'seq' | 'siteId' | 'state' | 'planArriveAt' | 'actArriveAt' | 'actLeaveAt' | 'onTime' | 'arriveSource'
>
export type ItemRow = RowOf<
  typeof tripItem,
  'id' | 'wayBillId' | 'stopId' | 'direction' | 'state' | 'isLive' | 'weight' | 'volume' | 'pieces' | 'loadSeq'
>
export type LineRow = RowOf<typeof wayBillLine, 'id' | 'billId' | 'planQty' | 'loadedQty' | 'weight' | 'volume'>
/** What of a line goes: what the warehouse has loaded where it said so, else what was planned. */
export const goingQty = ({ planQty, loadedQty }: Pick<LineRow, 'planQty' | 'loadedQty'>, direction: string): string =>
  direction === 'OUT' ? (loadedQty ?? planQty) : planQty

/** A trip with all that its picture follows from. */
export interface WholeTrip {
  readonly stops: readonly StopRow[]
  readonly items: readonly ItemRow[]
  readonly lines: ReadonlyMap<string, readonly LineRow[]>
  readonly events: readonly TripEvent[]
  readonly plan: Plan
}

export const stopsOf = (ctx: Ctx, tripId: string) =>
  ctx.tx.query<StopRow>(sql`
    select s.id, s.seq, s.site_id, s.state, s.plan_arrive_at, s.act_arrive_at, s.act_leave_at, s.on_time, s.arrive_source
    from ${fromHere(ctx, tripStop, 's')} where s.bill_id = ${tripId} order by s.seq, s.id`)
export const itemsOf = (ctx: Ctx, tripId: string) =>
  ctx.tx.query<ItemRow>(sql`
    select i.id, i.way_bill_id, i.stop_id, i.direction, i.state, i.is_live, i.weight, i.volume, i.pieces, i.load_seq
    from ${fromHere(ctx, tripItem, 'i')} where i.bill_id = ${tripId} order by i.id`)

/** Reads a trip that is locked, with what was told of it so far. */
export async function readWhole(ctx: Ctx, tripId: string): Promise<WholeTrip> {
  const stops = await stopsOf(ctx, tripId)
  const items = await itemsOf(ctx, tripId)
  const all = await ctx.tx.query<LineRow>(sql`
    select l.id, l.bill_id, l.plan_qty, l.loaded_qty, l.weight, l.volume from ${fromHere(ctx, wayBillLine, 'l')}
    where l.bill_id = any(${items.map((i) => i.wayBillId)}::bigint[]) order by l.id`)
  const events = await ctx.tx.query<TripEvent>(sql`
    select e.uid, e.kind, e.at, e.round, e.stop_id, e.way_bill_id, e.source, e.payload
    from ${fromHere(ctx, tripEvent, 'e')} where e.bill_id = ${tripId}`)
  const lines = Map.groupBy(all, (l) => l.billId)
  const toleranceMin = await readOption(ctx, 'tms_on_time_tolerance_min')
  const planned = (stop: StopRow) =>
    items
      .filter((i) => i.stopId === stop.id)
      .map(({ wayBillId, direction }) => ({
        wayBillId,
        direction,
        lines: new Map((lines.get(wayBillId) ?? []).map((l) => [l.id, parseQty(goingQty(l, direction))])),
      }))
  const plan = { toleranceMin, stops: stops.map((s) => ({ ...s, items: planned(s) })) }
  return { stops, items, lines, events, plan }
}

interface RoadHead extends Omit<RoadTrip, 'stops' | 'planDepartAt' | 'actDepartAt' | 'actReturnAt'> {
  readonly planDepartAt: Date
  readonly actDepartAt: Date | null
  readonly actReturnAt: Date | null
}
interface RoadRow {
  readonly billId: string
  readonly stopId: string
  readonly id: string
  readonly wayBillId: string
  readonly billNo: string
  readonly direction: 'OUT' | 'BACK'
  readonly state: string
  readonly pieces: string
  readonly reason: string | null
}
interface RoadStopRow extends Omit<StopRow, 'siteId' | 'arriveSource'> {
  readonly billId: string
  readonly code: string
  readonly name: string
  readonly address: string | null
  readonly contact: string | null
  readonly phone: string | null
}
const said = (at: Date | null): string | null => at?.toISOString() ?? null

/** Trips with their stops and goods, as far as the reader sees them, in the order asked for. */
export async function roadTrips(ctx: Ctx, ids: readonly string[]): Promise<RoadTrip[]> {
  const heads = await ctx.tx.query<RoadHead>(sql`
    select t.id, t.version, t.bill_no, t.state, t.round, t.plan_depart_at, t.act_depart_at, t.act_return_at, k.code as truck, d.name as depot
    from ${from(ctx, shipPlanBill.header, 't')} left join ${named(ctx, truck, 'k')} on k.id = t.truck_id
    join ${named(ctx, clientSite, 'd')} on d.id = t.depart_site_id where t.id = any(${ids}::bigint[])`)
  const there = heads.map((h) => h.id)
  const stops = await ctx.tx.query<RoadStopRow>(sql`
    select s.id, s.bill_id, s.seq, s.state, s.plan_arrive_at, s.act_arrive_at, s.act_leave_at, s.on_time, p.code, p.name, p.address, p.contact, p.phone from ${from(ctx, tripStop, 's')}
    join ${named(ctx, clientSite, 'p')} on p.id = s.site_id where s.bill_id = any(${there}::bigint[]) order by s.seq, s.id`)
  const items = await ctx.tx.query<RoadRow>(sql`
    select i.id, i.bill_id, i.stop_id, i.way_bill_id, i.direction, i.state, i.pieces, i.reason, w.bill_no
    from ${from(ctx, tripItem, 'i')} join ${from(ctx, wayBill.header, 'w')} on w.id = i.way_bill_id
    where i.bill_id = any(${there}::bigint[]) order by w.bill_no`)
  const lines = await ctx.tx.query<{
    id: string
    billId: string
    lineNo: number
    name: string
    uom: string
    planQty: string
    doneQty: string | null
  }>(sql`
    select l.id, l.bill_id, l.line_no, l.product_name as name, l.uom, l.signed_qty as done_qty,
      case when exists (select 1 from ${named(ctx, tripItem, 'i')} where i.way_bill_id = l.bill_id and i.is_live and i.direction = 'OUT')
        then coalesce(l.loaded_qty, l.plan_qty) else l.plan_qty end as plan_qty
    from ${from(ctx, wayBillLine, 'l')} where l.bill_id = any(${items.map((i) => i.wayBillId)}::bigint[]) order by l.line_no`)
  const goods = Map.groupBy(lines, (l) => l.billId)
  const carried = Map.groupBy(items, (i) => i.stopId)
  return ids.flatMap((id) => {
    const head = heads.find((h) => h.id === id)
    if (!head) return []
    const own = stops.filter((s) => s.billId === id)
    return [
      {
        ...head,
        planDepartAt: head.planDepartAt.toISOString(),
        actDepartAt: said(head.actDepartAt),
        actReturnAt: said(head.actReturnAt),
        stops: own.map(({ code, name, address, contact, phone, billId: _, ...s }) => ({
          ...s,
          site: { code, name, address, contact, phone },
          planArriveAt: said(s.planArriveAt),
          actArriveAt: said(s.actArriveAt),
          actLeaveAt: said(s.actLeaveAt),
          items: (carried.get(s.id) ?? []).map(({ billId: __, stopId: ___, ...i }) => ({
            ...i,
            lines: (goods.get(i.wayBillId) ?? []).map(({ billId: ____, ...l }) => l),
          })),
        })),
      },
    ]
  })
}
