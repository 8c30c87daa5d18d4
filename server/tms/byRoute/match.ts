import type { offReasons } from '@lading/contract/tms/byRoute.ts'
import { byRouteMost } from '@lading/contract/tms/byRoute.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { routeScheme, routeStop } from '@lading/contract/tms/routeScheme.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { weekdayOf } from '../planning/day.ts'

type Kept = 'id' | 'code' | 'name' | 'departAt' | 'carrierId' | 'truckTypeId' | 'truckId' | 'driverId' | 'durationMin'
export type Scheme = RowOf<typeof routeScheme, Kept> & { readonly siteIds: readonly string[] }
export interface Waiting {
  readonly id: string
  readonly siteId: string
  readonly routeSchemeId: string | null
  /** What the store calls its route. */
  readonly route: string | null
  readonly isLocated: boolean
}

/** The schemes in use that leave a depot on a day, those that leave first before others. */
export async function schemesOn(ctx: Ctx, bizDate: string, depotId: string): Promise<Scheme[]> {
  const rows = await ctx.tx.query<RowOf<typeof routeScheme, Kept> & { siteIds: string[] }>(sql`
    select t.id, t.code, t.name, t.depart_at, t.carrier_id, t.truck_type_id, t.truck_id, t.driver_id, t.duration_min,
      (select array_agg(s.site_id::text order by s.seq, s.id) from ${named(ctx, routeStop, 's')} where s.scheme_id = t.id) as site_ids
    from ${fromHere(ctx, routeScheme, 't')} where not t.disabled and t.depot_id = ${depotId}
      and (coalesce(cardinality(t.days), 0) = 0 or ${weekdayOf(bizDate)} = any(t.days))
    order by t.depart_at, t.code limit ${byRouteMost.schemes}`)
  return rows
}

/** What waits for planning on a day between a depot and stores; of these ids alone, where some are named. */
export const waitingOn = (ctx: Ctx, bizDate: string, depotId: string, ids: readonly string[] | undefined) =>
  ctx.tx.query<Waiting>(sql`
    select w.id, w.route_scheme_id, p.id as site_id, p.route, p.lng is not null and p.lat is not null as is_located
    from ${fromHere(ctx, wayBill.header, 'w')}
      join ${named(ctx, clientSite, 'p')} on p.id = case when w.to_site_id = ${depotId} then w.from_site_id else w.to_site_id end
    where w.state = 'CONFIRMED' and w.biz_date = ${bizDate} and (w.from_site_id = ${depotId} or w.to_site_id = ${depotId})
      and (${ids === undefined} or w.id = any(${ids ?? []}::bigint[]))
    order by w.priority desc, w.id limit ${byRouteMost.wayBills}`)

export interface Matched {
  /** By the id of the scheme. */
  readonly on: ReadonlyMap<string, readonly Waiting[]>
  readonly off: readonly { readonly id: string; readonly reason: keyof typeof offReasons }[]
}
/**
 * Which scheme each way bill goes with: the one that it names itself; else, of those that come to its store, the one that
 * the store is said to be on, else the first that leaves.
 */
export function matched(schemes: readonly Scheme[], waiting: readonly Waiting[]): Matched {
  const on = new Map<string, Waiting[]>()
  const off: { id: string; reason: keyof typeof offReasons }[] = []
  for (const bill of waiting) {
    const coming = schemes.filter((s) => s.siteIds.includes(bill.siteId))
    const own = bill.routeSchemeId
    const scheme = own
      ? coming.find((s) => s.id === own)
      : (coming.find((s) => s.code === bill.route || s.name === bill.route) ?? coming[0])
    if (!scheme) off.push({ id: bill.id, reason: own ? 'OFF_ROUTE' : 'NO_ROUTE' })
    else if (!bill.isLocated) off.push({ id: bill.id, reason: 'NO_LOCATION' })
    else on.set(scheme.id, [...(on.get(scheme.id) ?? []), bill])
  }
  return { on, off }
}
