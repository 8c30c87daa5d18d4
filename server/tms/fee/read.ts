// engine: reads trips and way bills as they are charged for, whoever drives them

import { parseMicro, rounded } from '@lading/contract/tms/feeMoney.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { shipPlanBill, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { readOption } from '../option.ts'
import type { Item, Stop, Unit } from './units.ts'

interface TripRow {
  readonly id: string
  readonly billNo: string
  readonly state: string
  readonly day: string
  readonly weekday: number
  readonly carrierId: string | null
  readonly isOwnFleet: boolean
  readonly driverId: string | null
  readonly coDriverId: string | null
  readonly truckId: string | null
  readonly plate: string | null
  readonly truckTypeId: string | null
  readonly route: string | null
  readonly odo: number | null
  readonly gps: number | null
  readonly plan: number | null
  readonly minutes: number | null
}
export interface RatedTrip extends TripRow {
  readonly stops: readonly Stop[]
  readonly items: readonly (Item & { readonly clientId: string })[]
  readonly kmAct: bigint
}

/** Kilometres to a tenth, by the first source that has any: track, odometer, plan, beginning with the one that counts here. */
function kmOf(row: TripRow, first: string): bigint {
  const metres = { GPS: row.gps, ODO: row.odo === null ? null : row.odo * 1_000, PLAN: row.plan }
  const turn = [first, ...(first === 'ODO' ? ['GPS'] : ['ODO']), 'GPS', 'PLAN'] as (keyof typeof metres)[]
  const m = turn.map((source) => metres[source]).find((v) => v !== null && v > 0) ?? 0
  return rounded(parseMicro(m) / 1_000n, 100_000n)
}

/** What goods count: a client pays for what was signed, a carrier is paid for what was on the truck. */
const measured = (party: Party, name: string, w = 'w'): Sql =>
  party === 'CLIENT'
    ? sql`coalesce(${raw(`${w}.sign_${name}, ${w}.act_${name}, ${w}.${name}`)}, 0)`
    : sql`coalesce(${raw(`${w}.act_${name}, ${w}.sign_${name}, ${w}.${name}`)}, 0)`
export const goodsOf = (party: Party): Sql => sql`w.id as way_bill_id, w.client_id, w.kind, w.temp_zone,
  ${measured(party, 'weight')} as weight, ${measured(party, 'volume')} as volume, ${measured(party, 'pieces')} as pieces,
  ${measured(party, 'containers')} as containers, coalesce(w.pallets, 0) as pallets, coalesce(w.goods_value, 0) as value,
  (select s.region_id from tms_client_site s where s.tenant_id = w.tenant_id and s.id = case when w.kind in ('PICKUP', 'RETURN', 'CONTAINER') then w.from_site_id else w.to_site_id end) as region_id`

const facts =
  (): Sql => sql`t.id, t.bill_no, t.state, t.biz_date as day, extract(isodow from t.biz_date)::int as weekday, t.carrier_id,
  coalesce((select c.kind = 'OWN' from tms_carrier c where c.tenant_id = t.tenant_id and c.id = t.carrier_id), true) as is_own_fleet,
  t.driver_id, t.co_driver_id, t.truck_id, (select k.code from tms_truck k where k.tenant_id = t.tenant_id and k.id = t.truck_id) as plate,
  t.truck_type_id, t.route, t.odo_end - t.odo_start as odo, coalesce(t.track_distance_m, t.act_distance_m) as gps, t.plan_distance_m as plan,
  (extract(epoch from t.act_return_at - t.act_depart_at) / 60)::int as minutes`

