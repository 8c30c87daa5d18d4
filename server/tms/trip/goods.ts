// engine: what trips carry, whoever's goods it is

import { refuse } from '@lading/contract/kernel/fault.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { shipPlanBill, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql, { raw } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { sumAnew } from '../../kernel/sums.ts'
import { itemsOf, stopsOf } from './read.ts'

export type Goods = RowOf<
  typeof wayBill.header,
  'id' | 'billNo' | 'kind' | 'fromSiteId' | 'toSiteId' | 'weight' | 'volume' | 'pieces'
>
const backKinds = ['PICKUP', 'RETURN', 'CONTAINER']
export const isBack = ({ kind }: Goods): boolean => backKinds.includes(kind)
export const siteOf = (g: Goods): string => (isBack(g) ? g.fromSiteId : g.toSiteId)
/** Way bills that were just moved, and are locked by it. */
export const goodsOf = (ctx: Ctx, ids: readonly string[]) =>
  ctx.tx.query<Goods>(sql`
    select w.id, w.bill_no, w.kind, w.from_site_id, w.to_site_id, w.weight, w.volume, w.pieces from ${fromHere(ctx, wayBill.header, 'w')}
    where w.id = any(${ids}::bigint[]) order by w.id`)

/** What leaves the depot has to be there. */
export function demandDepot(departSiteId: string, goods: readonly Goods[]): void {
  const wrong = goods.find((g) => !isBack(g) && g.fromSiteId !== departSiteId)
  if (wrong) refuse(tripFaults.elsewhere, { no: wrong.billNo })
}

/** A stop is called as its site is. */
export async function namesOf(ctx: Ctx, siteIds: readonly string[]): Promise<(siteId: string) => string> {
  const rows = await ctx.tx.query<{ id: string; name: string }>(sql`
    select s.id, s.code || ' ' || s.name as name from ${named(ctx, clientSite, 's')} where s.id = any(${[...new Set(siteIds)]}::bigint[])`)
  const names = new Map(rows.map((r) => [r.id, r.name]))
  return (siteId) => found(names.get(siteId), clientSite.title, siteId)
}

export const itemOf = (billId: string, stopId: string, g: Goods, loadSeq = 0) => ({
  ...({
    billId,
    stopId,
    wayBillId: g.id,
    direction: isBack(g) ? 'BACK' : 'OUT',
    loadSeq,
    state: 'OPEN',
    isLive: true,
  } as const),
  ...{ weight: g.weight, volume: g.volume, pieces: g.pieces },
})
interface Leg {
  readonly weight: number
  readonly volume: number
}
/** T3: the most that is on the truck on any leg. Deliveries fall, what is fetched rises. */
export function peakOf(stops: readonly (readonly (Leg & { direction: string })[])[]): Leg {
  const sum = (items: readonly (Leg & { direction: string })[], direction: string): Leg =>
    items
      .filter((i) => i.direction === direction)
      .reduce((a, b) => ({ weight: a.weight + b.weight, volume: a.volume + b.volume }), { weight: 0, volume: 0 })
  let now = sum(stops.flat(), 'OUT')
  let peak = now
  for (const items of stops) {
    const [out, back] = [sum(items, 'OUT'), sum(items, 'BACK')]
    now = { weight: now.weight - out.weight + back.weight, volume: now.volume - out.volume + back.volume }
    peak = { weight: Math.max(peak.weight, now.weight), volume: Math.max(peak.volume, now.volume) }
  }
  return peak
}

/** After goods came or went: empty stops go, the others are counted anew, and what is delivered last is loaded first. */
export async function settle(ctx: Ctx, tripId: string): Promise<Readonly<Record<string, string>>> {
  const own = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${tripId}`
  await ctx.tx.run(sql`
    delete from ${raw(tripStop.table)} t where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.bill_id = ${tripId}
      and not exists (select 1 from ${raw(tripItem.table)} i where i.tenant_id = t.tenant_id and i.stop_id = t.id)`)
  const stops = await stopsOf(ctx, tripId)
  const items = await itemsOf(ctx, tripId)
  for (const [i, { id, seq }] of stops.entries())
    if (seq !== i + 1)
      await ctx.tx.run(
        sql`update ${raw(tripStop.table)} set seq = ${i + 1}, version = version + 1 where ${own} and id = ${id}`,
      )
  const loaded = [...stops].reverse().flatMap((s) => items.filter((i) => i.stopId === s.id && i.direction === 'OUT'))
  for (const [i, { id, loadSeq }] of loaded.entries())
    if (loadSeq !== i + 1)
      await ctx.tx.run(
        sql`update ${raw(tripItem.table)} set load_seq = ${i + 1}, version = version + 1 where ${own} and id = ${id}`,
      )
  await sumAnew(ctx, shipPlanBill.header, [tripId])
  const legs = stops.map((s) =>
    items
      .filter((i) => i.stopId === s.id && i.isLive)
      .map((i) => ({ direction: i.direction, weight: Number(i.weight), volume: Number(i.volume) })),
  )
  const { weight, volume } = peakOf(legs)
  return { peakWeight: weight.toFixed(3), peakVolume: volume.toFixed(6) }
}
