// An engine: what the search reads, as typed arrays.
import { type Bytes, bytes, type Floats, floats, type Ints, ints } from './cells.ts'
import type { Order, Place, Problem, Vehicle } from './problem.ts'
import { suits } from './suits.ts'

/** What a node is. */
export const deliver = 0
export const pickup = 1
export const shipFrom = 2
export const shipTo = 3
const far = 2 ** 30

/** Roads of the vehicles that have the same profile, speed and costs. */
interface RoadClass {
  readonly metres: Ints
  /** Driving, and what the stop at the end costs once. */
  readonly seconds: Ints
  /** What it costs to go there, in units of the model, stop included. */
  readonly cost: Ints
  /** The same with rows and columns changed: all ways into one site lie together. */
  readonly secondsInto: Ints
  readonly costInto: Ints
}

/**
 * A problem, compiled. Nodes are the ends of orders (0 to `nodes`), then start and end of each vehicle. The time of a node
 * is the moment when its own service begins: what a stop costs once lies on the way to it, and its windows are shifted.
 */
export interface Model {
  readonly problem: Problem
  readonly nodes: number
  readonly vehicles: number
  readonly dims: number
  /** Length of a row of the roads: one more than there are sites, for "nowhere", which is at no distance from anything. */
  readonly width: number
  /** Units of cost in a fen. */
  readonly scale: number
  /** By node. */
  readonly site: Ints
  readonly kind: Ints
  readonly order: Ints
  /** The other end of a shipment, or -1. */
  readonly mate: Ints
  readonly service: Ints
  /** What a stop there costs once. */
  readonly once: Ints
  readonly ready: Ints
  readonly due: Ints
  /** Of node n: windowFrom[k] to windowTo[k], windowAt[n] ≤ k < windowAt[n + 1]; lateFrom[k] is where lateness begins. */
  readonly windowAt: Ints
  readonly windowFrom: Ints
  readonly windowTo: Ints
  readonly lateFrom: Ints
  readonly demand: Ints
  readonly penalty: Floats
  readonly zone: Ints
  readonly region: Ints
  readonly regions: number
  readonly release: Ints
  readonly locked: Bytes
  /** nodes × vehicles. */
  readonly allowed: Bytes
  /** By vehicle. */
  readonly roads: readonly RoadClass[]
  readonly capacity: Ints
  readonly from: Ints
  readonly to: Ints
  readonly fixed: Floats
  readonly hour: Floats
  readonly maxStops: Ints
  readonly maxMetres: Ints
  readonly maxSeconds: Ints
  readonly closed: Bytes
  readonly before: Ints
  readonly behind: Ints
  readonly reload: Ints
  /** Vehicles that do not differ, by class. */
  readonly classes: readonly Ints[]
  /** Some node has several windows. */
  readonly hasWindows: boolean
  /** Time decides about something. */
  readonly isTimed: boolean
  /** Goods go both ways on a trip, so that the load of each leg counts. */
  readonly isMixed: boolean
  /** Nothing is asked but one window a node, one load a trip and the cost of the roads. */
  readonly isPlain: boolean
  /** A place that the quick tests allow must be walked through: costs or limits of time that they do not know. */
  readonly isRich: boolean
  /** Arriving later on is arriving later: what lies behind a node that is too late is too late. */
  readonly isTriangular: boolean
}

interface End {
  readonly order: number
  readonly place: Place
  readonly kind: number
}

function endsOf(orders: readonly Order[]): End[] {
  const ends: End[] = []
  for (const [i, o] of orders.entries()) {
    if (o.kind === 'SHIPMENT' && o.pickup)
      ends.push({ order: i, place: o.pickup, kind: shipFrom }, { order: i, place: o, kind: shipTo })
    else ends.push({ order: i, place: o, kind: o.kind === 'PICKUP' ? pickup : deliver })
  }
  return ends
}

/**
 * Only orders that some vehicle can serve become nodes.
 * @param left orders that stay outside, by place
 */
