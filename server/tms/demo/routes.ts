import { carrier } from '@lading/contract/tms/carrier.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { routeScheme } from '@lading/contract/tms/routeScheme.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { truckType } from '@lading/contract/tms/truckType.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as } from '../../platform/demo/site.ts'
import { takeStep } from '../../platform/document/steps.ts'
import { solve } from '../routing/solve.ts'
import { problemOf, readRoute } from '../scheme/drive.ts'
import { routeSchemeRules } from '../scheme/rules.ts'
import { createTrip } from '../trip/make.ts'
import { roadTrips } from '../trip/read.ts'
import { record } from '../trip/road.ts'
import { tripSteps } from '../trip/steps.ts'

/** Who usually drives which route; the last of the town's routes has no scheme yet. */
const schemes = [
  { code: 'L1', name: '一号线', departAt: '04:30', plate: '沪A31010' },
  { code: 'L2', name: '二号线', departAt: '04:30', plate: '沪A31038' },
  { code: 'L3', name: '三号线', departAt: '05:00', plate: '沪A31052' },
  { code: 'L4', name: '四号线', departAt: '05:00', plate: '沪A31059' },
  { code: 'L5', name: '五号线', departAt: '05:30', type: 'T42', carrier: 'LADING' },
  { code: 'L6', name: '六号线', departAt: '06:00' },
  { code: 'L7', name: '七号线（周末）', departAt: '06:00', days: ['6', '7'], plate: '沪A31066' },
] as const

interface Store {
  readonly id: string
  readonly route: string | null
  readonly lng: string
  readonly lat: string
}
/** Whoever is further away than a morning's drive is on no fixed route. */
const isNear = (a: Store, b: Store): boolean =>
  Math.abs(Number(a.lng) - Number(b.lng)) < 0.55 && Math.abs(Number(a.lat) - Number(b.lat)) < 0.4

/** Fixed routes by what stores are said to be on, and a trip that fetches what comes back. */
export async function seedTransportRoutes(system: Ctx): Promise<void> {
  const ctx = await as(system, 'dispatcher')
  const sites = await ctx.tx.query<Store & { code: string; isDepot: boolean }>(sql`
    select s.id, s.code, s.route, s.is_depot, s.lng, s.lat from ${named(ctx, clientSite, 's')}
    where s.lng is not null and not s.disabled order by s.code`)
  const depot = sites.find((s) => s.isDepot)
  if (!depot) return
  for (const one of schemes)
    await seedScheme(
      ctx,
      depot.id,
      one,
      sites.filter((s) => isNear(s, depot)),
    )
  await seedFetching(ctx, depot.id)
}

async function seedScheme(ctx: Ctx, depotId: string, one: (typeof schemes)[number], sites: readonly Store[]) {
  const { plate, type, carrier: of, days, ...own } = { plate: '', type: '', carrier: '', days: [], ...one }
  const idOf = async (e: typeof truck | typeof truckType | typeof carrier, code: string) =>
    (
      await ctx.tx.maybe<{ id: string } & object>(
        sql`select t.id from ${named(ctx, e as typeof truck, 't')} where t.code = ${code}`,
      )
    )?.id ?? null
  const siteIds = sites.filter((s) => s.route === own.code).map((s) => s.id)
  const route = await readRoute(ctx, [depotId, ...siteIds], null)
  if (!route || siteIds.length === 0) return
  const { plan } = solve(problemOf(route, 5 * 3600, '1'), { seed: 1, iterations: 500 })
  const stops = (plan.trips[0] ?? []).map(({ order }, i) => ({ seq: (i + 1) * 10, siteId: siteIds[order] ?? '' }))
  const truckId = plate ? await idOf(truck, plate) : null
  const usual = {
    truckTypeId: type ? await idOf(truckType, type) : null,
    carrierId: of ? await idOf(carrier, of) : null,
  }
  await createRow(ctx, routeScheme, { ...own, ...usual, truckId, depotId, days, stops }, routeSchemeRules)
}

const minutes = 60_000
/** Returns and empty containers of some stores: of the first less came than was said, the others are still to come. */
async function seedFetching(ctx: Ctx, departSiteId: string): Promise<void> {
  const back = await ctx.tx.query<{ id: string; siteId: string }>(sql`
    select w.id, w.from_site_id as site_id from ${fromHere(ctx, wayBill.header, 'w')}
    where w.state = 'CONFIRMED' and w.kind in ('RETURN', 'CONTAINER', 'PICKUP') order by w.id limit 5`)
  const driver = await ctx.tx.maybe<{ id: string } & object>(sql`
    select k.id from ${named(ctx, truck, 'k')} where k.code = '沪A31073'`)
  if (!driver || back.length === 0) return
  const now = ctx.now().getTime()
  const iso = (at: number): string => new Date(at).toISOString()
  const made = await createTrip(ctx, {
    ...{ source: 'MANUAL', departSiteId, truckId: driver.id },
    ...{ planDepartAt: iso(now - 100 * minutes), planReturnAt: iso(now + 260 * minutes) },
    stops: [...Map.groupBy(back, (w) => w.siteId)].map(([siteId, own], i) => ({
      siteId,
      planArriveAt: iso(now + (i * 50 - 45) * minutes),
      wayBillIds: own.map((w) => w.id),
    })),
  })
  const { version } = await takeStep(ctx, shipPlanBill, 'release', made, tripSteps.release)
  const [whole] = await roadTrips(ctx, [made.id])
  const [first] = whole?.stops ?? []
  const items = (first?.items ?? []).map((i) => ({
    wayBillId: i.wayBillId,
    signer: '店长小何',
    reason: '少2箱，门店留用',
    lines: i.lines.map((l, n) => ({ lineId: l.id, qty: n === 0 ? String(Number(l.planQty) - 2) : l.planQty })),
  }))
  const stops = first ? [{ stopId: first.id, arriveAt: iso(now - 40 * minutes), items }] : []
  await record(ctx, { id: made.id, version, departAt: iso(now - 95 * minutes), odoStart: 18_220, stops })
}
