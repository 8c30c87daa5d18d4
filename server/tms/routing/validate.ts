// An engine: whether an answer may be shown, stored or driven.
import { evaluate } from './evaluate.ts'
import type { Plan, Problem } from './problem.ts'

/**
 * @returns what is wrong with an answer, in words for a log; empty when every order stands once, on a trip or left out, no trip
 *   breaks a rule, and no lock is broken
 */
export function validate(problem: Problem, plan: Plan): string[] {
  const wrong: string[] = []
  const seen = problem.orders.map(() => 0)
  const count = (order: number) => {
    seen[order] = (seen[order] ?? 0) + 1
  }
  for (const visits of plan.trips) for (const { order, isPickup } of visits) if (!isPickup) count(order)
  for (const { order } of plan.leftOut) count(order)
  for (const [order, times] of seen.entries()) if (times !== 1) wrong.push(`order ${order} stands ${times} times`)
  if (seen.length !== problem.orders.length || plan.trips.length !== problem.vehicles.length)
    wrong.push('not of this problem')
  for (const trip of evaluate(problem, plan))
    for (const v of trip.violations) wrong.push(`vehicle ${trip.vehicle}: ${v}`)
  return [...wrong, ...locksBroken(problem, plan)]
}

function locksBroken({ initial = [], orders, vehicles }: Problem, { trips }: Plan): string[] {
  const wrong: string[] = []
  for (const [v, before] of initial.entries()) {
    const now = trips[v] ?? []
    const key = (x: (typeof now)[number]) => `${x.order}${x.isPickup ? '+' : ''}`
    if (vehicles[v]?.isClosed && before.map(key).join() !== now.map(key).join())
      wrong.push(`closed vehicle ${v} was changed`)
    const held = new Set(now.map((x) => x.order))
    let fixed = 0
    for (const [i, { order }] of before.entries()) {
      const lock = orders[order]?.lock
      if (lock && !held.has(order)) wrong.push(`order ${order} left vehicle ${v}`)
      if (lock === 'POSITION') fixed = i + 1
    }
    for (let i = 0; i < fixed; i++)
      if (key(before[i] ?? { order: -1 }) !== key(now[i] ?? { order: -2 }))
        wrong.push(`place ${i} of vehicle ${v} was changed`)
  }
  return wrong
}
