import type { Drawn, DrawnTrip, Kpi } from '@lading/contract/tms/planCalls.ts'
import type { PlannedTrip } from '@lading/contract/tms/routePlan.ts'
import { evaluate, type Trip } from '../routing/evaluate.ts'
import { leftOutOf } from '../routing/reasons.ts'
import { type Day, type PlanOrder, tripsIn } from './day.ts'

const percent = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * 1000) / 10 : 0)
const yuan = (fen: number): string => (Math.round(fen) / 100).toFixed(2)
/** What a trip costs in money; wishes are none. */
const moneyOf = (t: Trip): number => t.cost - t.terms.wishes

/** The most of something that is on board on any leg. */
function mostAboard(day: Day, trip: Trip, size: (b: PlanOrder) => number): number {
  const visits = trip.stops.flatMap((s) => s.visits)
  const kind = (order: number) => day.problem.orders[order]?.kind
  const of = (order: number) => size(day.orders[order] as PlanOrder)
  let load = visits.filter((v) => kind(v.order) === 'DELIVER').reduce((sum, v) => sum + of(v.order), 0)
  let most = load
  for (const v of visits) {
    load += kind(v.order) === 'PICKUP' || v.isPickup ? of(v.order) : -of(v.order)
    most = Math.max(most, load)
  }
  return most
}

function drawTrip(day: Day, trip: Trip, planned: readonly PlannedTrip[]): DrawnTrip {
  const truck = day.trucks[Math.floor(trip.vehicle / day.turns)]
  const turn = trip.vehicle % day.turns
  const from = planned.find((t) => t.truckId === truck?.id && t.turn === turn)
  const lockOf = new Map(from?.visits.map((v) => [`${v.wayBillId}${v.pickup ?? false}`, v.lock]))
  const [kg, m3] = [mostAboard(day, trip, (b) => Number(b.weight)), mostAboard(day, trip, (b) => Number(b.volume))]
  return {
    truckId: truck?.id ?? '',
    turn,
    locked: from?.locked ?? false,
    depart: trip.depart,
    finish: trip.finish,
    metres: trip.metres,
    cost: yuan(moneyOf(trip)),
    weight: kg.toFixed(3),
    volume: m3.toFixed(3),
    weightRate: percent(kg, Number(truck?.kg ?? 0)),
    volumeRate: percent(m3, Number(truck?.m3 ?? 0)),
    violations: [...trip.violations],
    stops: trip.stops.map(({ site, visits, ...times }) => ({
      siteId: day.placed[site] ?? '',
      ...times,
      visits: visits.map(({ order, isPickup }) => {
        const wayBillId = day.orders[order]?.id ?? ''
        const lock = lockOf.get(`${wayBillId}${isPickup ?? false}`)
        return { wayBillId, ...(isPickup && { pickup: true }), ...(lock && { lock }) }
      }),
    })),
  }
}

/** A plan as it would be driven, worked out by the exact evaluation; what stands on no trip says why. */
export function draw(day: Day, planned: readonly PlannedTrip[]): Pick<Drawn, 'kpi' | 'trips' | 'left'> {
  const trips = tripsIn(day, planned)
  const driven = evaluate(day.problem, { trips })
  const on = new Set(trips.flat().map((v) => v.order))
  const left = leftOutOf(
    day.problem,
    { trips },
    day.orders.flatMap((_, i) => (on.has(i) ? [] : [i])),
  ).map(({ order, ...why }) => ({ wayBillId: day.orders[order]?.id ?? '', ...why }))
  const drawn = driven.map((t) => drawTrip(day, t, planned))
  return { kpi: kpiOf(day, driven, drawn, on.size, left.length), trips: drawn, left }
}

function kpiOf(day: Day, driven: readonly Trip[], trips: readonly DrawnTrip[], orders: number, left: number): Kpi {
  const sum = (f: (t: DrawnTrip) => number) => trips.reduce((s, t) => s + f(t), 0)
  const room = (f: 'kg' | 'm3') => sum((t) => Number(day.trucks.find((x) => x.id === t.truckId)?.[f] ?? 0))
  return {
    trips: trips.length,
    orders,
    left,
    metres: sum((t) => t.metres),
    seconds: sum((t) => t.finish - t.depart),
    cost: yuan(driven.reduce((s, t) => s + moneyOf(t), 0)),
    weightRate: percent(
      sum((t) => Number(t.weight)),
      room('kg'),
    ),
    volumeRate: percent(
      sum((t) => Number(t.volume)),
      room('m3'),
    ),
    late: sum((t) => t.stops.filter((s) => s.late > 0).length),
    faults: sum((t) => t.violations.length),
  }
}
