import { say } from '@lading/contract/kernel/text.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { clientSite, days } from '@lading/contract/tms/clientSite.ts'
import { routeScheme, routeStop } from '@lading/contract/tms/routeScheme.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { called, type Head, type Paper, papers } from '../../platform/print/sheet.ts'
import { secondsOf } from '../planning/day.ts'
import { clockOf } from '../scheme/clock.ts'
import { driven, readRoute } from '../scheme/drive.ts'

interface RouteHead extends Head {
  readonly name: string
  readonly depotId: string
  readonly depot: string
  readonly days: readonly (keyof typeof days)[]
  readonly departAt: string
  readonly truckId: string | null
  readonly plate: string | null
  readonly driver: string | null
  readonly phone: string | null
  readonly distanceKm: string | null
  readonly durationMin: number | null
}

/** 路线单: a scheme's stores in the order in which they are served, for who drives it. */
export const routePaper: Paper<RouteHead> = {
  kind: 'ROUTE_SHEET',
  title: ['路线单', 'Route sheet'],
  name: 'route sheets',
  party: (h) => h.name,
  columns: [
    [['序', '#'], 10, 'center'],
    [['门店', 'Store'], 50],
    [['到达', 'Arrives'], 20, 'center'],
    [['地址', 'Address'], 64],
    [['联系', 'Contact'], 46],
  ],
  facts: (h, ctx) => [
    [['发车点', 'From'], h.depot],
    [['发车时间', 'Departs'], h.departAt],
    [['星期', 'Days'], h.days?.map((d) => say(days[d], ctx.language)).join(' ')],
    [['车辆', 'Truck'], h.plate],
    [['司机', 'Driver'], called(h.driver, h.phone)],
    [['合计', 'Total'], h.distanceKm && `${h.distanceKm} km / ${h.durationMin} min`],
  ],
  hasQr: true,
  foot: ['司机：____________  调度：____________', 'Driver: ____________  Dispatcher: ____________'],
}

interface StopLine {
  readonly headId: string
  readonly siteId: string
  readonly store: string
  readonly address: string | null
  readonly contact: string
}
/** When each store is reached on the first of the scheme's days; nothing where a site has no position. */
async function arrivalsOf(ctx: Ctx, h: RouteHead, stops: readonly StopLine[]): Promise<readonly string[]> {
  const route = await readRoute(ctx, [h.depotId, ...stops.map((s) => s.siteId)], h.truckId)
  const trip = route && driven(route, secondsOf(h.departAt), String(h.days[0] ?? '1'))
  return stops.map((_, i) => {
    const stop = trip?.stops.find((s) => s.site === i + 1)
    return stop ? clockOf(stop.arrive) : ''
  })
}

export async function routeSheets(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await ctx.tx.query<RouteHead>(sql`
    select t.id, t.code as no, t.name, o.name as org_name, t.depot_id, p.code || ' ' || p.name as depot, coalesce(t.days, '{}') as days,
      t.depart_at, t.truck_id, k.code as plate, d.name as driver, d.phone, t.distance_km, t.duration_min
    from ${from(ctx, routeScheme, 't')} join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    join ${named(ctx, clientSite, 'p')} on p.id = t.depot_id left join ${named(ctx, truck, 'k')} on k.id = t.truck_id
    left join ${named(ctx, staff, 'd')} on d.id = coalesce(t.driver_id, k.driver_id) where t.id = any(${ids}::bigint[])`)
  const stops = await ctx.tx.query<StopLine>(sql`
    select s.scheme_id as head_id, s.site_id, p.code || ' ' || p.name as store, p.address, concat_ws(' ', p.contact, p.phone) as contact
    from ${from(ctx, routeStop, 's')} join ${named(ctx, clientSite, 'p')} on p.id = s.site_id
    where s.scheme_id = any(${ids}::bigint[]) order by s.scheme_id, s.seq, s.id`)
  const lines = []
  for (const h of heads) {
    const own = stops.filter((s) => s.headId === h.id)
    const arrivals = await arrivalsOf(ctx, h, own)
    for (const [i, s] of own.entries())
      lines.push({ headId: h.id, cells: [String(i + 1), s.store, arrivals[i] ?? '', s.address ?? '', s.contact] })
  }
  return papers(ctx, routePaper, ids, heads, lines)
}
