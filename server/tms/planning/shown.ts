import type { ScopeOrder } from '@lading/contract/tms/planCalls.ts'
import { reasonAtSight } from '../routing/reasons.ts'
import type { Day, PlanOrder, PlanSite } from './day.ts'

/** The site that a truck comes to; the other one is the depot. */
export const siteOf = (day: Pick<Day, 'depotId'>, b: PlanOrder): string =>
  b.toSiteId === day.depotId ? b.fromSiteId : b.toSiteId

export const shownSite = ({ id, code, name, lng, lat }: PlanSite) => ({
  id,
  code,
  name,
  lng: lng === null ? null : Number(lng),
  lat: lat === null ? null : Number(lat),
})
export const shownTruck = (t: Day['trucks'][number]) => ({
  id: t.id,
  plate: t.code,
  type: t.typeName,
  driver: t.driver ?? '',
  kg: t.kg,
  m3: t.m3,
})
const clock = (s: number): string =>
  `${String(Math.floor(s / 3600)).padStart(2, '0')}:${String(Math.floor((s % 3600) / 60)).padStart(2, '0')}`
/** When its goods are taken on that day; where that is never, when its site is open at all. */
function windowText(day: Day, b: PlanOrder): string {
  const windows = day.problem.orders[day.orders.indexOf(b)]?.windows ?? []
  if (windows.every(([from]) => from >= 0)) return windows.map(([from, to]) => `${clock(from)}-${clock(to)}`).join(' ')
  const site = day.sites.find((s) => s.id === siteOf(day, b))
  return site?.windows.map((w) => `${w.opensAt}-${w.closesAt}`).join(' ') ?? ''
}
export const shownOrder = (day: Day, b: PlanOrder) => ({
  id: b.id,
  billNo: b.billNo,
  siteId: siteOf(day, b),
  weight: b.weight,
  volume: b.volume,
  pieces: b.pieces,
  windowText: windowText(day, b),
})
interface Around {
  readonly regions: ReadonlyMap<string, string>
  /** By way bill: who else plans it. */
  readonly held: ReadonlyMap<string, string>
}
/** A way bill that waits, with what keeps it from being planned at all. @param i its place in the day */
export function shownWaiting(day: Day, b: PlanOrder, i: number, { regions, held }: Around): ScopeOrder {
  const order = day.problem.orders[i] as Day['problem']['orders'][number]
  return {
    ...shownOrder(day, b),
    kind: order.kind,
    reason: reasonAtSight(day.problem, order) ?? null,
    tempZone: b.tempZone,
    region: regions.get(day.sites.find((s) => s.id === siteOf(day, b))?.regionId ?? '') ?? '',
    heldBy: held.get(b.id) ?? null,
  }
}
