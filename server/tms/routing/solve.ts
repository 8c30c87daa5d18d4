// An engine: a plan for a day, as good as the time given allows.
import { evaluate } from './evaluate.ts'
import { compile, type Model } from './model.ts'
import type { Placer } from './placer.ts'
import type { LeftOut, Plan, Problem, Visit } from './problem.ts'
import { leftOutOf, places, reasonAtSight } from './reasons.ts'
import { type Clock, Search } from './search.ts'
import type { State } from './state.ts'

export interface Limits {
  readonly seed: number
  /** At least one of the two; with iterations alone the answer is the same on every machine. */
  readonly seconds?: number
  readonly iterations?: number
}
export interface Watch {
  /** Asked some thousand times a second. */
  readonly isCancelled?: () => boolean
  /** The first plan at once, then whenever there is a better one. */
  readonly onBetter?: (plan: () => Plan, at: Progress) => void
}
export interface Progress {
  readonly seconds: number
  readonly iterations: number
  /** In fen, what is left out included. */
  readonly cost: number
  readonly trips: number
  readonly leftOut: number
}
export interface Solution extends Progress {
  readonly plan: Plan
}

/** @returns the best plan found; cancelled, the best until then */
export function solve(problem: Problem, limits: Limits, watch: Watch = {}): Solution {
  const began = performance.now()
  const outside = new Set<number>()
  const held = new Set(problem.initial?.flatMap((t) => t.map((v) => v.order)))
  for (const [i, o] of problem.orders.entries()) if (!held.has(i) && reasonAtSight(problem, o)) outside.add(i)
  const m = compile(problem, outside)
  const outsideCost = [...outside].reduce((sum, i) => sum + (problem.orders[i]?.penalty ?? 0), 0)
  const seconds = () => (performance.now() - began) / 1000
  const progress = (s: State, iterations: number): Progress => ({
    seconds: seconds(),
    iterations,
    cost: s.total / m.scale + outsideCost,
    trips: s.openCount,
    leftOut: leftOrders(m, s).length + outside.size,
  })
  const clock: Clock = {
    used: (iterations) => {
      if (watch.isCancelled?.()) return 1
      const byTime = limits.seconds === undefined ? 0 : seconds() / limits.seconds
      return Math.max(byTime, limits.iterations === undefined ? 0 : iterations / limits.iterations)
    },
    better: (best) => watch.onBetter?.(() => planOf(m, best, []), progress(best, search.iterations)),
  }
  const search: Search = new Search(m, limits.seed, clock, (s, p) => load(m, s, p))
  search.begin(limits.seconds !== undefined && limits.seconds < 1 ? 1 : 4)
  search.run()
  const { trips, saved } = putRest(problem, planOf(m, search.best, []).trips, leftOrders(m, search.best))
  const on = new Set(trips.flat().map((v) => v.order))
  const left = problem.orders.flatMap((_, i) => (on.has(i) ? [] : [i]))
  return {
    ...progress(search.best, search.iterations),
    cost: search.best.total / m.scale + outsideCost - saved,
    trips: trips.filter((t) => t.length > 0).length,
    leftOut: left.length,
    plan: { trips, leftOut: leftOutOf(problem, { trips }, left) },
  }
}

/**
 * The search overlooks a place now and then. Whoever looks at the answer would not: what is left out is tried once more by the
 * exact evaluation.
 */
function putRest(problem: Problem, from: Plan['trips'], left: readonly number[]) {
  let [trips, saved] = [from, 0]
  for (const order of left) {
    const [best] = places(problem, { trips }, order, 1)
    const { penalty = 0 } = problem.orders[order] ?? {}
    if (!best || best.violations.length > 0 || best.cost >= penalty) continue
    trips = trips.with(best.vehicle, best.visits)
    saved += penalty - best.cost
  }
  return { trips, saved }
}

const leftOrders = (m: Model, s: State): number[] => [
  ...new Set(Array.from({ length: s.absentCount }, (_, i) => m.order[s.absent[i]] as number)),
]

const planOf = (m: Model, s: State, leftOut: readonly LeftOut[]): Plan => ({
  trips: Array.from({ length: m.vehicles }, (_, v) => s.visits(v)),
  leftOut,
})

/** Takes over the trips to start from, with their locks. Of a trip that breaks a rule only what is locked stays on it. */
function load(m: Model, s: State, placer: Placer): void {
  const { orders, initial = [] } = m.problem
  const nodeOf = new Map<string, number>()
  const key = ({ order, isPickup = false }: Visit) => `${order}${isPickup ? '+' : ''}`
  for (let n = 0; n < m.nodes; n++) nodeOf.set(key({ order: m.order[n], isPickup: m.mate[n] > n }), n)
  const broken = new Set(
    evaluate(m.problem, { trips: initial }).flatMap((t) => (t.violations.length > 0 ? [t.vehicle] : [])),
  )
  for (const [v, visits] of initial.entries()) {
    const fixed = visits.findLastIndex((x) => orders[x.order]?.lock === 'POSITION')
    for (const [i, visit] of visits.entries()) {
      if (broken.has(v) && i > fixed && !orders[visit.order]?.lock && m.closed[v] === 0) continue
      const n = nodeOf.get(key(visit))
      if (n === undefined) continue
      s.insert(n, v, s.prev[s.tail(v)])
      const { lock } = orders[visit.order] ?? {}
      if (lock || m.closed[v] === 1) m.locked[n] = 1
      if (lock === 'POSITION') placer.fixedUpTo[v] = n
    }
    for (let n = placer.fixedUpTo[v]; n !== s.head(v); n = s.prev[n]) m.locked[n] = 1
    s.refresh(v)
  }
  // What is fetched at a place that stays cannot be brought by another trip.
  for (let n = 0; n < m.nodes; n++) if (m.locked[n] === 1 && m.mate[n] >= 0) m.locked[m.mate[n]] = 1
}
