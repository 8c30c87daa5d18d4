// An engine: what a plan means to the minute and the fen, worked out anew and plainly, apart from the search.
import type { Order, Place, Plan, Problem, Vehicle, Visit, Window } from './problem.ts'
import { hasSkills, isBanned } from './suits.ts'

/** One halt: all visits at one site one after the other, whose fixed time counts once. */
export interface Stop {
  readonly site: number
  readonly visits: readonly Visit[]
  readonly arrive: number
  readonly wait: number
  readonly begin: number
  readonly leave: number
  readonly metres: number
  /** Seconds after the end of the window. */
  readonly late: number
}
export const violations = [
  'LOAD',
  'WINDOW',
  'SHIFT',
  'SKILL',
  'BANNED',
  'STOPS',
  'METRES',
  'SECONDS',
  'ZONE',
  'DIRECTION',
  'PAIR',
] as const
export type Violation = (typeof violations)[number]

export interface Terms {
  readonly fixed: number
  readonly distance: number
  readonly time: number
  readonly stops: number
  readonly late: number
  readonly overtime: number
  /** Regions, compactness, evenness, emptiness: wishes, not money. */
  readonly wishes: number
}
export interface Trip {
  readonly vehicle: number
  readonly stops: readonly Stop[]
  readonly depart: number
  readonly finish: number
  readonly metres: number
  readonly seconds: number
  /** By dimension, the most that is on board on any leg. */
  readonly peak: readonly number[]
  readonly terms: Terms
  readonly cost: number
  readonly violations: readonly Violation[]
}

/** @returns the trip of every vehicle that has visits; fen are not rounded */
export function evaluate(problem: Problem, plan: Pick<Plan, 'trips'>): Trip[] {
  const trips: Trip[] = []
  const finish = new Map<number, number>()
  // A truck's earlier trip has the lower place only by custom: what it waits for is worked out first.
  const turn = (v: number): number => {
    const before = problem.vehicles[v]?.after?.vehicle
    return before === undefined ? 0 : 1 + turn(before)
  }
  const used = plan.trips.map((visits, v) => ({ visits, v })).filter((t) => t.visits.length > 0)
  for (const { visits, v } of used.sort((a, b) => turn(a.v) - turn(b.v))) {
    const { reload, before, first } = earlierOf(problem, v, finish)
    const free = before === undefined ? undefined : before + reload
    const trip = evaluateTrip(problem, v, visits, free, before === undefined ? first : v)
    finish.set(v, trip.finish)
    trips.push(trip)
  }
  return trips.sort((a, b) => a.vehicle - b.vehicle)
}

/** When the same truck's last trip before this one ends, if it makes one; and which is its first. */
function earlierOf(problem: Problem, v: number, finish: ReadonlyMap<number, number>) {
  const reload = problem.vehicles[v]?.after?.reload ?? 0
  let first = v
  for (let after = problem.vehicles[v]?.after; after; after = problem.vehicles[first]?.after) {
    first = after.vehicle
    const before = finish.get(first)
    if (before !== undefined) return { reload, before, first }
  }
  return { reload, before: undefined, first }
}

const placeOf = (o: Order, { isPickup }: Visit): Place => (isPickup ? (o.pickup as Place) : o)
const orderOf = (problem: Problem, visit: Visit): Order => problem.orders[visit.order] as Order

/**
 * The trip begins as late as it can without ending later or being late anywhere, and not before the vehicle is free.
 * @param free when the same truck is loaded again after its trip before
 * @param paid whose fixed cost it is
 */