export function compile(problem: Problem, left: ReadonlySet<number>): Model {
  const { vehicles, orders, rules } = problem
  const ends = endsOf(orders).filter((e) => !left.has(e.order))
  const dims = vehicles[0]?.capacity.length ?? 0
  const nodes = ends.length
  const all = nodes + 2 * vehicles.length
  const byNode = (f: (e: End) => number) => ints(ends.map(f))
  const of = (e: End) => orders[e.order] as Order
  const site = ints(all)
  for (const [n, e] of ends.entries()) site[n] = e.place.site
  for (const [v, { start, end }] of vehicles.entries()) {
    site[nodes + 2 * v] = start
    site[nodes + 2 * v + 1] = end ?? problem.sites
  }
  const roadsOf = roadClasses(problem)
  const times = windowsOf(problem, ends, all)
  const isTimed = isAboutTime(problem)
  const hasSeconds = vehicles.some((v) => v.costPerHour > 0 || v.maxSeconds !== undefined || v.departBy !== undefined)
  const allowed = allowedOf(problem, ends)
  const kinds = new Set(ends.map((e) => e.kind))
  const isMixed = kinds.size > 1 || kinds.has(shipFrom)
  const isRich =
    isTimed &&
    (hasSeconds ||
      rules.lateSeconds > 0 ||
      rules.shiftSeconds < far ||
      rules.rest !== undefined ||
      orders.some((o) => o.release !== undefined))
  const isLimited = vehicles.some((v) => v.maxStops !== undefined || v.maxMetres !== undefined || v.isClosed)
  const isWished =
    rules.costPerSquaredStop > 0 || rules.costPerRegion > 0 || !rules.mixedZones || rules.costOfEmptiness > 0
  return {
    problem,
    nodes,
    vehicles: vehicles.length,
    dims,
    width: problem.sites + 1,
    scale: roadsOf.scale,
    site,
    kind: byNode((e) => e.kind),
    order: byNode((e) => e.order),
    mate: byNode((e) => (e.kind === shipFrom ? ends.indexOf(e) + 1 : e.kind === shipTo ? ends.indexOf(e) - 1 : -1)),
    ...times,
    demand: ints(ends.flatMap((e) => of(e).demand)),
    penalty: floats(ends.map((e) => (e.kind === shipFrom ? 0 : of(e).penalty * roadsOf.scale))),
    zone: byNode((e) => of(e).zone ?? 0),
    region: byNode((e) => of(e).region ?? 0),
    regions: Math.max(0, ...orders.map((o) => o.region ?? 0)) + 1,
    release: byNode((e) => of(e).release ?? -far),
    locked: bytes(nodes),
    allowed,
    ...roadsOf.byVehicle,
    ...byVehicle(problem, roadsOf.scale, allowed),
    isTimed,
    isMixed,
    isRich,
    isPlain: !(isMixed || isRich || isLimited || isWished || times.hasWindows),
    isTriangular: isTriangular(problem),
  }
}

/** Nothing about time is asked when no window, shift or limit is named. */
function isAboutTime({ vehicles, orders, rules }: Problem): boolean {
  return (
    rules.shiftSeconds < far ||
    rules.rest !== undefined ||
    vehicles.some((v) => v.shift[1] < far || v.maxSeconds !== undefined || v.costPerHour > 0) ||
    orders.some((o) => o.windows.length > 0 || (o.pickup?.windows.length ?? 0) > 0)
  )
}

function allowedOf({ orders, vehicles }: Problem, ends: readonly End[]): Bytes {
  const allowed = bytes(ends.length * vehicles.length)
  for (const [n, e] of ends.entries())
    for (const [v, vehicle] of vehicles.entries())
      allowed[n * vehicles.length + v] = suits(orders[e.order] as Order, vehicle, v) ? 1 : 0
  return allowed
}

/** Windows by node, those of vehicles included; the moments are those after what a stop costs once. */
function windowsOf(problem: Problem, ends: readonly End[], all: number) {
  const { rules, vehicles } = problem
  const windowAt = ints(all + 1)
  const [windowFrom, windowTo, lateFrom]: [number[], number[], number[]] = [[], [], []]
  const [service, once, ready, due] = [ints(all), ints(all), ints(all), ints(all)]
  const add = (n: number, list: readonly (readonly [number, number])[], late: number) => {
    const used = list.length > 0 ? list : [[-far, far] as const]
    for (const [k, [from, to]] of used.entries()) {
      windowFrom.push(from)
      lateFrom.push(to)
      windowTo.push(Math.min(to + late, (used[k + 1]?.[0] ?? far + late + 1) - 1))
    }
    windowAt[n + 1] = windowFrom.length
    ready[n] = used[0]?.[0]
    due[n] = windowTo.at(-1)
  }
  for (const [n, { place }] of ends.entries()) {
    once[n] = problem.stopSeconds?.[place.site] ?? 0
    service[n] = place.service
    add(
      n,
      place.windows.map(([from, to]) => [from + once[n], to + once[n]] as const),
      rules.lateSeconds,
    )
  }
  for (const [v, { shift, departBy = shift[1] }] of vehicles.entries()) {
    add(ends.length + 2 * v, [[shift[0], Math.min(departBy, shift[1])]], 0)
    add(ends.length + 2 * v + 1, [shift], 0)
  }
  const hasWindows = windowFrom.length > all
  return {
    windowAt,
    windowFrom: ints(windowFrom),
    windowTo: ints(windowTo),
    lateFrom: ints(lateFrom),
    service,
    once,
    ready,
    due,
    hasWindows,
  }
}

