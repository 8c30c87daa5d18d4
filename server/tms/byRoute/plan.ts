import type { offReasons, previewByRoute } from '@lading/contract/tms/byRoute.ts'
import type { DrawnTrip } from '@lading/contract/tms/planCalls.ts'
import { vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'
import {
  type Config,
  dayOf,
  type PlanOrder,
  type PlanTruck,
  readConfig,
  readOrders,
  secondsOf,
  unlimited,
} from '../planning/day.ts'
import { draw } from '../planning/draw.ts'
import type { Vehicle } from '../routing/problem.ts'
import { matched, type Scheme, schemesOn, waitingOn } from './match.ts'
import { type Goods, pack, type Room } from './pack.ts'
import { type Fleet, type FleetTruck, hoursOf, readFleet, truckFor } from './trucks.ts'

type Asked = z.output<typeof previewByRoute.input>
type Off = { readonly id: string; readonly reason: keyof typeof offReasons }

/** A trip of a scheme with what it brings and fetches, in the order of the route. */
interface Loaded {
  readonly scheme: Scheme
  readonly turn: number
  readonly truck: FleetTruck | undefined
  readonly wayBillIds: readonly string[]
}
export interface SchemeTrip extends Loaded {
  /** As it is driven. */
  readonly drawn: DrawnTrip
}

async function usualConfig(ctx: Ctx): Promise<Config> {
  const row = await ctx.tx.maybe<{ id: string }>(sql`
    select c.id from ${fromHere(ctx, vrpConfig, 'c')} where c.is_default`)
  return readConfig(ctx, found(row, vrpConfig.title).id)
}

const boundless: Room = { weight: Number.POSITIVE_INFINITY, volume: Number.POSITIVE_INFINITY }
/** What is put on a truck at most: as in every plan, by the shares of the settings. */
const roomOf = ({ kg, m3 }: FleetTruck, c: Config): Room => ({
  weight: c.capacities?.includes('WEIGHT') ? (Number(kg) * Number(c.weightFill)) / 100 : boundless.weight,
  volume: c.capacities?.includes('VOLUME') ? (Number(m3) * Number(c.volumeFill)) / 100 : boundless.volume,
})
const goodsOf = (b: PlanOrder, depotId: string): Goods => ({
  id: b.id,
  weight: Number(b.weight),
  volume: Number(b.volume),
  direction: b.toSiteId === depotId ? 'BACK' : 'OUT',
})

/** The goods of a scheme on its trucks; the hours of these are taken then. */
function load(
  fleet: Fleet,
  scheme: Scheme,
  stops: readonly (readonly Goods[])[],
  config: Config,
  isSplit: boolean,
): { trips: Loaded[]; off: Off[] } {
  const chosen: { truck: FleetTruck | undefined; room: Room }[] = []
  const next = (turn: number) => {
    if (turn > 0 && !isSplit) return undefined
    const truck = truckFor(
      fleet,
      scheme,
      chosen.slice(0, turn).flatMap((c) => c.truck?.id ?? []),
    )
    // Without a truck a further trip is no larger than the one before.
    chosen[turn] ??= { truck, room: truck ? roomOf(truck, config) : (chosen[turn - 1]?.room ?? boundless) }
    return chosen[turn]
  }
  const { trips, oversize, overflow } = pack(stops, next)
  for (const { truck } of trips) if (truck.truck) fleet.taken.push({ truckId: truck.truck.id, ...hoursOf(scheme) })
  return {
    trips: trips.map((t, i) => ({
      ...{ scheme, turn: i + 1, truck: t.truck.truck },
      wayBillIds: t.stops.flatMap((goods) => goods.map((g) => g.id)),
    })),
    off: [
      ...oversize.map(({ id }): Off => ({ id, reason: 'OVERSIZE' })),
      ...overflow.map(({ id }): Off => ({ id, reason: 'OVERFLOW' })),
    ],
  }
}

/** Stands for the truck that somebody names later: nothing is too much for it, and nothing can be said of it. */
const nobody = (id: string): PlanTruck => ({
  ...{ id, code: '', typeId: '0', typeName: '', driver: null, kg: '0', m3: '0', pallets: null, containers: null },
  ...{ maxStops: null, speedFactor: '1', costFixed: null, costPerKm: null, costPerHour: null, costPerStop: null },
  ...{ skills: null, typeSkills: null, tempMin: null, grossKg: null, lengthM: null },
})
const ofTruck = ['LOAD', 'SKILL', 'BANNED']

/** The trips as the engine drives them, each by a truck of its own that leaves when its scheme says. */
async function driven(ctx: Ctx, asked: Asked, loaded: readonly Loaded[], orders: readonly PlanOrder[], usual: Config) {
  // On a fixed route goods are fetched where the truck is, and nobody asks how often it goes.
  const config: Config = { ...usual, maxTrips: 1, pickups: 'MIXED' }
  const trucks = loaded.map(({ truck }, i): PlanTruck => (truck ? { ...truck, id: String(i) } : nobody(String(i))))
  const day = await dayOf(ctx, asked, { orders, trucks, config })
  const vehicles = day.problem.vehicles.map((v, i): Vehicle => {
    const at = secondsOf(loaded[i]?.scheme.departAt ?? '00:00')
    const capacity = loaded[i]?.truck ? v.capacity : v.capacity.map(() => unlimited)
    return { ...v, capacity, shift: [at, v.shift[1]], departBy: at }
  })
  const planned = loaded.map(({ wayBillIds }, i) => ({
    ...{ truckId: String(i), turn: 0 },
    visits: wayBillIds.map((wayBillId) => ({ wayBillId })),
  }))
  const drawn = draw({ ...day, problem: { ...day.problem, vehicles } }, planned).trips
  const trips = loaded.flatMap((one, i): SchemeTrip[] => {
    const own = drawn.find((d) => d.truckId === String(i))
    if (!own) return []
    const violations = one.truck ? own.violations : own.violations.filter((v) => !ofTruck.includes(v))
    return [{ ...one, drawn: { ...own, violations } }]
  })
  return { trips, sites: day.sites }
}

/**
 * The trips that a day's fixed routes come to. Way bills of schemes that are not asked for stay out of it; whatever is on no
 * trip though it could be says why.
 * @param ids only these way bills
 */
export async function planByRoute(ctx: Ctx, asked: Asked, ids?: readonly string[]) {
  const schemes = await schemesOn(ctx, asked.bizDate, asked.depotId)
  const waiting = await waitingOn(ctx, asked.bizDate, asked.depotId, ids)
  const { on, off } = matched(schemes, waiting)
  const going = schemes.filter((s) => asked.schemeIds.length === 0 || asked.schemeIds.includes(s.id))
  const config = await usualConfig(ctx)
  const orders = await readOrders(
    ctx,
    waiting.map((w) => w.id),
  )
  const byId = new Map(orders.map((b) => [b.id, b]))
  const fleet = await readFleet(
    ctx,
    asked.bizDate,
    schemes.filter((s) => on.has(s.id)),
  )
  const loads = going.flatMap((scheme) => {
    const own = on.get(scheme.id)
    if (!own) return []
    const stops = scheme.siteIds.map((siteId) =>
      own
        .filter((w) => w.siteId === siteId)
        .flatMap((w) => byId.get(w.id) ?? [])
        .map((b) => goodsOf(b, asked.depotId)),
    )
    return [load(fleet, scheme, stops, config, asked.overflow === 'SPLIT')]
  })
  const loaded = loads.flatMap((l) => l.trips)
  const left = [...off, ...loads.flatMap((l) => l.off)]
  const used = new Set([...loaded.flatMap((t) => t.wayBillIds), ...left.map((o) => o.id)])
  const { trips, sites } = await driven(
    ctx,
    asked,
    loaded,
    orders.filter((b) => used.has(b.id)),
    config,
  )
  return { trips, left, byId, sites }
}
