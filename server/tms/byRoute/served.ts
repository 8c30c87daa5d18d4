import { refuse } from '@lading/contract/kernel/fault.ts'
import { byRouteStart, createByRoute, previewByRoute } from '@lading/contract/tms/byRoute.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { planFaults } from '@lading/contract/tms/planFaults.ts'
import { routeScheme } from '@lading/contract/tms/routeScheme.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { demandAt, fromHere, named } from '../../kernel/scope.ts'
import type { PlanOrder, PlanSite } from '../planning/day.ts'
import { dayToPlan } from '../planning/scope.ts'
import { newTripOf } from '../planning/steps.ts'
import { clockOf } from '../scheme/clock.ts'
import { createTrips } from '../trip/make.ts'
import { planByRoute, type SchemeTrip } from './plan.ts'

type In<C extends { input: z.ZodType }> = z.output<C['input']>
type Out<C extends { output: z.ZodType }> = z.output<C['output']>
const at = (ctx: Ctx): void => demandAt(shipPlanBill.header, ctx)

async function start(ctx: Ctx): Promise<Out<typeof byRouteStart>> {
  at(ctx)
  const schemes = await ctx.tx.query<{
    id: string
    code: string
    name: string
    depotId: string
    days: string[] | null
  }>(sql`
    select t.id, t.code, t.name, t.depot_id, t.days from ${fromHere(ctx, routeScheme, 't')} where not t.disabled order by t.code`)
  // Those from which routes leave come first.
  const depots = await ctx.tx.query<{ id: string; code: string; name: string }>(sql`
    select s.id, s.code, s.name from ${named(ctx, clientSite, 's')} where s.is_depot and not s.disabled
    order by s.id <> all(${schemes.map((s) => s.depotId)}::bigint[]), s.code, s.id`)
  return { bizDate: await dayToPlan(ctx), depots, schemes: schemes.map((s) => ({ ...s, days: s.days ?? [] })) }
}

const shownTrip = ({ scheme, turn, truck, wayBillIds, drawn }: SchemeTrip, sites: ReadonlyMap<string, PlanSite>) => ({
  ...{ schemeId: scheme.id, code: scheme.code, name: scheme.name, turn },
  ...{ truckId: truck?.id ?? null, plate: truck?.code ?? '', driver: truck?.driver ?? '' },
  stores: drawn.stops.map((s) => sites.get(s.siteId)?.code ?? ''),
  wayBillIds: [...wayBillIds],
  ...{ departs: clockOf(drawn.depart), returns: clockOf(drawn.finish), metres: drawn.metres },
  ...{ weight: drawn.weight, volume: drawn.volume, violations: drawn.violations },
  ...{ weightRate: truck ? drawn.weightRate : null, volumeRate: truck ? drawn.volumeRate : null },
})
function shownOff(b: PlanOrder, depotId: string, sites: ReadonlyMap<string, PlanSite>) {
  const site = sites.get(b.toSiteId === depotId ? b.fromSiteId : b.toSiteId)
  return {
    ...{ wayBillId: b.id, billNo: b.billNo, weight: b.weight, volume: b.volume },
    site: site ? `${site.code} ${site.name}` : '',
  }
}

async function preview(ctx: Ctx, input: In<typeof previewByRoute>): Promise<Out<typeof previewByRoute>> {
  at(ctx)
  const { trips, left, byId, sites } = await planByRoute(ctx, input)
  const bySite = new Map(sites.map((s) => [s.id, s]))
  return {
    trips: trips.map((t) => shownTrip(t, bySite)),
    off: left.flatMap(({ id, reason }) => {
      const bill = byId.get(id)
      return bill ? [{ ...shownOff(bill, input.depotId, bySite), reason }] : []
    }),
  }
}

/** What was previewed and still waits becomes trips, all of them or none. */
async function create(
  ctx: Ctx,
  { wayBillIds, ...asked }: In<typeof createByRoute>,
): Promise<Out<typeof createByRoute>> {
  at(ctx)
  const { trips } = await planByRoute(ctx, asked, wayBillIds)
  if (trips.length === 0) return refuse(planFaults.noWayBills)
  const made = await createTrips(
    ctx,
    trips.map(({ scheme, truck, drawn }) =>
      newTripOf(ctx, asked, drawn, {
        source: 'ROUTE',
        truckId: truck?.id ?? null,
        ...(scheme.driverId !== null && { driverId: scheme.driverId }),
        route: `${scheme.code} ${scheme.name}`.slice(0, 32),
      }),
    ),
  )
  return {
    trips: made.map(({ id, billNo }) => ({ id, billNo })),
    wayBills: trips.reduce((sum, t) => sum + t.wayBillIds.length, 0),
  }
}

/** 按线路派车 */
export const byRouteServed = (): Served[] => [
  serve(byRouteStart, start),
  serve(previewByRoute, preview),
  serve(createByRoute, create),
]
