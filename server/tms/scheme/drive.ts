import { truck } from '@lading/contract/tms/truck.ts'
import { truckType } from '@lading/contract/tms/truckType.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { named } from '../../kernel/scope.ts'
import { openOn, type PlanSite, readSites } from '../planning/day.ts'
import { legsOf } from '../roads/legs.ts'
import { evaluateTrip, type Trip } from '../routing/evaluate.ts'
import { type Order, type Problem, plainRules, type Window } from '../routing/problem.ts'

/** Above so many kilograms a truck goes by the ways of large ones. */
const smallKg = 4_500
const daySeconds = 86_400

/** A depot and stores in an order, with all that is known of the ways between them. */
export interface Route {
  readonly roads: Problem['roads']
  /** The depot first. */
  readonly sites: readonly PlanSite[]
  /** Times of driving are multiplied by it. */
  readonly slowness: number
}

/** The ways of a truck, or of a small one where none is named; undefined while a site has no position. */
export async function readRoute(ctx: Ctx, ids: readonly string[], truckId: string | null): Promise<Route | undefined> {
  const rows = new Map((await readSites(ctx, [...new Set(ids)])).map((s) => [s.id, s]))
  const sites = ids.flatMap((id) => rows.get(id) ?? [])
  if (sites.length < ids.length || sites.some((s) => s.lng === null || s.lat === null)) return undefined
  const with_ = truckId
    ? await ctx.tx.maybe<{ grossKg: string | null; speedFactor: string }>(sql`
        select y.gross_kg, y.speed_factor from ${named(ctx, truck, 'k')} join ${named(ctx, truckType, 'y')} on y.id = k.type_id where k.id = ${truckId}`)
    : undefined
  const legs = await legsOf(ctx, ids, Number(with_?.grossKg ?? 0) > smallKg ? 'TRUCK_LARGE' : 'TRUCK_SMALL')
  return {
    roads: [{ metres: legs.distance, seconds: legs.duration }],
    sites,
    slowness: Number(with_?.speedFactor ?? 1),
  }
}

const windowsOf = (site: PlanSite, weekday: string | undefined): readonly Window[] =>
  weekday === undefined ? [] : openOn(site, weekday)

/**
 * A fixed route as a problem of one truck that departs at its time: stores that are reached late stay on it, and cost so much
 * that the order avoids it.
 * @param departAt seconds of the day
 * @param weekday whose time windows hold; undefined: none
 */
export function problemOf({ roads, sites, slowness }: Route, departAt: number, weekday: string | undefined): Problem {
  const orders = sites
    .slice(1)
    .map(
      (s, i): Order => ({
        kind: 'DELIVER',
        site: i + 1,
        service: 0,
        windows: windowsOf(s, weekday),
        demand: [0],
        penalty: 1e9,
      }),
    )
  const vehicle = {
    ...{
      start: 0,
      end: 0,
      capacity: [1],
      shift: [departAt, departAt + 3 * daySeconds] as const,
      departBy: departAt,
      profile: 0,
    },
    ...{ slowness, fixedCost: 0, costPerKm: 300, costPerHour: 3_000, costPerStop: 0 },
  }
  return {
    sites: sites.length,
    roads,
    stopSeconds: sites.map((s, i) => (i === 0 ? 0 : s.serviceMin * 60)),
    orders,
    vehicles: [vehicle],
    rules: { ...plainRules, lateSeconds: 2 * daySeconds, costPerLateSecond: 100 },
    initial: [orders.map((_, order) => ({ order }))],
  }
}

/** How the route is driven in the order in which it stands. */
export function driven(route: Route, departAt: number, weekday: string | undefined): Trip {
  const problem = problemOf(route, departAt, weekday)
  return evaluateTrip(problem, 0, problem.initial?.[0] ?? [])
}
