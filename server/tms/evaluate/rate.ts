import { abnormal } from '@lading/contract/tms/abnormal.ts'
import { pointsOf, tripEvaluate } from '@lading/contract/tms/evaluate.ts'
import { shipPlanBill, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Input, Rules } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'
import { documentRules } from '../../platform/document/served.ts'
import type { Trip } from '../trip/read.ts'

const { header } = tripEvaluate
/** Of one trip, stop and rater there is one. */
export const onceOf = (tripId: string, stopId: string | null, rater: string): string =>
  `${tripId}:${stopId ?? '-'}:${rater}`

/** What is known of a trip that is over, as shares of what could be. */
interface Facts {
  readonly stops: number
  readonly onTime: number
  readonly planned: string
  readonly taken: string
  readonly bills: number
  readonly receipts: number
  readonly unsafe: number
  readonly hot: number
}
/** A receipt that is not a day late counts as one that came. */
const dayMs = 86_400_000
const factsOf = (ctx: Ctx, tripId: string) =>
  ctx.tx.one<Facts & object>(sql`
    select
      (select count(*)::integer from ${fromHere(ctx, tripStop, 's')} where s.bill_id = ${tripId} and s.on_time is not null) as stops,
      (select count(*)::integer from ${fromHere(ctx, tripStop, 's')} where s.bill_id = ${tripId} and s.on_time <> 'LATE') as on_time,
      (select coalesce(sum(i.pieces), 0) from ${fromHere(ctx, tripItem, 'i')} where i.bill_id = ${tripId} and i.direction = 'OUT') as planned,
      (select coalesce(sum(coalesce(i.done_pieces, i.pieces)), 0) from ${fromHere(ctx, tripItem, 'i')} where i.bill_id = ${tripId} and i.direction = 'OUT') as taken,
      (select count(*)::integer from ${fromHere(ctx, tripItem, 'i')} where i.bill_id = ${tripId} and i.is_live) as bills,
      (select count(*)::integer from ${fromHere(ctx, tripItem, 'i')} join ${fromHere(ctx, wayBill.header, 'w')} on w.id = i.way_bill_id
        where i.bill_id = ${tripId} and i.is_live and (w.state = 'CLOSED' or w.signed_at is null or w.signed_at > ${new Date(ctx.now().getTime() - dayMs)})) as receipts,
      (select count(*)::integer from ${fromHere(ctx, abnormal.header, 'a')} where a.trip_id = ${tripId} and a.state <> 'IGNORED' and a.kind in ('SPEED', 'FATIGUE', 'DEVIATE')) as unsafe,
      (select count(*)::integer from ${fromHere(ctx, abnormal.header, 'a')} where a.trip_id = ${tripId} and a.state <> 'IGNORED' and a.kind = 'TEMP') as hot`)

const share = (part: number, of: number): number => (of > 0 ? part / of : 1)
/** Each of these takes three of the points for safety. */
const unsafeCosts = 3

/** The points of a trip, to a tenth. */
export function pointsFrom(f: Facts) {
  const points = {
    onTimePoints: share(f.onTime, f.stops) * pointsOf.onTime,
    intactPoints: share(Number(f.taken), Number(f.planned)) * pointsOf.intact,
    receiptPoints: share(f.receipts, f.bills) * pointsOf.receipt,
    safetyPoints: Math.max(0, pointsOf.safety - unsafeCosts * f.unsafe),
    tempPoints: f.hot > 0 ? 0 : pointsOf.temp,
  }
  const said = (n: number) => n.toFixed(1)
  const total = Object.values(points).reduce((sum, n) => sum + Number(said(n)), 0)
  return { ...Object.fromEntries(Object.entries(points).map(([k, n]) => [k, said(n)])), total: said(total) }
}

const tripIn = (ctx: Ctx, tripId: string) =>
  ctx.tx.maybe<Trip & object>(sql`
    select t.* from ${fromHere(ctx, shipPlanBill.header, 't')} where t.id = ${tripId} for no key update of t`)
const crewOf = ({ truckId, driverId, carrierId, bizDate }: Trip) => ({ truckId, driverId, carrierId, bizDate })
const plain: Rules<typeof header> = documentRules(tripEvaluate)

/** What somebody says of a trip or of one of its stops, once. @returns undefined: he has said it before */
export async function rateOnce(ctx: Ctx, trip: Trip, said: Input & { rater: string; stopId?: string | null }) {
  const once = onceOf(trip.id, said.stopId ?? null, said.rater)
  const there = await ctx.tx.maybe(sql`select 1 from ${fromHere(ctx, header, 'e')} where e.rated_once = ${once}`)
  if (there) return undefined
  const { id } = await createRow(ctx, header, { ...crewOf(trip), ...said, tripId: trip.id }, plain)
  await ctx.tx.run(sql`
    update tms_trip_evaluate set rated_once = ${once} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
  return id
}

/** 系统评分: what the events of a trip that is over tell of it. Opened again and ended again it is counted anew, until it is final. */
export async function rateTrip(ctx: Ctx, tripId: string): Promise<void> {
  const trip = await tripIn(ctx, tripId)
  if (!trip || (trip.state !== 'RETURNED' && trip.state !== 'CLOSED')) return
  const points = pointsFrom(await factsOf(ctx, tripId))
  if ((await rateOnce(ctx, trip, { rater: 'AUTO', ...points })) !== undefined) return
  const p = points as Record<string, string>
  await ctx.tx.run(sql`
    update tms_trip_evaluate set on_time_points = ${p.onTimePoints}::numeric, intact_points = ${p.intactPoints}::numeric, receipt_points = ${p.receiptPoints}::numeric,
      safety_points = ${p.safetyPoints}::numeric, temp_points = ${p.tempPoints}::numeric, total = ${p.total}::numeric, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and rated_once = ${onceOf(tripId, null, 'AUTO')} and state <> 'FINAL'`)
  ctx.tell(header.key)
}
