// A day's way bills and trucks as a problem of routing, and a plan of it as the pages show it.
import { clientSite, siteWindow } from '@lading/contract/tms/clientSite.ts'
import type { Asked, PlannedTrip } from '@lading/contract/tms/routePlan.ts'
import { skills } from '@lading/contract/tms/skills.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { truckType } from '@lading/contract/tms/truckType.ts'
import { vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import { type tempZones, wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { StoredRow } from '../../kernel/rules.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { legsOf } from '../roads/legs.ts'
import type { Order, Problem, Vehicle, Visit, Window } from '../routing/problem.ts'

const daySeconds = 86_400
const fen = (money: string | null, times = '1'): number => Math.round(Number(money ?? 0) * Number(times) * 100)
const whole = (text: string | null, unit: number): number => Math.round(Number(text ?? 0) * unit)
export const secondsOf = (clock: string): number => {
  const [h = 0, m = 0] = clock.split(':').map(Number)
  return h * 3600 + m * 60
}

export interface PlanOrder {
  readonly id: string
  readonly version: number
  readonly billNo: string
  readonly kind: string
  readonly state: string
  readonly fromSiteId: string
  readonly toSiteId: string
  readonly windowFrom: Date | null
  readonly windowTo: Date | null
  readonly tempZone: keyof typeof tempZones
  readonly skills: readonly string[] | null
  readonly priority: number
  readonly pieces: string
  readonly weight: string
  readonly volume: string
  readonly containers: number | null
  readonly pallets: number | null
}
export interface PlanSite {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly role: string
  readonly lng: string | null
  readonly lat: string | null
  readonly regionId: string | null
  readonly route: string | null
  readonly serviceMin: number
  readonly serviceMinPerM3: string
  readonly maxLengthM: string | null
  readonly maxGrossKg: string | null
  readonly typeIds: readonly string[] | null
  readonly skills: readonly string[] | null
  readonly windows: readonly {
    readonly days: readonly string[] | null
    readonly opensAt: string
    readonly closesAt: string
  }[]
}
export interface PlanTruck {
  readonly id: string
  readonly code: string
  readonly typeId: string
  readonly typeName: string
  readonly driver: string | null
  readonly kg: string
  readonly m3: string
  readonly pallets: number | null
  readonly containers: number | null
  readonly maxStops: number | null
  readonly speedFactor: string
  readonly costFixed: string | null
  readonly costPerKm: string | null
  readonly costPerHour: string | null
  readonly costPerStop: string | null
  readonly skills: readonly string[] | null
  readonly typeSkills: readonly string[] | null
  readonly tempMin: string | null
  readonly grossKg: string | null
  readonly lengthM: string | null
}
export type Config = StoredRow<typeof vrpConfig>

/** Everything about a day that a plan of it asks, in one order for always. */
export interface Day {
  readonly problem: Problem
  readonly orders: readonly PlanOrder[]
  readonly trucks: readonly PlanTruck[]
  readonly sites: readonly PlanSite[]
  readonly config: Config
  readonly depotId: string
  /** The sites of the problem, by their places in it. */
  readonly placed: readonly string[]
  /** Trips that a truck can make, at most. */
  readonly turns: number
}

export const readOrders = (ctx: Ctx, ids: readonly string[]): Promise<PlanOrder[]> =>
  ctx.tx.query<PlanOrder>(sql`
    select t.id, t.version, t.bill_no, t.kind, t.state, t.from_site_id, t.to_site_id, t.window_from, t.window_to, t.temp_zone,
      t.skills, t.priority, t.pieces, t.weight, t.volume, t.containers, t.pallets
    from ${fromHere(ctx, wayBill.header, 't')} where t.id = any(${ids}::bigint[]) order by t.id`)

export const readTrucks = (ctx: Ctx, ids: readonly string[] | undefined): Promise<PlanTruck[]> =>
  ctx.tx.query<PlanTruck>(sql`
    select t.id, t.code, t.type_id, y.name type_name, d.name driver, coalesce(t.load_kg, y.load_kg) kg,
      coalesce(t.volume_m3, y.volume_m3) m3, y.pallets, y.containers, y.max_stops, y.speed_factor, y.cost_fixed, y.cost_per_km,
      y.cost_per_hour, y.cost_per_stop, t.skills, y.skills type_skills, y.temp_min, y.gross_kg, y.length_m
    from ${named(ctx, truck, 't')} join ${named(ctx, truckType, 'y')} on y.id = t.type_id
      left join ${named(ctx, staff, 'd')} on d.id = t.driver_id
    where ${ids ? sql`t.id = any(${ids}::bigint[])` : sql`not t.disabled and not t.in_repair`} order by t.code, t.id`)

export const readSites = (ctx: Ctx, ids: readonly string[]): Promise<PlanSite[]> =>
  ctx.tx.query<PlanSite>(sql`
    select t.id, t.code, t.name, t.role, t.lng, t.lat, t.region_id, t.route, t.service_min, t.service_min_per_m3, t.max_length_m, t.max_gross_kg,
      t.type_ids, t.skills, coalesce((select jsonb_agg(jsonb_build_object('days', w.days, 'opensAt', w.opens_at, 'closesAt', w.closes_at)
        order by w.opens_at) from ${named(ctx, siteWindow.entity, 'w')} where w.site_id = t.id), '[]') windows
    from ${named(ctx, clientSite, 't')} where t.id = any(${ids}::bigint[]) order by t.id`)

export async function readConfig(ctx: Ctx, id: string): Promise<Config> {
  const row = await ctx.tx.maybe<Config>(sql`select c.* from ${fromHere(ctx, vrpConfig, 'c')} where c.id = ${id}`)
  return found(row, vrpConfig.title)
}

interface Scope extends Omit<Asked, 'seconds'> {
  readonly bizDate: string
  readonly depotId: string
  readonly configId: string
}

/** Reads a day and makes it a problem. */
export const readDay = async (ctx: Ctx, o: Scope): Promise<Day> => withRoads(ctx, await readGoods(ctx, o))

/** The ways between its sites. */
async function withRoads(ctx: Ctx, day: Day): Promise<Day> {
  const [small, large] = [await legsOf(ctx, day.placed, 'TRUCK_SMALL'), await legsOf(ctx, day.placed, 'TRUCK_LARGE')]
  const roads = [small, large].map(({ distance, duration }) => ({ metres: distance, seconds: duration }))
  return { ...day, problem: { ...day.problem, roads } }
}

/** A day without its roads: enough to tell what it has and what cannot be planned at sight, and nothing can be driven in it. */
export async function readGoods(ctx: Ctx, o: Scope): Promise<Day> {
  const [orders, trucks, config] = [
    await readOrders(ctx, o.wayBillIds),
    await readTrucks(ctx, o.truckIds),
    await readConfig(ctx, o.configId),
  ]
  return goodsDay(ctx, o, { orders, trucks, config })
}

type Read = Pick<Day, 'orders' | 'trucks' | 'config'>
type Where = Pick<Scope, 'bizDate' | 'depotId'>

/** A day of what was read before, as a problem. Sites that nobody has located stand outside the roads. */
export const dayOf = async (ctx: Ctx, o: Where, read: Read): Promise<Day> =>
  withRoads(ctx, await goodsDay(ctx, o, read))

async function goodsDay(ctx: Ctx, o: Where, { orders, trucks, config }: Read): Promise<Day> {
  const ids = new Set([o.depotId, ...orders.flatMap((b) => [b.fromSiteId, b.toSiteId])])
  const sites = await readSites(ctx, [...ids])
  const located = sites.filter((s) => s.lng !== null && s.lat !== null && s.id !== o.depotId)
  const placed = [o.depotId, ...located.map((s) => s.id)]
  const place = new Map(placed.map((id, i) => [id, i]))
  const day = { orders, trucks, sites, config, depotId: o.depotId, place, bizDate: o.bizDate, zone: ctx.org.timeZone }
  const turns = config.maxTrips
  const problem: Problem = {
    sites: placed.length,
    roads: [],
    stopSeconds: placed.map((id, i) => (i === 0 ? 0 : (sites.find((s) => s.id === id)?.serviceMin ?? 0) * 60)),
    orders: orders.map((b) => orderOf(day, b)),
    vehicles: trucks.flatMap((t, i) =>
      Array.from({ length: turns }, (_, turn) => vehicleOf(day, t, i * turns + turn, turn)),
    ),
    rules: rulesOf(config),
  }
  return { problem, orders, trucks, sites, config, depotId: o.depotId, placed, turns }
}

interface Reading {
  readonly orders: readonly PlanOrder[]
  readonly trucks: readonly PlanTruck[]
  readonly sites: readonly PlanSite[]
  readonly config: Config
  readonly depotId: string
  readonly place: ReadonlyMap<string, number>
  readonly bizDate: string
  readonly zone: string
}

const bits = (of: readonly string[] | null): number =>
  Object.keys(skills).reduce((sum, skill, i) => (of?.includes(skill) ? sum | (1 << i) : sum), 0)
/** A truck that cools so far may carry what needs it. */
const coldest: Readonly<Record<string, number>> = { CHILL: 8, FROZEN: -15 }
const zones = ['AMBIENT', 'CHILL', 'FROZEN']

function orderOf(day: Reading, b: PlanOrder): Order {
  const isBack = b.toSiteId === day.depotId
  const site = (id: string) => day.sites.find((s) => s.id === id) as PlanSite
  const own = isBack ? site(b.fromSiteId) : site(b.toSiteId)
  const service = (s: PlanSite) => Math.round(Number(b.volume) * Number(s.serviceMinPerM3) * 60)
  const end = (s: PlanSite) => ({ site: day.place.get(s.id) ?? -1, service: service(s), windows: windowsOf(day, s, b) })
  const banned = day.trucks.flatMap((t, i) => (isLetIn(own, t) && isCold(b, t) ? [] : turnsOf(day, i)))
  const kind = isBack ? 'PICKUP' : b.fromSiteId === day.depotId ? 'DELIVER' : 'SHIPMENT'
  return {
    ...(kind === 'SHIPMENT'
      ? { ...end(site(b.toSiteId)), pickup: { ...end(site(b.fromSiteId)), windows: [] } }
      : end(own)),
    kind,
    demand: demandOf(day.config, b),
    skills: bits([...(b.skills ?? []), ...(own.skills ?? [])]),
    ...(banned.length > 0 && { banned }),
    penalty: fen(day.config.unassignedCost) * (1 + b.priority / 10),
    zone: zones.indexOf(b.tempZone),
    region: [...new Set(day.sites.map((s) => s.regionId))].indexOf(own.regionId),
  }
}

const turnsOf = ({ config }: Reading, truckAt: number): number[] =>
  Array.from({ length: config.maxTrips }, (_, turn) => truckAt * config.maxTrips + turn)
export const isLetIn = (s: PlanSite, t: PlanTruck): boolean =>
  !(Number(t.lengthM ?? 0) > Number(s.maxLengthM ?? 99)) &&
  !(Number(t.grossKg ?? 0) > Number(s.maxGrossKg ?? 1e9)) &&
  (!s.typeIds?.length || s.typeIds.includes(t.typeId))
const isCold = (b: PlanOrder, t: PlanTruck): boolean =>
  coldest[b.tempZone] === undefined || (t.tempMin !== null && Number(t.tempMin) <= (coldest[b.tempZone] ?? 0))

/** 1 is Monday. */
export const weekdayOf = (day: string): string => String(((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7) + 1)

/** When the site takes goods on a day of the week. */
export const openOn = (s: Pick<PlanSite, 'windows'>, weekday: string): Window[] =>
  s.windows
    .filter((w) => !w.days?.length || w.days.includes(weekday))
    .map(({ opensAt, closesAt }): Window => {
      const [from, to] = [secondsOf(opensAt), secondsOf(closesAt)]
      // Past midnight: what closes before it opens closes on the next day.
      return [from, to < from ? to + daySeconds : to]
    })

/** When the site takes goods on that day, within what the way bill itself says. */
function windowsOf({ bizDate, zone }: Reading, s: PlanSite, b: PlanOrder): Window[] {
  const open = openOn(s, weekdayOf(bizDate))
  if (!(b.windowFrom || b.windowTo)) return open
  const midnight = midnightOf(bizDate, zone)
  const at = (moment: Date | null, otherwise: number) =>
    moment ? Math.round((moment.getTime() - midnight) / 1000) : otherwise
  const [from, to] = [at(b.windowFrom, 0), at(b.windowTo, 2 * daySeconds)]
  if (open.length === 0) return [[from, to]]
  const both = open.map(([a, z]): Window => [Math.max(a, from), Math.min(z, to)]).filter(([a, z]) => a <= z)
  // Nobody is there then: a window that no truck can keep, so that the plan says so.
  return both.length > 0 ? both : [[-1, -1]]
}

/** 00:00 of a day by the clocks of a zone, in ms. */
export function midnightOf(day: string, zone: string): number {
  const utc = Date.parse(`${day}T00:00Z`)
  const shown = new Date(utc).toLocaleString('sv-SE', { timeZone: zone })
  return utc - (Date.parse(`${shown.replace(' ', 'T')}Z`) - utc)
}

const dims = ['WEIGHT', 'VOLUME', 'PALLETS', 'CONTAINERS'] as const
const usedDims = ({ capacities }: Config) => dims.filter((d) => capacities?.includes(d))
/** Grams and cubic centimetres, so that nothing is rounded away. */
function demandOf(config: Config, b: PlanOrder): number[] {
  const size = {
    WEIGHT: whole(b.weight, 1000),
    VOLUME: whole(b.volume, 1e6),
    PALLETS: b.pallets ?? 0,
    CONTAINERS: b.containers ?? 0,
  }
  return usedDims(config).map((d) => size[d])
}
export const unlimited = 2 ** 30
function capacityOf(config: Config, t: PlanTruck): number[] {
  const room = {
    WEIGHT: Math.min(unlimited, whole(t.kg, 10 * Number(config.weightFill))),
    VOLUME: Math.min(unlimited, whole(t.m3, 1e4 * Number(config.volumeFill))),
    PALLETS: t.pallets === null ? unlimited : Math.floor((t.pallets * Number(config.palletsFill)) / 100),
    CONTAINERS: t.containers === null ? unlimited : Math.floor((t.containers * Number(config.containersFill)) / 100),
  }
  return usedDims(config).map((d) => room[d])
}

function vehicleOf(day: Reading, t: PlanTruck, at: number, turn: number): Vehicle {
  const { config: c } = day
  const isMoney = c.objective !== 'DISTANCE'
  const most = [c.maxStops, t.maxStops].filter((x) => x !== null)
  return {
    start: 0,
    end: c.openRoute ? null : 0,
    capacity: capacityOf(c, t),
    shift: [secondsOf(c.departFrom), 2 * daySeconds],
    ...(turn === 0 && { departBy: secondsOf(c.departTo) }),
    profile: Number(t.grossKg ?? 0) > 4500 ? 1 : 0,
    slowness: Number(t.speedFactor),
    skills: bits([...(t.skills ?? []), ...(t.typeSkills ?? [])]),
    fixedCost: isMoney && turn === 0 ? fen(t.costFixed, c.wTruck) : 0,
    costPerKm: isMoney ? fen(t.costPerKm, c.wKm) : 100,
    costPerHour: isMoney ? fen(t.costPerHour, c.wHour) : 0,
    costPerStop: isMoney ? fen(t.costPerStop, c.wStop) : 0,
    ...(most.length > 0 && { maxStops: Math.min(...most) }),
    ...(c.maxKm !== null && { maxMetres: c.maxKm * 1000 }),
    maxSeconds: c.maxDurationMin * 60,
    ...(turn > 0 && { after: { vehicle: at - 1, reload: c.reloadMin * 60 } }),
  }
}

function rulesOf(c: Config): Problem['rules'] {
  return {
    vehiclesFirst: c.objective === 'TRUCKS_FIRST',
    pickups: c.pickups as Problem['rules']['pickups'],
    mixedZones: c.mixedTemp === true,
    lateSeconds: c.lateMaxMin * 60,
    costPerLateSecond: fen(c.lateCostPerMin) / 60,
    shiftSeconds: c.shiftMin * 60,
    costPerOvertimeSecond: fen(c.overtimeCostPerMin) / 60,
    costPerRegion: fen(c.wRegionMix),
    costPerKmBetween: fen(c.wCompact),
    costPerSquaredStop: fen(c.wBalanceStops) + (c.objective === 'BALANCED' ? 100 : 0),
    minFill: Number(c.minFill) / 100,
    costOfEmptiness: Number(c.minFill) > 0 ? 100_000 : 0,
    ...(c.breakMin > 0 && { rest: { after: c.breakAfterMin * 60, seconds: c.breakMin * 60 } }),
  }
}

/** Trips as the engine has them, by vehicle. Orders that are no longer of the day are left away. */
export function tripsIn(
  day: Pick<Day, 'orders' | 'trucks' | 'turns' | 'problem'>,
  trips: readonly PlannedTrip[],
): Visit[][] {
  const [orderAt, truckAt] = [
    new Map(day.orders.map((b, i) => [b.id, i])),
    new Map(day.trucks.map((t, i) => [t.id, i])),
  ]
  const all: Visit[][] = day.problem.vehicles.map(() => [])
  for (const { truckId, turn, visits } of trips) {
    const v = (truckAt.get(truckId) ?? -1) * day.turns + turn
    all[v]?.push(
      ...visits.flatMap(({ wayBillId, pickup }) => {
        const order = orderAt.get(wayBillId)
        return order === undefined ? [] : [{ order, ...(pickup && { isPickup: true }) }]
      }),
    )
  }
  return all
}

/** The engine's trips as a plan keeps them; locks stay with those who had them. */
export function tripsOut(
  day: Pick<Day, 'orders' | 'trucks' | 'turns'>,
  trips: readonly (readonly Visit[])[],
  before: readonly PlannedTrip[] = [],
): PlannedTrip[] {
  const locks = new Map(before.flatMap((t) => t.visits.map((v) => [`${v.wayBillId}${v.pickup ?? false}`, v.lock])))
  return trips.flatMap((visits, v) => {
    if (visits.length === 0) return []
    const [truckId, turn] = [day.trucks[Math.floor(v / day.turns)]?.id ?? '', v % day.turns]
    const locked = before.some((t) => t.truckId === truckId && t.turn === turn && t.locked)
    return {
      truckId,
      turn,
      ...(locked && { locked }),
      visits: visits.map(({ order, isPickup }) => {
        const wayBillId = day.orders[order]?.id ?? ''
        const lock = locks.get(`${wayBillId}${isPickup ?? false}`)
        return { wayBillId, ...(isPickup && { pickup: true }), ...(lock && { lock }) }
      }),
    }
  })
}

/** With the locks of a plan that the search goes on from. */
export function withLocks(day: Day, trips: readonly PlannedTrip[]): Problem {
  const locks = new Map(trips.flatMap((t) => t.visits.map((v) => [v.wayBillId, v.lock])))
  const closed = new Set(
    trips.filter((t) => t.locked).map((t) => day.trucks.findIndex((x) => x.id === t.truckId) * day.turns + t.turn),
  )
  return {
    ...day.problem,
    orders: day.problem.orders.map((o, i) => {
      const lock = locks.get(day.orders[i]?.id ?? '')
      return lock ? { ...o, lock } : o
    }),
    vehicles: day.problem.vehicles.map((v, i) => (closed.has(i) ? { ...v, isClosed: true } : v)),
    initial: tripsIn(day, trips),
  }
}
