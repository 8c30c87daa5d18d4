import type { Plan } from '@lading/server/tms/routing/problem.ts'
import type { Instance } from './instances.ts'

/** @returns vehicles used, cost as the literature counts it to hundredths, and whether everything is served as it must be */
export function costOf(
  { problem, distance, cost }: Instance,
  plan: Plan,
): { vehicles: number; cost: number; feasible: boolean } {
  let [vehicles, sum] = [0, 0]
  for (const [v, visits] of plan.trips.entries()) {
    if (visits.length === 0) continue
    const { start, end } = problem.vehicles[v] as (typeof problem.vehicles)[number]
    const places = visits.map(({ order, isPickup }) => {
      const o = problem.orders[order] as (typeof problem.orders)[number]
      return isPickup ? (o.pickup?.site ?? -1) : o.site
    })
    const path = [start, ...places, ...(end === null ? [] : [end])]
    vehicles++
    sum += cost(
      v,
      path.slice(1).reduce((d, site, i) => d + distance(path[i] as number, site), 0),
    )
  }
  return { vehicles, cost: Math.round(sum * 100) / 100, feasible: plan.leftOut.length === 0 }
}
