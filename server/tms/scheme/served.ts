import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import {
  checkRoute,
  orderRoute,
  routePrints,
  type routeProblems,
  routeScheme,
  routeStop,
} from '@lading/contract/tms/routeScheme.ts'
import { vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { demandAt, from, fromHere, named } from '../../kernel/scope.ts'
import { masterServed } from '../../platform/masterServed.ts'
import { type PrintDocument, type PrintNeeds, printDocument } from '../../platform/print/documents.ts'
import { paperForm } from '../../platform/print/sheet.ts'
import { isLetIn, type PlanSite, readSites, readTrucks, secondsOf } from '../planning/day.ts'
import { solveAside } from '../planning/solveAside.ts'
import { routePaper, routeSheets } from '../print/routeSheets.ts'
import type { Trip } from '../routing/evaluate.ts'
import { clockOf } from './clock.ts'
import { driven, problemOf, readRoute } from './drive.ts'
import { routeSchemeRules } from './rules.ts'

type Typed = z.output<typeof checkRoute.input>
type Problem = z.output<typeof checkRoute.output>['problems'][number]

const allDays = ['1', '2', '3', '4', '5', '6', '7'] as const
const daysOf = ({ days }: Typed): readonly string[] => (days.length > 0 ? days : allDays)
const called = ({ code, name }: PlanSite): string => `${code} ${name}`

/** The sites in the order asked, as far as the asker sees them all. */
async function sitesOf(ctx: Ctx, ids: readonly string[]): Promise<PlanSite[]> {
  demandAt(routeScheme, ctx)
  const seen = await ctx.tx.query<{ id: string }>(sql`
    select s.id from ${from(ctx, clientSite, 's')} where s.id = any(${ids}::bigint[])`)
  if (seen.length < new Set(ids).size) refuse(faults.notFound, { subject: clientSite.title, no: '' })
  const rows = new Map((await readSites(ctx, ids)).map((s) => [s.id, s]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** Stores that another scheme in use serves on one of the days as well. */
async function sharedOn(ctx: Ctx, { id = '0', siteIds, days }: Typed, sites: readonly PlanSite[]): Promise<Problem[]> {
  const others = await ctx.tx.query<{ siteId: string; code: string }>(sql`
    select s.site_id, t.code from ${fromHere(ctx, routeScheme, 't')} join ${named(ctx, routeStop, 's')} on s.scheme_id = t.id
    where not t.disabled and t.id <> ${id} and s.site_id = any(${siteIds}::bigint[])
      and (${days.length === 0} or coalesce(cardinality(t.days), 0) = 0 or t.days && ${days}::varchar[]) order by t.code`)
  const bySite = Map.groupBy(others, (o) => o.siteId)
  return sites.flatMap((site) => {
    const codes = bySite.get(site.id)?.map((o) => o.code)
    return codes ? [{ kind: 'SHARED', site: called(site), what: codes.join(', ') }] : []
  })
}

/** On each day of the week the windows are others: a store is told once, by the latest arrival. */
function lateOn(trips: readonly Trip[], sites: readonly PlanSite[]): Problem[] {
  return sites.slice(1).flatMap((site, i) => {
    const late = trips.flatMap((t) => t.stops.filter((s) => s.site === i + 1 && s.late > 0))
    const worst = Math.max(...late.map((s) => s.arrive))
    return late.length > 0 ? [{ kind: 'LATE', site: called(site), what: clockOf(worst) }] : []
  })
}

async function longestTrip(ctx: Ctx): Promise<number> {
  const config = await ctx.tx.maybe<{ minutes: number }>(sql`
    select c.max_duration_min as minutes from ${fromHere(ctx, vrpConfig, 'c')} where c.is_default`)
  return (config?.minutes ?? Number.POSITIVE_INFINITY) * 60
}

/** 校验 */
async function check(ctx: Ctx, input: Typed): Promise<z.output<typeof checkRoute.output>> {
  const ids = [input.depotId, ...input.siteIds]
  const sites = await sitesOf(ctx, ids)
  const problem = (kind: keyof typeof routeProblems, site: PlanSite | undefined, what = ''): Problem => ({
    ...{ kind, site: site ? called(site) : '', what },
  })
  const [truck] = input.truckId ? await readTrucks(ctx, [input.truckId]) : []
  const problems = [
    ...sites.filter((s) => s.lng === null || s.lat === null).map((s) => problem('NO_LOCATION', s)),
    ...sites.slice(1).flatMap((s) => (truck && !isLetIn(s, truck) ? [problem('BANNED', s, truck.code)] : [])),
    ...(await sharedOn(ctx, input, sites)),
  ]
  const route = await readRoute(ctx, ids, input.truckId ?? null)
  if (!route) return { stops: [], distanceKm: null, durationMin: null, returns: null, problems }
  const departAt = secondsOf(input.departAt)
  const trips = daysOf(input).map((day) => driven(route, departAt, day))
  const [first] = trips
  if (!first) return { stops: [], distanceKm: null, durationMin: null, returns: null, problems }
  const last = Math.max(...trips.map((t) => t.finish))
  const isLong = last - departAt > (await longestTrip(ctx))
  return {
    stops: first.stops.map((s) => ({
      siteId: sites[s.site]?.id ?? '',
      name: sites[s.site] ? called(sites[s.site] as PlanSite) : '',
      arrive: clockOf(s.arrive),
    })),
    distanceKm: (first.metres / 1000).toFixed(1),
    durationMin: Math.round(first.seconds / 60),
    returns: clockOf(last),
    problems: [...problems, ...lateOn(trips, sites), ...(isLong ? [problem('LONG', undefined, clockOf(last))] : [])],
  }
}

/** So many iterations give a route of a hundred stores its best order or nearly, within a second. */
const iterations = 4_000

export const schemeDocuments = {
  routeScheme: { kind: routePaper.kind, subject: routeScheme.key, title: routePaper.title, make: routeSheets },
} as const satisfies Record<keyof typeof routePrints, PrintDocument>
export const schemeForms = [paperForm(routePaper)]

/** 优化顺序, by the engine, from the order in which they stand; by the windows of the first of its days. */
export const schemeServed = (o: PrintNeeds): Served[] => [
  ...masterServed(routeScheme, routeSchemeRules),
  serve(checkRoute, check),
  serveOutside(routePrints.routeScheme, (request, input) =>
    printDocument(request, schemeDocuments.routeScheme, input, {
      ...o,
      demandHere: (ctx) => demandAt(routeScheme, ctx),
    }),
  ),
  serveOutside(orderRoute, async ({ perform }, input) => {
    const route = await perform(
      async (ctx) => {
        await sitesOf(ctx, [input.depotId, ...input.siteIds])
        return readRoute(ctx, [input.depotId, ...input.siteIds], input.truckId ?? null)
      },
      { read: true },
    )
    if (!route) return { siteIds: input.siteIds }
    const problem = problemOf(route, secondsOf(input.departAt), daysOf(input)[0])
    const { plan } = await solveAside(problem, { seed: 1, iterations }, () => undefined).answer
    return { siteIds: (plan.trips[0] ?? []).flatMap(({ order }) => input.siteIds[order] ?? []) }
  }),
]