/** Trips with what is charged of them, by id. Stops where nobody came do not count. */
export async function readTrips(ctx: Ctx, party: Party, where: Sql): Promise<RatedTrip[]> {
  const first = await readOption(ctx, 'tms_km_source')
  const trips = await ctx.tx.query<TripRow>(sql`
    select ${facts()} from ${fromHere(ctx, shipPlanBill.header, 't')} where ${where} order by t.id`)
  const ids = trips.map((t) => t.id)
  const stops = await ctx.tx.query<Stop & { billId: string }>(sql`
    select s.id, s.bill_id, s.name, s.act_arrive_at as wait_from, (select min(e.at) from tms_trip_event e where e.tenant_id = s.tenant_id and e.stop_id = s.id
        and e.kind in ('SIGN', 'FAIL') and e.round = (select max(x.round) from tms_trip_event x where x.tenant_id = e.tenant_id and x.stop_id = e.stop_id and x.kind in ('SIGN', 'FAIL'))) as wait_to
    from ${fromHere(ctx, tripStop, 's')} where s.bill_id = any(${ids}::bigint[]) and s.state <> 'PENDING' order by s.seq, s.id`)
  const items = await ctx.tx.query<Item & { billId: string; clientId: string }>(sql`
    select i.bill_id, i.stop_id, ${goodsOf(party)} from ${fromHere(ctx, tripItem, 'i')} join ${fromHere(ctx, wayBill.header, 'w')} on w.id = i.way_bill_id
    where i.bill_id = any(${ids}::bigint[]) and i.is_live order by w.id`)
  return trips.map((t) => ({
    ...t,
    kmAct: kmOf(t, first),
    stops: stops.filter((s) => s.billId === t.id),
    items: items.filter((i) => i.billId === t.id),
  }))
}

const unitFacts = (t: RatedTrip) => ({
  ...{ weekday: String(t.weekday), truckId: t.truckId, truckTypeId: t.truckTypeId, route: t.route, kmAct: t.kmAct },
  kmPlan: rounded(parseMicro(t.plan ?? 0) / 1_000n, 100_000n),
  hours: rounded((parseMicro(Math.max(0, t.minutes ?? 0)) * 1_000_000n) / 60_000_000n, 10_000n),
})

/** A trip as a carrier, or one of its crew, is paid for it. */
export const tripUnit = (t: RatedTrip, role: string | null): Unit => ({
  ...{ id: t.id, no: t.billNo, day: t.day, dayKey: role === null ? (t.truckId ?? '') : '', role },
  ...unitFacts(t),
  ...{ items: t.items, stops: t.stops },
})

interface WayBillRow extends Item {
  readonly clientId: string
  readonly billNo: string
  readonly day: string
  readonly weekday: number
  readonly siteId: string
  readonly tripId: string | null
}
/** Way bills whose receipts are looked through, as their client pays for them. */
export async function wayBillUnits(
  ctx: Ctx,
  where: Sql,
): Promise<(Unit & { clientId: string; tripId: string | null })[]> {
  const rows = await ctx.tx.query<WayBillRow>(sql`
    select ${goodsOf('CLIENT')}, w.bill_no, i.stop_id, i.bill_id as trip_id, coalesce(w.biz_date, w.signed_at::date) as day,
      extract(isodow from coalesce(w.biz_date, w.signed_at::date))::int as weekday, w.to_site_id as site_id
    from ${fromHere(ctx, wayBill.header, 'w')} left join ${named(ctx, tripItem, 'i')} on i.way_bill_id = w.id and i.is_live
    where ${where} order by w.id`)
  const tripIds = [...new Set(rows.flatMap((r) => r.tripId ?? []))]
  const trips = tripIds.length > 0 ? await readTrips(ctx, 'CLIENT', sql`t.id in (${join(tripIds)})`) : []
  return rows.map((r) => {
    const trip = trips.find((t) => t.id === r.tripId)
    const none = { truckId: null, truckTypeId: null, route: null, kmAct: 0n, kmPlan: 0n, hours: 0n }
    return {
      ...(trip ? unitFacts(trip) : none),
      ...{ id: r.wayBillId, no: r.billNo, clientId: r.clientId, tripId: r.tripId, role: null },
      ...{ day: r.day, dayKey: r.siteId, weekday: String(r.weekday), items: [r] },
      stops: trip?.stops.filter((s) => s.id === r.stopId) ?? [],
    }
  })
}
