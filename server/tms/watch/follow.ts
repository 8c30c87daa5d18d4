// engine: follows trucks, whoever drives them

import { Fault } from '@lading/contract/kernel/fault.ts'
import { type AbnormalKind, abnormalKinds } from '@lading/contract/tms/abnormal.ts'
import { onRoadStates, shipPlanBill, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { tripWatch } from '@lading/contract/tms/watch.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere } from '../../kernel/scope.ts'
import { openAbnormal } from '../abnormal/open.ts'
import { readOption } from '../option.ts'
import { flowHere, recordEvents } from '../trip/events.ts'
import type { Trip } from '../trip/read.ts'
import { demandLeaving, writeTold } from '../trip/road.ts'
import { etasOf } from './etas.ts'
import { type Crossing, cross, depotVisit, type Fence, type Fix, leftDepot } from './fence.ts'
import type { Place } from './place.ts'
import { fixesAfter, keptOf, type PlannedStop, rangesOf, type WatchState, type Way, wayOf } from './read.ts'
import { look, type Sign } from './signs.ts'
import { watchTopic } from './topics.ts'

const minute = 60_000
const hour = 60 * minute
/** Stops ahead that a truck may come to next: it may skip some, and does not jump to the last. */
const aheadMost = 3
/** By the clock, without news from the truck. */
const lookEveryMs = 5 * minute
/** A trip that nobody has ended is looked at by its positions alone after so long. */
const watchedMs = 72 * hour

const isOnRoad = ({ state }: Pick<Trip, 'state'>): boolean => onRoadStates.some((one) => one === state)

/** What is watched of a site that somebody has put on the map. */
const placeOf = ({ at, radiusM, ring }: Pick<PlannedStop, 'at' | 'radiusM' | 'ring'>): Place[] =>
  at ? [{ at, radiusM, ...(ring && { ring }) }] : []

/** What positions tell of a trip: crossings of fences, when it left the depot, and what is wrong. */
interface Seen {
  readonly crossings: readonly Crossing[]
  readonly left: number | undefined
  readonly signs: readonly Sign[]
}
async function seenOf(ctx: Ctx, trip: Trip, way: Way, state: WatchState, fixes: readonly Fix[]): Promise<Seen> {
  const [depot] = placeOf(way.depot)
  const route = [way.depot, ...way.stops, way.depot].flatMap(({ at }) => (at ? [at] : []))
  const fenceOf = (s: PlannedStop): Fence[] =>
    placeOf(s).map((place) => ({ ...place, id: s.id, isOpen: !s.isDone && s.arriveAt === null }))
  const known = way.stops.flatMap(fenceOf)
  const limits = {
    stopLongMin: await readOption(ctx, 'tms_stop_long_min'),
    offRouteM: await readOption(ctx, 'tms_off_route_m'),
    ranges: await rangesOf(ctx, trip.id),
    route,
    fences: [...known, ...(depot ? [depot] : [])],
  }
  const [crossings, signs]: [Crossing[], Sign[]] = [[], []]
  let left: number | undefined
  const arrived = new Set<string>()
  const onRoad = isOnRoad(trip)
  for (const fix of fixes) {
    if (!onRoad && left === undefined && depot) left = leftDepot(depot, state.depot, fix)
    if (!onRoad && left === undefined) continue
    const there = known.filter((f) => state.visits[f.id]?.isThere)
    const ahead = known
      .filter((f) => f.isOpen && !arrived.has(f.id) && !state.visits[f.id]?.isThere)
      .slice(0, aheadMost)
    const stillOpen = (f: Fence) => ({ ...f, isOpen: way.stops.some((s) => s.id === f.id && !s.isDone) })
    const now = known.flatMap((f) => (there.includes(f) ? [stillOpen(f)] : ahead.includes(f) ? [f] : []))
    for (const c of cross(now, state.visits, fix)) {
      crossings.push(c)
      arrived.add(c.id)
    }
    signs.push(...look(state.signs, fix, limits))
  }
  return { crossings, left, signs }
}

/** What was seen is told as a driver would tell it; what contradicts people is dropped. @returns whether anything was new */
async function tellSeen(ctx: Ctx, trip: Trip, { crossings, left }: Seen): Promise<boolean> {
  const uid = (what: string) => `fence-${trip.id}-${trip.round}-${what}`.slice(0, 40)
  const of = { wayBillId: null, source: 'GEOFENCE' as const, payload: null }
  const mayArrive = await readOption(ctx, 'tms_auto_arrive_by_geofence')
  const told = [
    ...(left !== undefined
      ? [{ ...of, uid: uid('d'), kind: 'DEPART' as const, at: new Date(left), stopId: null }]
      : []),
    ...(mayArrive ? crossings : []).map((c) => ({
      ...of,
      ...{ uid: uid(`${c.kind.slice(0, 1)}${c.id.slice(-12)}`), kind: c.kind, at: new Date(c.at), stopId: c.id },
    })),
  ]
  if (told.length === 0) return false
  const { columns, answers } = await recordEvents(ctx, trip, told)
  const applied = told.filter((e) => answers.some((a) => a.uid === e.uid && a.answer === 'applied'))
  if (!columns || applied.length === 0) return false
  await writeTold(
    ctx,
    trip,
    columns,
    applied.map((e) => e.kind),
  )
  return true
}

const words: Readonly<Partial<Record<AbnormalKind, (figure: number, where: string) => string>>> = {
  STOP_LONG: (n) => `围栏外停车${n}分钟`,
  DEVIATE: (n) => `偏离计划路线${(n / 1000).toFixed(1)}公里`,
  TEMP: (n) => `温度${n}℃超出范围15分钟`,
  OFFLINE: (n) => `${n}分钟没有定位`,
  DELAY: (n, where) => `${where}预计晚到${n}分钟`,
}
interface Wrong extends Sign {
  readonly stop?: PlannedStop
}
/** Of each episode one abnormal, at the place where the truck is. */
async function openWrong(ctx: Ctx, trip: Trip, wrong: readonly Wrong[], last: Fix | undefined): Promise<void> {
  const byEpisode = new Map(wrong.map((w) => [`${trip.id}:${w.kind}:${w.since}:${trip.round}`, w]))
  for (const [episode, { kind, since, figure, stop }] of byEpisode)
    await openAbnormal(ctx, {
      ...{ kind, episode, openedAt: new Date(since), tripId: trip.id },
      what: words[kind]?.(figure, stop?.name ?? '') ?? abnormalKinds[kind][0],
      ...{ stopId: stop?.id ?? null, siteId: stop?.siteId ?? null },
      ...{ lng: last ? last.p[0].toFixed(6) : null, lat: last ? last.p[1].toFixed(6) : null },
    })
}

const fresh = (trip: Trip): WatchState => ({ visits: {}, depot: depotVisit(), signs: {}, round: trip.round })
/** From when on positions tell of a trip: from before it was to leave. */
const beginOf = (trip: Trip): Date =>
  new Date(
    Math.min(new Date(trip.planDepartAt).getTime(), trip.actDepartAt?.getTime() ?? Number.POSITIVE_INFINITY) - 2 * hour,
  )

const lockTrip = (ctx: Ctx, id: string) =>
  ctx.tx.maybe<Trip & object>(sql`
    select t.* from ${fromHere(ctx, shipPlanBill.header, 't')} where t.id = ${id} for no key update of t`)

/** Whether the trip may be told to have left, by its flow and its crew. */
async function mayLeave(ctx: Ctx, trip: Trip): Promise<boolean> {
  if (!(await readOption(ctx, 'tms_auto_depart_by_geofence'))) return false
  const { steps } = await flowHere(ctx)
  if (!steps.depart.from.some((one) => one === trip.state)) return false
  return demandLeaving(ctx, trip).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Fault) return false
      throw error
    },
  )
}