function byVehicle({ vehicles, orders }: Problem, scale: number, allowed: Bytes) {
  const before = ints(vehicles.map((v) => v.after?.vehicle ?? -1))
  const behind = ints(vehicles.length).fill(-1)
  for (const [v, { after }] of vehicles.entries()) if (after) behind[after.vehicle] = v
  const groups = new Map<string, number[]>()
  const hasBans = orders.some((o) => o.banned || o.only)
  for (const [v, vehicle] of vehicles.entries()) {
    if (vehicle.isClosed) continue
    // A truck with a second trip is like no other: its trips know each other.
    const key =
      vehicle.after || behind[v] >= 0
        ? String(v)
        : JSON.stringify([vehicle, hasBans && columnOf(allowed, vehicles.length, v)])
    groups.set(key, [...(groups.get(key) ?? []), v])
  }
  const of = (f: (v: Vehicle) => number) => ints(vehicles.map(f))
  return {
    capacity: ints(vehicles.flatMap((v) => v.capacity)),
    from: of((v) => v.shift[0]),
    to: of((v) => v.shift[1]),
    fixed: floats(vehicles.map((v) => v.fixedCost * scale)),
    hour: floats(vehicles.map((v) => (v.costPerHour * scale) / 3600)),
    maxStops: of((v) => v.maxStops ?? far),
    maxMetres: of((v) => v.maxMetres ?? far),
    maxSeconds: of((v) => v.maxSeconds ?? far),
    closed: Uint8Array.from(vehicles, (v) => (v.isClosed ? 1 : 0)) as Bytes,
    before,
    behind,
    reload: of((v) => v.after?.reload ?? 0),
    classes: [...groups.values()].map((g) => ints(g)),
  }
}

/** Which nodes a vehicle may serve, as a text to compare. */
const columnOf = (allowed: Bytes, vehicles: number, v: number): string =>
  Array.from({ length: allowed.length / vehicles }, (_, n) => allowed[n * vehicles + v]).join('')

/** Matrices with a further site that is at no distance from anything; costs in units that fit into 2^28. */
function roadClasses(problem: Problem) {
  const made = new Map<string, { seconds: Ints; metres: Ints; money: Float64Array }>()
  const byVehicle = problem.vehicles.map((v) => {
    const key = [v.profile, v.slowness ?? 1, v.costPerKm, v.costPerHour, v.costPerStop].join()
    const one = made.get(key) ?? widened(problem, v)
    made.set(key, one)
    return one
  })
  let most = 1
  for (const { money } of made.values()) for (const x of money) if (x > most) most = x
  const scale = 2 ** Math.floor(Math.log2(2 ** 27 / most))
  const done = new Map<object, RoadClass>()
  const width = problem.sites + 1
  for (const { metres, seconds, money } of made.values()) {
    const cost: Ints = Int32Array.from(money, (x) => Math.round(x * scale))
    done.set(money, { metres, seconds, cost, secondsInto: turned(seconds, width), costInto: turned(cost, width) })
  }
  return { scale, byVehicle: { roads: byVehicle.map((one) => done.get(one.money) as RoadClass) } }
}

/** @returns rows for columns; what is symmetric stays the same array */
function turned(of: Ints, width: number): Ints {
  const to = ints(of.length)
  let isSame = true
  for (let i = 0; i < width; i++)
    for (let j = 0; j < width; j++) {
      to[j * width + i] = of[i * width + j]
      if (of[i * width + j] !== of[j * width + i]) isSame = false
    }
  return isSame ? of : to
}

function widened({ sites, roads, stopSeconds, rules, vehicles }: Problem, v: Vehicle) {
  const { metres: given, seconds: driven } = roads[v.profile] as Problem['roads'][number]
  const width = sites + 1
  const depots = new Set(vehicles.flatMap((x) => [x.start, x.end ?? -1]))
  const [seconds, metres, money] = [ints(width * width), ints(width * width), new Float64Array(width * width)]
  for (let i = 0; i < sites; i++)
    for (let j = 0; j < sites; j++) {
      const [from, to] = [i * sites + j, i * width + j]
      const [m, s] = [given[from] ?? 0, Math.round((driven[from] ?? 0) * (v.slowness ?? 1))]
      const isStop = i !== j && !depots.has(j)
      metres[to] = m
      seconds[to] = s + (isStop ? (stopSeconds?.[j] ?? 0) : 0)
      const between = depots.has(i) || depots.has(j) ? 0 : rules.costPerKmBetween
      money[to] =
        (m * (v.costPerKm + between)) / 1000 + (seconds[to] * v.costPerHour) / 3600 + (isStop ? v.costPerStop : 0)
    }
  return { seconds, metres, money }
}

/** Tried on a grid of at most some 40 sites: a violation of more than rounding is the rule or nowhere. */
function isTriangular({ sites, roads }: Problem): boolean {
  const step = Math.max(1, Math.floor(sites / 40))
  return roads.every(({ seconds }) => {
    for (let i = 0; i < sites; i += step)
      for (let j = 0; j < sites; j += step)
        for (let k = 0; k < sites; k += step) {
          const direct = seconds[i * sites + j] ?? 0
          if (direct > (seconds[i * sites + k] ?? 0) + (seconds[k * sites + j] ?? 0) + 2) return false
        }
    return true
  })
}
