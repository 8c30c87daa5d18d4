// engine: shows where trucks are to whoever sees them, or their trips

import { refuse } from '@lading/contract/kernel/fault.ts'
import { abnormal, openStates } from '@lading/contract/tms/abnormal.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { truckPos } from '@lading/contract/tms/gps.ts'
import { onRoadStates, shipPlanBill, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import {
  jobProgress,
  type TrackPoint,
  tellStop,
  trackMax,
  tripTrack,
  tripWatch,
  truckWatch,
  type Watched,
  type WatchedStop,
} from '@lading/contract/tms/watch.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'
import { lockBill } from '../../platform/document/steps.ts'
import { readOption } from '../option.ts'
import { tellTrip } from '../trip/road.ts'
import { toldNow } from '../trip/steps.ts'
import { progressOf } from './progress.ts'

const minute = 60_000
const num = (v: string | number | null): number | null => (v === null ? null : Number(v))
const said = (at: Date | null): string | null => at?.toISOString() ?? null

interface Row {
  readonly truckId: string
  readonly plate: string
  readonly carrier: string
  readonly at: Date | null
  readonly lng: string | null
  readonly lat: string | null
  readonly speedKmh: string | null
  readonly heading: number | null
  readonly temp1: string | null
  readonly tripId: string | null
  readonly billNo: string
  readonly state: string
  readonly driver: string | null
  readonly phone: string | null
  readonly next: string | null
  readonly nextEtaAt: Date | null
  readonly nextPlanAt: Date | null
  readonly nextDueAt: Date | null
  readonly done: number
  readonly stops: number
  readonly abnormals: number
}
/** Trucks on the map at most. */
const trucksMost = 2_000

/** What is new of a truck: it has moved, its trip has changed, or something is wrong with it. */
const isNew = (ctx: Ctx, since: Date): Sql => sql`(p.heard_at > ${since} or t.updated_at > ${since}
  or exists (select 1 from ${from(ctx, abnormal.header, 'a')} where a.trip_id = t.id and a.updated_at > ${since})
  or exists (select 1 from ${from(ctx, tripStop, 's')} where s.bill_id = t.id and s.updated_at > ${since}))`

/** Until when somebody is at a stop `s`: the first of the windows of its goods. */
const dueOf = (ctx: Ctx): Sql => sql`(select min(w.window_to) from ${from(ctx, tripItem, 'i')}
  join ${from(ctx, wayBill.header, 'w')} on w.id = i.way_bill_id where i.stop_id = s.id and i.is_live)`

const rowsOf = (ctx: Ctx, since: Date | undefined) =>
  ctx.tx.query<Row>(sql`
    select k.id as truck_id, k.code as plate, c.name as carrier, p.at, p.lng, p.lat, p.speed_kmh, p.heading, p.temp1,
      t.id as trip_id, t.bill_no, t.state, d.name as driver, d.phone, n.name as next, n.eta_at as next_eta_at, n.plan_arrive_at as next_plan_at, n.due_at as next_due_at,
      coalesce((select count(*)::integer from ${from(ctx, tripStop, 's')} where s.bill_id = t.id and s.state in ('DONE', 'PARTIAL', 'REJECTED')), 0) as done,
      coalesce((select count(*)::integer from ${from(ctx, tripStop, 's')} where s.bill_id = t.id), 0) as stops,
      coalesce((select count(*)::integer from ${from(ctx, abnormal.header, 'a')} where a.trip_id = t.id and a.state = any(${[...openStates]}::text[])), 0) as abnormals
    from ${from(ctx, truck, 'k')} join ${named(ctx, carrier, 'c')} on c.id = k.carrier_id
    left join ${from(ctx, truckPos, 'p')} on p.truck_id = k.id
    left join lateral (select x.* from ${from(ctx, shipPlanBill.header, 'x')} where x.truck_id = k.id and x.state = any(${[...onRoadStates]}::text[])
      order by x.act_depart_at desc nulls last, x.id desc limit 1) t on true
    left join ${named(ctx, staff, 'd')} on d.id = t.driver_id
    left join lateral (select q.name, s.eta_at, s.plan_arrive_at, ${dueOf(ctx)} as due_at from ${from(ctx, tripStop, 's')} join ${named(ctx, clientSite, 'q')} on q.id = s.site_id
      where s.bill_id = t.id and s.state = 'PENDING' order by s.seq limit 1) n on true
    where not k.disabled and (p.truck_id is not null or t.id is not null) and ${since ? isNew(ctx, since) : sql`true`}
    order by k.code limit ${trucksMost}`)

/** Against the plan; of a trip that nobody has timed, against the window that it misses. */
function lateMin({ nextEtaAt: eta, nextPlanAt: plan, nextDueAt: due }: Row): number | null {
  const to = plan ?? (eta && due && eta > due ? due : null)
  return eta && to ? Math.round((eta.getTime() - to.getTime()) / minute) : null
}

function watchedOf(r: Row): Watched {
  const { tripId, nextEtaAt } = r
  const late = lateMin(r)
  return {
    ...{ truckId: r.truckId, plate: r.plate, carrier: r.carrier, at: said(r.at), lng: num(r.lng), lat: num(r.lat) },
    ...{ speedKmh: num(r.speedKmh), heading: r.heading, temp: num(r.temp1), abnormals: r.abnormals },
    trip:
      tripId === null
        ? null
        : {
            ...{ id: tripId, billNo: r.billNo, state: r.state, driver: r.driver, phone: r.phone, next: r.next },
            ...{ nextEtaAt: said(nextEtaAt), lateMin: late, done: r.done, stops: r.stops },
          },
  }
}

/** What is told of a moment may have been written a little later: so much is told again. */
const overlapMs = 3_000
async function watch(ctx: Ctx, { since }: z.output<typeof truckWatch.input>) {
  const at = ctx.now()
  const rows = await rowsOf(ctx, since === undefined ? undefined : new Date(Date.parse(since) - overlapMs))
  return {
    at: at.toISOString(),
    offlineMin: await readOption(ctx, 'tms_offline_min'),
    trucks: rows.map(watchedOf),
  }
}

interface StopRow extends Omit<WatchedStop, 'lng' | 'lat' | 'planAt' | 'dueAt' | 'etaAt' | 'arriveAt' | 'leaveAt'> {
  readonly lng: string | null
  readonly lat: string | null
  readonly planAt: Date | null
  readonly dueAt: Date | null
  readonly etaAt: Date | null
  readonly arriveAt: Date | null
  readonly leaveAt: Date | null
}
const stopsOf = async (ctx: Ctx, tripId: string): Promise<WatchedStop[]> => {
  const rows = await ctx.tx.query<StopRow>(sql`
    select s.id, s.seq, q.name, q.lng, q.lat, q.fence_m, q.fence_ring, s.state, s.plan_arrive_at as plan_at, ${dueOf(ctx)} as due_at, s.eta_at, s.act_arrive_at as arrive_at,
      s.act_leave_at as leave_at, s.on_time
    from ${from(ctx, tripStop, 's')} join ${named(ctx, clientSite, 'q')} on q.id = s.site_id where s.bill_id = ${tripId} order by s.seq, s.id`)
  return rows.map((s) => ({
    ...{ ...s, lng: num(s.lng), lat: num(s.lat), planAt: said(s.planAt), dueAt: said(s.dueAt) },
    etaAt: said(s.etaAt),
    ...{ arriveAt: said(s.arriveAt), leaveAt: said(s.leaveAt) },
  }))
}

interface Head {
  readonly id: string
  readonly billNo: string
  readonly state: string
  readonly truckId: string | null
  readonly plate: string | null
  readonly driver: string | null
  readonly phone: string | null
  readonly depot: string
  readonly lng: string | null
  readonly lat: string | null
  readonly planDepartAt: Date
  readonly actDepartAt: Date | null
  readonly actReturnAt: Date | null
  readonly planReturnAt: Date
  readonly backEtaAt: Date | null
}
/** A truck's way from when its trip left until it was back, at most until somebody else has it. */
async function pointsOf(ctx: Ctx, h: Head): Promise<{ from: string | null; points: TrackPoint[] }> {
  if (h.truckId === null || h.actDepartAt === null) return { from: null, points: [] }
  const until = h.actReturnAt ?? new Date(Math.min(ctx.now().getTime(), h.actDepartAt.getTime() + 72 * 60 * minute))
  const rows = await ctx.tx.query<{
    at: Date
    lng: string
    lat: string
    speedKmh: string | null
    temp1: string | null
  }>(sql`
    select f.at, f.lng, f.lat, f.speed_kmh, f.temp1 from (
      select x.*, row_number() over (order by x.at) as n, count(*) over () as all_n from tms_gps_fix x
      where x.tenant_id = ${ctx.tenantId} and x.truck_id = ${h.truckId} and x.at between ${h.actDepartAt} and ${until} and not coalesce(x.is_bad, false)) f
    where f.n % greatest(1, (f.all_n / ${trackMax})::integer) = 0 order by f.at limit ${trackMax}`)
  const [first] = rows
  if (!first) return { from: null, points: [] }
  const begin = first.at.getTime()
  const point = (r: (typeof rows)[number]): TrackPoint => [
    Math.round((r.at.getTime() - begin) / 1000),
    ...([Number(r.lng), Number(r.lat), num(r.speedKmh), num(r.temp1)] as const),
  ]
  return { from: first.at.toISOString(), points: rows.map(point) }
}

async function track(ctx: Ctx, { id }: { id: string }) {
  const row = await ctx.tx.maybe<Head & object>(sql`
    select t.id, t.bill_no, t.state, t.truck_id, k.code as plate, d.name as driver, d.phone, q.name as depot, q.lng, q.lat,
      t.plan_depart_at, t.act_depart_at, t.act_return_at, t.plan_return_at, w.eta_at as back_eta_at
    from ${from(ctx, shipPlanBill.header, 't')} join ${named(ctx, clientSite, 'q')} on q.id = t.depart_site_id
    left join ${named(ctx, truck, 'k')} on k.id = t.truck_id left join ${named(ctx, staff, 'd')} on d.id = t.driver_id
    left join ${from(ctx, tripWatch, 'w')} on w.bill_id = t.id where t.id = ${id}`)
  const h = found(row, shipPlanBill.header.title)
  const wayBills = await ctx.tx.query<{ id: string; billNo: string; seq: number; state: string }>(sql`
    select w.id, w.bill_no, s.seq, w.state from ${from(ctx, tripItem, 'i')} join ${from(ctx, wayBill.header, 'w')} on w.id = i.way_bill_id
    join ${from(ctx, tripStop, 's')} on s.id = i.stop_id where i.bill_id = ${id} and i.is_live order by s.seq, w.bill_no`)
  return {
    ...{ id: h.id, billNo: h.billNo, state: h.state, plate: h.plate, driver: h.driver, phone: h.phone },
    depot: { name: h.depot, lng: num(h.lng), lat: num(h.lat) },
    ...{ planDepartAt: h.planDepartAt.toISOString(), departAt: said(h.actDepartAt), returnAt: said(h.actReturnAt) },
    backEtaAt: said(h.backEtaAt),
    stops: await stopsOf(ctx, id),
    ...(await pointsOf(ctx, h)),
    wayBills,
  }
}

/** What somebody has seen of a truck, where the positions have not told it. */
async function tell(ctx: Ctx, { tripId, stopId, kind, at, reason }: z.output<typeof tellStop.input>) {
  const trip = await lockBill(ctx, shipPlanBill, tripId)
  const when = at === undefined ? ctx.now() : new Date(at)
  if (when > ctx.now()) refuse(tripFaults.tooEarly)
  const own = await ctx.tx.maybe(sql`
    select 1 from ${fromHere(ctx, tripStop, 's')} where s.id = ${stopId} and s.bill_id = ${tripId}`)
  if (!own) refuse(tripFaults.notOnTrip)
  const { version } = await tellTrip(ctx, trip, [{ ...toldNow(ctx, kind, when, { reason }), stopId }])
  return { id: tripId, version }
}

export const watchServed = (): Served[] => [
  serve(truckWatch, watch),
  serve(tripTrack, track),
  serve(tellStop, tell),
  serve(jobProgress, progressOf),
]