/** Where nobody watches a trip any more. */
const isOver = ({ state }: Trip): boolean => ['DRAFT', 'RETURNED', 'CLOSED', 'CANCELLED'].includes(state)

/**
 * Looks at a trip with what its truck has told since the last look: its stops are reached and left, times are expected, and
 * what is wrong becomes an abnormal. Told again, nothing happens.
 * @param from of a position that came late: then all of the trip is looked at anew
 */
export async function followTrip(ctx: Ctx, tripId: string, from?: Date): Promise<void> {
  const trip = await lockTrip(ctx, tripId)
  if (!trip || isOver(trip) || trip.truckId === null) return
  const kept = await keptOf(ctx, tripId)
  const isAnew = !kept?.state || kept.state.round !== trip.round || (from && kept.doneAt && from <= kept.doneAt)
  const state = isAnew ? fresh(trip) : (kept?.state ?? fresh(trip))
  const since = isAnew ? beginOf(trip) : (kept?.doneAt ?? beginOf(trip))
  const fixes = await fixesAfter(ctx, trip.truckId, since)
  const way = await wayOf(ctx, trip)
  const seen = await seenOf(ctx, trip, way, state, fixes)
  const left = seen.left !== undefined && (await mayLeave(ctx, trip)) ? seen.left : undefined
  const mayTell = isOnRoad(trip) || left !== undefined
  const isTold = mayTell && (await tellSeen(ctx, trip, { ...seen, left }))
  const now = isTold ? ((await lockTrip(ctx, tripId)) ?? trip) : trip
  const last = fixes.at(-1)
  // A truck that must not leave is looked at again from where it stood.
  if (seen.left !== undefined && left === undefined) state.depot = depotVisit()
  if (kept?.state?.round === trip.round) state.lateSince = kept.state.lateSince
  const backAt = isOnRoad(now)
    ? await judge(ctx, now, isTold ? await wayOf(ctx, now) : way, { state, last, signs: mayTell ? seen.signs : [] })
    : null
  await keep(ctx, now, { kept, state, backAt, doneAt: last ? new Date(last.at) : (kept?.doneAt ?? null) })
}

