import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { midnightOf, type PlanTruck, readTrucks, secondsOf } from '../planning/day.ts'
import type { Scheme } from './match.ts'

export interface FleetTruck extends PlanTruck {
  readonly carrierId: string
}
interface Taken {
  readonly truckId: string
  readonly from: number
  readonly to: number
}
export interface Fleet {
  readonly trucks: readonly FleetTruck[]
  /** When trucks are on trips already, those of this run among them: seconds of the day. */
  readonly taken: Taken[]
  /** Usual trucks of the day's schemes: nobody else's goods take them. */
  readonly usual: ReadonlySet<string>
}

/** All trucks that can go, and when they are on trips. */
export async function readFleet(ctx: Ctx, bizDate: string, schemes: readonly Scheme[]): Promise<Fleet> {
  const trucks = await readTrucks(ctx, undefined)
  const carriers = await ctx.tx.query<{ id: string; carrierId: string }>(sql`
    select k.id, k.carrier_id from ${named(ctx, truck, 'k')} where k.id = any(${trucks.map((t) => t.id)}::bigint[])`)
  const carrierOf = new Map(carriers.map((c) => [c.id, c.carrierId]))
  const midnight = midnightOf(bizDate, ctx.org.timeZone)
  const trips = await ctx.tx.query<{ truckId: string; from: Date; to: Date }>(sql`
    select t.truck_id, t.plan_depart_at as "from", t.plan_return_at as "to" from ${fromHere(ctx, shipPlanBill.header, 't')}
    where t.truck_id is not null and t.state <> all('{CANCELLED,CLOSED,RETURNED}'::text[])
      and t.plan_return_at > ${new Date(midnight)} and t.plan_depart_at < ${new Date(midnight + 3 * 86_400_000)}`)
  const at = (moment: Date): number => (moment.getTime() - midnight) / 1000
  return {
    trucks: trucks.map((t) => ({ ...t, carrierId: carrierOf.get(t.id) ?? '' })),
    taken: trips.map((t) => ({ truckId: t.truckId, from: at(t.from), to: at(t.to) })),
    usual: new Set(schemes.flatMap((s) => s.truckId ?? [])),
  }
}

/** So long a scheme's truck is away whose way nobody can tell. */
const awayMin = 480
export function hoursOf({ departAt, durationMin }: Scheme): { from: number; to: number } {
  const from = secondsOf(departAt)
  return { from, to: from + (durationMin ?? awayMin) * 60 }
}

/**
 * The truck of a scheme: its usual one if that is free, else another of the same type and carrier.
 * @param used of this scheme's trips before
 */
export function truckFor(fleet: Fleet, scheme: Scheme, used: readonly string[]): FleetTruck | undefined {
  const { from, to } = hoursOf(scheme)
  const isFree = ({ id }: FleetTruck): boolean =>
    !used.includes(id) && !fleet.taken.some((t) => t.truckId === id && t.from < to && from < t.to)
  const own = fleet.trucks.find((t) => t.id === scheme.truckId)
  if (own && isFree(own)) return own
  const [typeId, carrierId] = [own?.typeId ?? scheme.truckTypeId, own?.carrierId ?? scheme.carrierId]
  if (!typeId || !carrierId) return undefined
  return fleet.trucks.find(
    (t) => t.typeId === typeId && t.carrierId === carrierId && !fleet.usual.has(t.id) && isFree(t),
  )
}