export function evaluateTrip(
  problem: Problem,
  v: number,
  visits: readonly Visit[],
  free = Number.NEGATIVE_INFINITY,
  paid = v,
): Trip {
  const vehicle = problem.vehicles[v] as Vehicle
  const goods = visits.map((x) => orderOf(problem, x)).filter((o) => o.kind === 'DELIVER')
  const earliest = Math.max(vehicle.shift[0], free, ...goods.map((o) => o.release ?? Number.NEGATIVE_INFINITY))
  const first = drive(problem, vehicle, visits, earliest)
  const { stops, steps, finish, depart } = drive(
    problem,
    vehicle,
    visits,
    earliest +
      Math.max(0, Math.min(slackOf(problem, first.steps), (vehicle.departBy ?? Number.POSITIVE_INFINITY) - earliest)),
  )
  const metres =
    stops.reduce((sum, s) => sum + s.metres, 0) +
    (vehicle.end === null ? 0 : leg(problem, vehicle, stops.at(-1)?.site ?? vehicle.start, vehicle.end).metres)
  const peak = peakOf(problem, visits, vehicle.capacity.length)
  const seconds = finish - depart
  const fixed = visits.length > 0 ? (problem.vehicles[paid]?.fixedCost ?? 0) : 0
  const late = steps.reduce((sum, x) => sum + x.late, 0) * problem.rules.costPerLateSecond
  const terms = { ...termsOf(problem, vehicle, visits, stops, metres, seconds), late, fixed }
  const broken = new Set<Violation>(rulesBroken(problem, vehicle, v, visits))
  if (peak.some((p, d) => p > (vehicle.capacity[d] ?? 0))) broken.add('LOAD')
  if (stops.some((s) => s.late > problem.rules.lateSeconds)) broken.add('WINDOW')
  if (finish > vehicle.shift[1] || depart > (vehicle.departBy ?? Number.POSITIVE_INFINITY)) broken.add('SHIFT')
  if (stops.length > (vehicle.maxStops ?? Number.POSITIVE_INFINITY)) broken.add('STOPS')
  if (metres > (vehicle.maxMetres ?? Number.POSITIVE_INFINITY)) broken.add('METRES')
  if (seconds > (vehicle.maxSeconds ?? Number.POSITIVE_INFINITY)) broken.add('SECONDS')
  const cost = Object.values(terms).reduce((a, b) => a + b, 0)
  return {
    vehicle: v,
    stops,
    depart,
    finish,
    metres,
    seconds,
    peak,
    terms,
    cost,
    violations: violations.filter((x) => broken.has(x)),
  }
}

function leg(problem: Problem, vehicle: Vehicle, from: number, to: number): { metres: number; seconds: number } {
  const { metres, seconds } = problem.roads[vehicle.profile] as Problem['roads'][number]
  const at = from * problem.sites + to
  return { metres: metres[at] ?? 0, seconds: Math.round((seconds[at] ?? 0) * (vehicle.slowness ?? 1)) }
}

/** One visit; a further one of the same stop counts as begun what the stop costs once earlier. */
interface Step {
  readonly visit: Visit
  readonly begin: number
  readonly wait: number
  readonly late: number
}

function drive(problem: Problem, vehicle: Vehicle, visits: readonly Visit[], depart: number) {
  const { rest, lateSeconds } = problem.rules
  const stops: (Stop & { visits: Visit[] })[] = []
  const steps: Step[] = []
  let [at, t, driving] = [vehicle.start, depart, 0]
  const go = (to: number): number => {
    const { metres, seconds } = leg(problem, vehicle, at, to)
    driving += seconds
    if (rest && seconds > 0 && driving > rest.after) {
      t += rest.seconds
      driving = seconds
    }
    t += seconds
    at = to
    return metres
  }
  for (const visit of visits) {
    const o = orderOf(problem, visit)
    const place = placeOf(o, visit)
    const once = problem.stopSeconds?.[place.site] ?? 0
    const last = stops.at(-1)
    if (last && last.site === place.site) {
      const { begin, late } = startAt(place.windows, t - once, lateSeconds)
      const wait = begin - (t - once)
      t = begin + once + place.service
      Object.assign(last, { leave: t, late: Math.max(last.late, late), wait: last.wait + wait })
      last.visits.push(visit)
      steps.push({ visit, begin, wait, late })
      continue
    }
    const metres = go(place.site)
    const { begin, late } = startAt(place.windows, t, lateSeconds)
    stops.push({
      site: place.site,
      visits: [visit],
      arrive: t,
      wait: begin - t,
      begin,
      leave: begin + once + place.service,
      metres,
      late,
    })
    steps.push({ visit, begin, wait: begin - t, late })
    t = begin + once + place.service
  }
  if (vehicle.end !== null) go(vehicle.end)
  return { stops, steps, depart, finish: t }
}

/** The first moment at which a stop may begin; outside all windows at once, and late by what is missing to the last one. */
function startAt(windows: readonly Window[], t: number, lateSeconds: number): { begin: number; late: number } {
  if (windows.length === 0) return { begin: t, late: 0 }
  for (const [k, [from, to]] of windows.entries()) {
    const end = Math.min(to + lateSeconds, (windows[k + 1]?.[0] ?? Number.POSITIVE_INFINITY) - 1)
    if (t <= Math.max(to, end)) return { begin: Math.max(t, from), late: Math.max(0, t - to) }
  }
  return { begin: t, late: t - (windows.at(-1)?.[1] ?? t) }
}

