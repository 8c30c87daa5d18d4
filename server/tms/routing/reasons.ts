// An engine: why an order is left out, and where it could go by hand.
import { evaluate, evaluateTrip, type Violation } from './evaluate.ts'
import type { LeftOut, Order, Plan, Problem, Reason, Vehicle, Visit } from './problem.ts'
import { hasSkills, holds, isBanned } from './suits.ts'

/** @returns why no vehicle at all could take an order, whatever else is planned */
export function reasonAtSight({ vehicles }: Problem, o: Order): Reason | undefined {
  if (o.site < 0 || (o.pickup?.site ?? 0) < 0) return 'NO_LOCATION'
  if (o.demand.every((d) => d === 0)) return 'ZERO_SIZE'
  const all = vehicles.map((v, i) => [v, i] as const)
  const large = all.filter(([v]) => holds(o, v))
  if (large.length === 0) return 'OVERSIZE'
  const able = large.filter(([v]) => hasSkills(o, v))
  if (able.length === 0) return 'NO_SKILL_VEHICLE'
  const free = able.filter(([, i]) => !isBanned(o, i))
  if (free.length === 0) return 'VEHICLE_BANNED'
  return free.every(([v]) => v.isClosed) ? 'LOCKED' : undefined
}

export interface Place {
  readonly vehicle: number
  readonly visits: readonly Visit[]
  /** Fen more than before. */
  readonly cost: number
  readonly violations: readonly Violation[]
}

/**
 * Every place of an order in a plan, by the exact evaluation: the cheapest without a violation first, then those with the
 * fewest. Positions that are fixed stay where they are.
 */
export function places(problem: Problem, plan: Pick<Plan, 'trips'>, order: number, most = 3): Place[] {
  const found: Place[] = []
  const before = new Map(evaluate(problem, plan).map((t) => [t.vehicle, t]))
  const shapes = new Set<string>()
  for (const [v, vehicle] of problem.vehicles.entries()) {
    const visits = plan.trips[v] ?? []
    // Of empty vehicles that do not differ one is enough.
    const shape = JSON.stringify([
      vehicle,
      problem.orders[order]?.banned?.includes(v),
      problem.orders[order]?.only?.includes(v),
    ])
    if (vehicle.isClosed || (visits.length === 0 && shapes.has(shape))) continue
    if (visits.length === 0) shapes.add(shape)
    const best = bestIn(problem, plan, v, visits, order)
    if (best) found.push({ ...best, cost: best.cost - (before.get(v)?.cost ?? 0) })
  }
  return found.sort((a, b) => a.violations.length - b.violations.length || a.cost - b.cost).slice(0, most)
}

/** The best place in one trip; a truck's further trip must still begin in time. */
function bestIn(
  problem: Problem,
  plan: Pick<Plan, 'trips'>,
  v: number,
  visits: readonly Visit[],
  order: number,
): Place | undefined {
  if (isTooFull(problem, v, visits, order))
    return { vehicle: v, visits, cost: Number.POSITIVE_INFINITY, violations: ['LOAD'] }
  let best: Place | undefined
  const chain = problem.vehicles.some((x) => x.after?.vehicle === v) || problem.vehicles[v]?.after
  for (const tried of insertions(problem, visits, order)) {
    const trips = chain
      ? evaluate(problem, { trips: plan.trips.map((t, i) => (i === v ? tried : t)) })
      : [evaluateTrip(problem, v, tried)]
    const mine = trips.find((t) => t.vehicle === v)
    if (!mine) continue
    const broken = [...new Set(trips.flatMap((t) => (chain || t === mine ? t.violations : [])))]
    const isBetter =
      !best ||
      broken.length < best.violations.length ||
      (broken.length === best.violations.length && mine.cost < best.cost)
    if (isBetter) best = { vehicle: v, visits: tried, cost: mine.cost, violations: broken }
  }
  return best
}

/** Of deliveries alone the load does not depend on the place. */
function isTooFull({ orders, vehicles }: Problem, v: number, visits: readonly Visit[], order: number): boolean {
  const all = [...visits, { order }].map((x) => orders[x.order] as Order)
  const { capacity } = vehicles[v] as Vehicle
  return (
    all.every((o) => o.kind === 'DELIVER') &&
    capacity.some((room, d) => all.reduce((sum, o) => sum + (o.demand[d] ?? 0), 0) > room)
  )
}

function* insertions(problem: Problem, visits: readonly Visit[], order: number): Generator<Visit[]> {
  const fixed = visits.findLastIndex((x) => problem.orders[x.order]?.lock === 'POSITION') + 1
  const isPair = problem.orders[order]?.kind === 'SHIPMENT'
  for (let i = fixed; i <= visits.length; i++) {
    if (!isPair) yield visits.toSpliced(i, 0, { order })
    else
      for (let j = i; j <= visits.length; j++)
        yield visits.toSpliced(j, 0, { order }).toSpliced(i, 0, { order, isPickup: true })
  }
}

/** Says why each of these stands on no trip. What could be put somewhere without a violation was dearer than leaving it out. */
export function leftOutOf(problem: Problem, plan: Pick<Plan, 'trips'>, orders: readonly number[]): LeftOut[] {
  return orders.map((order) => {
    const o = problem.orders[order] as Order
    const atSight = reasonAtSight(problem, o)
    if (atSight) return { order, reason: atSight }
    const alone = aloneOn(problem, o, order)
    if (alone.every((x) => x.broken.includes('WINDOW')))
      return { order, reason: 'WINDOW_UNREACHABLE', earliest: Math.min(...alone.map((x) => x.arrive)) }
    if (alone.every((x) => x.broken.length > 0)) return { order, reason: 'DURATION' }
    const best = places(problem, plan, order, problem.vehicles.length)
    if (best.some((p) => p.violations.length === 0)) return { order, reason: 'COST' }
    return { order, reason: best.every((p) => p.violations.includes('LOAD')) ? 'CAPACITY' : 'TIME' }
  })
}

/** The order alone on each vehicle that suits it. */
function aloneOn(problem: Problem, o: Order, order: number): { broken: readonly Violation[]; arrive: number }[] {
  const visits: Visit[] = o.kind === 'SHIPMENT' ? [{ order, isPickup: true }, { order }] : [{ order }]
  return problem.vehicles.flatMap((vehicle: Vehicle, v) => {
    if (vehicle.isClosed || !hasSkills(o, vehicle) || !holds(o, vehicle) || isBanned(o, v)) return []
    const trip = evaluateTrip(problem, v, visits)
    return [{ broken: trip.violations, arrive: trip.stops.at(-1)?.arrive ?? 0 }]
  })
}