interface Judged {
  readonly state: WatchState
  readonly last: Fix | undefined
  readonly signs: readonly Sign[]
}
/** When the truck comes where, and what of that is wrong. @returns when it is back */
async function judge(ctx: Ctx, trip: Trip, way: Way, { state, last, signs }: Judged): Promise<Date | null> {
  const now = ctx.now().getTime()
  let backAt: Date | null = null
  const pos = await ctx.tx.maybe<{ at: Date; lng: string; lat: string } & object>(sql`
    select p.at, p.lng, p.lat from tms_truck_pos p where p.tenant_id = ${ctx.tenantId} and p.truck_id = ${trip.truckId}`)
  const late: Wrong[] = []
  if (pos) {
    const eta = await etasOf(ctx, trip, way, [Number(pos.lng), Number(pos.lat)])
    await writeEtas(ctx, way, eta, ctx.now())
    backAt = eta ? new Date(eta.back) : null
    const toleranceMs = (await readOption(ctx, 'tms_on_time_tolerance_min')) * minute
    for (const stop of way.stops) {
      const comes = eta?.stops.get(stop.id)
      const due = stop.dueAt?.getTime() ?? (stop.planArriveAt ? stop.planArriveAt.getTime() + toleranceMs : undefined)
      if (comes !== undefined && due !== undefined && comes > due)
        late.push({ kind: 'DELAY', since: state.lateSince ?? now, figure: Math.round((comes - due) / minute), stop })
    }
    // A tracker may sleep between trips: silence counts from when this one left.
    const heard = Math.max(pos.at.getTime(), trip.actDepartAt?.getTime() ?? 0)
    const silentMin = (now - heard) / minute
    if (silentMin >= (await readOption(ctx, 'tms_offline_min')))
      late.push({ kind: 'OFFLINE', since: heard, figure: Math.floor(silentMin) })
  }
  const at: Fix | undefined = last ?? (pos && { at: 0, p: [Number(pos.lng), Number(pos.lat)], speed: null, temps: [] })
  // Of all that will be late the first says it for the rest.
  const first = late.find((w) => w.kind === 'DELAY')
  state.lateSince = first?.since
  // Who has delivered all of it may stand where he likes.
  if (trip.state === 'IN_TRANSIT')
    await openWrong(ctx, trip, [...signs, ...late.filter((w) => w.kind !== 'DELAY' || w === first)], at)
  return backAt
}

type Etas = Awaited<ReturnType<typeof etasOf>>
/** What differs by a minute is written. */
async function writeEtas(ctx: Ctx, way: Way, eta: Etas, now: Date): Promise<void> {
  for (const stop of way.stops) {
    const comes = stop.arriveAt || stop.isDone ? undefined : eta?.stops.get(stop.id)
    const [was, is] = [stop.etaAt?.getTime(), comes]
    if (was === is || (was !== undefined && is !== undefined && Math.abs(was - is) < minute)) continue
    await ctx.tx.run(sql`
      update ${raw(tripStop.table)} set eta_at = ${is === undefined ? null : new Date(is)}, version = version + 1, updated_at = ${now}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${stop.id}`)
  }
}

interface Keeping {
  readonly kept: Awaited<ReturnType<typeof keptOf>>
  readonly state: WatchState
  readonly doneAt: Date | null
  readonly backAt: Date | null
}
/** What was seen is kept, and the clock looks again after a while. */
async function keep(ctx: Ctx, trip: Trip, { kept, state, doneAt, backAt }: Keeping): Promise<void> {
  const isLongAgo = trip.actDepartAt !== null && ctx.now().getTime() - trip.actDepartAt.getTime() > watchedMs
  const isDue = isOnRoad(trip) && !isLongAgo && (!kept?.nextAt || kept.nextAt <= ctx.now())
  const nextAt = isDue ? new Date(ctx.now().getTime() + lookEveryMs) : (kept?.nextAt ?? null)
  if (isDue && nextAt) ctx.emit({ topic: watchTopic, key: trip.id, notBefore: nextAt })
  await insert(
    ctx,
    tripWatch,
    [{ billId: trip.id, doneAt, state: state as never, nextAt, etaAt: backAt }],
    sql`on conflict (tenant_id, org_id, bill_id) do update set done_at = excluded.done_at, state = excluded.state, next_at = excluded.next_at, eta_at = excluded.eta_at,
      version = tms_trip_watch.version + 1, updated_at = excluded.updated_at`,
  )
}