/** By how many seconds a trip may begin later without ending later or being later anywhere. */
function slackOf(problem: Problem, steps: readonly Step[]): number {
  let [waited, slack] = [0, Number.POSITIVE_INFINITY]
  for (const { visit, begin, wait } of steps) {
    waited += wait
    const { windows } = placeOf(orderOf(problem, visit), visit)
    const mine = windows.find(([from, to]) => begin >= from && begin <= to)
    if (windows.length > 0) slack = Math.min(slack, waited + (mine ? mine[1] - begin : 0))
  }
  return Math.min(waited, slack)
}

function peakOf(problem: Problem, visits: readonly Visit[], dims: number): number[] {
  return Array.from({ length: dims }, (_, d) => {
    const size = (visit: Visit) => orderOf(problem, visit).demand[d] ?? 0
    const isDelivery = (visit: Visit) => orderOf(problem, visit).kind === 'DELIVER'
    let load = visits.filter(isDelivery).reduce((sum, x) => sum + size(x), 0)
    let peak = load
    for (const visit of visits) {
      const { kind } = orderOf(problem, visit)
      load += kind === 'PICKUP' || visit.isPickup ? size(visit) : -size(visit)
      peak = Math.max(peak, load)
    }
    return peak
  })
}

function termsOf(
  problem: Problem,
  vehicle: Vehicle,
  visits: readonly Visit[],
  stops: readonly Stop[],
  metres: number,
  seconds: number,
): Omit<Terms, 'fixed' | 'late'> {
  const { rules } = problem
  return {
    distance: (metres * vehicle.costPerKm) / 1000,
    time: (seconds * vehicle.costPerHour) / 3600,
    stops: stops.length * vehicle.costPerStop,
    overtime: Math.max(0, seconds - rules.shiftSeconds) * rules.costPerOvertimeSecond,
    wishes: wishesOf(problem, vehicle, visits, stops),
  }
}

function wishesOf(
  { rules, orders, vehicles }: Problem,
  vehicle: Vehicle,
  visits: readonly Visit[],
  stops: readonly Stop[],
): number {
  const depots = new Set(vehicles.flatMap((v) => [v.start, v.end ?? -1]))
  const between = stops.slice(1).filter((s, i) => !depots.has(s.site) && !depots.has(stops[i]?.site ?? -1))
  const regions = new Set(visits.map((v) => orders[v.order]?.region ?? 0)).size
  const fill = Math.max(
    0,
    ...vehicle.capacity.map((c, d) => {
      const sum = visits.filter((v) => !v.isPickup).reduce((s, v) => s + (orders[v.order]?.demand[d] ?? 0), 0)
      return sum / Math.max(1, c)
    }),
  )
  return (
    (rules.costPerKmBetween * between.reduce((sum, s) => sum + s.metres, 0)) / 1000 +
    rules.costPerRegion * Math.max(0, regions - 1) +
    rules.costPerSquaredStop * stops.length ** 2 +
    (visits.length > 0 ? Math.max(0, rules.minFill - fill) * rules.costOfEmptiness : 0)
  )
}

/** Rules that know neither time nor load. */
function rulesBroken(problem: Problem, vehicle: Vehicle, v: number, visits: readonly Visit[]): Violation[] {
  const { rules } = problem
  const orders = visits.map((x) => orderOf(problem, x))
  const broken: Violation[] = []
  if (orders.some((o) => !hasSkills(o, vehicle))) broken.push('SKILL')
  if (orders.some((o) => isBanned(o, v))) broken.push('BANNED')
  if (!rules.mixedZones && new Set(orders.map((o) => o.zone ?? 0)).size > 1) broken.push('ZONE')
  const kinds = orders.map((o) => o.kind)
  const firstBack = kinds.indexOf('PICKUP')
  if (rules.pickups === 'SEPARATE' && new Set(kinds).size > 1) broken.push('DIRECTION')
  if (rules.pickups === 'AFTER_DELIVERIES' && firstBack >= 0 && kinds.lastIndexOf('DELIVER') > firstBack)
    broken.push('DIRECTION')
  const isWhole = visits.every((x, i) => {
    if (orders[i]?.kind !== 'SHIPMENT') return true
    const mates = visits.flatMap((y, j) => (y.order === x.order ? [j] : []))
    return mates.length === 2 && visits[mates[0] ?? 0]?.isPickup === true && !visits[mates[1] ?? 0]?.isPickup
  })
  if (!isWhole) broken.push('PAIR')
  return broken
}
