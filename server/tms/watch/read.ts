// engine: reads where the truck of a trip is, whoever drives it

import { clientSite } from '@lading/contract/tms/clientSite.ts'
import type { Ring } from '@lading/contract/tms/region.ts'
import { shipPlanBill, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { tripWatch } from '@lading/contract/tms/watch.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import type { At } from '../gps/coords.ts'
import { readOption } from '../option.ts'
import { isFinal } from '../trip/project.ts'
import type { Trip } from '../trip/read.ts'
import type { Fix, Visit, Visits } from './fence.ts'
import type { Range, Signs } from './signs.ts'

/** All that is kept of a trip that is watched. */
export interface WatchState {
  readonly visits: Visits
  depot: Visit
  readonly signs: Signs
  /** Since when some stop will be reached too late. */
  lateSince?: number | undefined
  /** Of which round of the trip it is. */
  readonly round: number
}
export interface Kept {
  readonly id: string
  readonly doneAt: Date | null
  readonly state: WatchState | null
  readonly nextAt: Date | null
}
export const keptOf = (ctx: Ctx, tripId: string) =>
  ctx.tx.maybe<Kept & object>(sql`
    select w.id, w.done_at, w.state, w.next_at from ${fromHere(ctx, tripWatch, 'w')} where w.bill_id = ${tripId}`)

export interface PlannedStop {
  readonly id: string
  readonly seq: number
  readonly siteId: string
  readonly name: string
  readonly at: At | null
  readonly radiusM: number
  readonly ring: Ring | null
  readonly state: string
  readonly isDone: boolean
  readonly planArriveAt: Date | null
  readonly planLeaveAt: Date | null
  readonly arriveAt: Date | null
  readonly etaAt: Date | null
  /** Until when somebody is there: the first of the windows of its goods. */
  readonly dueAt: Date | null
}
interface Row extends Omit<PlannedStop, 'at' | 'isDone'> {
  readonly lng: string | null
  readonly lat: string | null
}
const placeOf = ({ lng, lat }: { lng: string | null; lat: string | null }): At | null =>
  lng === null || lat === null ? null : [Number(lng), Number(lat)]

/** The stops of a trip, and its depot. */
export async function wayOf(ctx: Ctx, trip: Trip) {
  const rows = await ctx.tx.query<Row>(sql`
    select s.id, s.seq, s.site_id, p.name, p.lng, p.lat, p.fence_m as radius_m, p.fence_ring as ring, s.state, s.plan_arrive_at, s.plan_leave_at, s.act_arrive_at as arrive_at, s.eta_at,
      (select min(w.window_to) from ${fromHere(ctx, tripItem, 'i')} join ${fromHere(ctx, wayBill.header, 'w')} on w.id = i.way_bill_id where i.stop_id = s.id and i.is_live) as due_at
    from ${fromHere(ctx, tripStop, 's')} join ${named(ctx, clientSite, 'p')} on p.id = s.site_id where s.bill_id = ${trip.id} order by s.seq, s.id`)
  const depot = await ctx.tx.one<{
    id: string
    name: string
    lng: string | null
    lat: string | null
    radiusM: number
    ring: Ring | null
  }>(sql`
    select d.id, d.name, d.lng, d.lat, d.fence_m as radius_m, d.fence_ring as ring from ${named(ctx, clientSite, 'd')} where d.id = ${trip.departSiteId}`)
  const stops: PlannedStop[] = rows.map((r) => ({ ...r, at: placeOf(r), isDone: isFinal(r.state) }))
  return { stops, depot: { ...depot, at: placeOf(depot) } }
}
export type Way = Awaited<ReturnType<typeof wayOf>>

/** Positions looked through in one go; a truck that sends each second for an hour has fewer. */
const fixesMost = 5_000
const num = (v: string | null): number | null => (v === null ? null : Number(v))
/** What the truck of a trip has told after a moment, in order. */
export async function fixesAfter(ctx: Ctx, truckId: string, after: Date): Promise<readonly Fix[]> {
  const rows = await ctx.tx.query<{
    at: Date
    lng: string
    lat: string
    speedKmh: string | null
    temp1: string | null
    temp2: string | null
  }>(sql`
    select f.at, f.lng, f.lat, f.speed_kmh, f.temp1, f.temp2 from tms_gps_fix f
    where f.tenant_id = ${ctx.tenantId} and f.truck_id = ${truckId} and f.at > ${after} and not coalesce(f.is_bad, false)
    order by f.at limit ${fixesMost}`)
  return rows.map((r) => ({
    at: r.at.getTime(),
    p: [Number(r.lng), Number(r.lat)],
    speed: num(r.speedKmh),
    temps: [num(r.temp1), num(r.temp2)].filter((t) => t !== null),
  }))
}

/** Between which degrees the goods have to be that are still aboard. */
export async function rangesOf(ctx: Ctx, tripId: string): Promise<readonly Range[]> {
  const rows = await ctx.tx.query<{ zone: string }>(sql`
    select distinct w.temp_zone as zone from ${fromHere(ctx, tripItem, 'i')} join ${fromHere(ctx, wayBill.header, 'w')} on w.id = i.way_bill_id
    where i.bill_id = ${tripId} and i.is_live and i.direction = 'OUT' and i.state = 'OPEN' and w.temp_zone <> 'AMBIENT'`)
  const chill = { from: await readOption(ctx, 'tms_temp_chill_from'), to: await readOption(ctx, 'tms_temp_chill_to') }
  const frozen = { from: -100, to: await readOption(ctx, 'tms_temp_frozen_to') }
  return rows.map(({ zone }) => (zone === 'FROZEN' ? frozen : chill))
}

/** The trip that a truck is on, or is about to begin; whose it is. */
export const tripOfTruck = (ctx: Ctx, truckId: string, now: Date) =>
  ctx.tx.maybe<{ id: string; orgId: string } & object>(sql`
    select t.id, t.org_id from ${named(ctx, shipPlanBill.header, 't')} where t.truck_id = ${truckId}
      and (t.state in ('IN_TRANSIT', 'DELIVERED') or (t.state in ('RELEASED', 'ACCEPTED', 'CHECKED_IN', 'LOADING', 'LOADED')
        and t.plan_depart_at between ${new Date(now.getTime() - 12 * 3_600_000)} and ${new Date(now.getTime() + 4 * 3_600_000)}))
    order by t.state in ('IN_TRANSIT', 'DELIVERED') desc, t.plan_depart_at, t.id limit 1`)
