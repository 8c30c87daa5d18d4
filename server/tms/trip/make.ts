// engine: puts way bills on trips and takes them off

import { decimalSum } from '@lading/contract/kernel/decimal.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { createSchema } from '@lading/contract/kernel/schema.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { onRoadStates, shipPlanBill, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql, { raw } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { checkRefs, columnsOf } from '../../kernel/rowParts.ts'
import type { Input } from '../../kernel/rules.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { sumAnew } from '../../kernel/sums.ts'
import { documentRules } from '../../platform/document/served.ts'
import { lockBill, setBill } from '../../platform/document/steps.ts'
import { tellWarehouse } from '../warehouse/tell.ts'
import { moveWayBills } from '../wayBill/move.ts'
import { demandDays, demandFit, demandRoom, readTruck } from './fit.ts'
import { isFinal } from './project.ts'
import { itemsOf, type StopRow, stopsOf, type Trip } from './read.ts'

const { header } = shipPlanBill
/** A stop of a trip to be: in its order, with what is brought or fetched there. Times are ISO-8601. */
export interface NewStop {
  readonly siteId: string
  readonly planArriveAt?: string | undefined
  readonly planLeaveAt?: string | undefined
  readonly wayBillIds: readonly string[]
}
export interface NewTrip {
  readonly source: 'MANUAL' | 'QUICK' | 'ROUTE' | 'VRP'
  readonly bizDate?: string | undefined
  readonly departSiteId: string
  readonly truckId?: string | null
  readonly driverId?: string | null
  readonly coDriverId?: string | null
  readonly planDepartAt: string
  readonly planReturnAt: string
  readonly planDistanceM?: number
  readonly route?: string | null
  readonly stops: readonly NewStop[]
}
export interface MadeTrip {
  readonly id: string
  readonly version: number
  readonly billNo: string
}

/** What a truck brings along: whose it is, what it takes, and who usually drives it. */
async function withTruck(ctx: Ctx, input: Input, before: Input = {}): Promise<void> {
  const after = { ...before, ...input }
  demandDays(String(after.planDepartAt), String(after.planReturnAt))
  if (input.truckId === undefined) return
  if (input.truckId === null)
    return void Object.assign(input, { carrierId: null, truckTypeId: null, loadKg: null, volumeM3: null })
  const { carrierId, typeId, loadKg, volumeM3, driverId } = await readTruck(ctx, String(input.truckId))
  Object.assign(input, { carrierId, truckTypeId: typeId, loadKg, volumeM3 })
  if (before.driverId === undefined) input.driverId ??= driverId
}
export const tripRules = documentRules(shipPlanBill, {
  beforeCreate: (ctx, input) => withTruck(ctx, input),
  beforeUpdate: async (ctx, input, before) => {
    await withTruck(ctx, input, before)
    if (
      input.departSiteId !== undefined &&
      input.departSiteId !== before.departSiteId &&
      (before.wayBillCount ?? 0) > 0
    )
      refuse(faults.frozen, { field: header.fields.departSiteId.title })
  },
})

type Goods = RowOf<
  typeof wayBill.header,
  'id' | 'billNo' | 'kind' | 'fromSiteId' | 'toSiteId' | 'weight' | 'volume' | 'pieces'
>
const backKinds = ['PICKUP', 'RETURN', 'CONTAINER']
const isBack = ({ kind }: Goods): boolean => backKinds.includes(kind)
const siteOf = (g: Goods): string => (isBack(g) ? g.fromSiteId : g.toSiteId)
/** Way bills that were just moved, and are locked by it. */
const goodsOf = (ctx: Ctx, ids: readonly string[]) =>
  ctx.tx.query<Goods>(sql`
    select w.id, w.bill_no, w.kind, w.from_site_id, w.to_site_id, w.weight, w.volume, w.pieces from ${fromHere(ctx, wayBill.header, 'w')}
    where w.id = any(${ids}::bigint[]) order by w.id`)

/** What leaves the depot has to be there. */
function demandDepot(departSiteId: string, goods: readonly Goods[]): void {
  const wrong = goods.find((g) => !isBack(g) && g.fromSiteId !== departSiteId)
  if (wrong) refuse(tripFaults.elsewhere, { no: wrong.billNo })
}

/** A stop is called as its site is. */
async function namesOf(ctx: Ctx, siteIds: readonly string[]): Promise<(siteId: string) => string> {
  const rows = await ctx.tx.query<{ id: string; name: string }>(sql`
    select s.id, s.code || ' ' || s.name as name from ${named(ctx, clientSite, 's')} where s.id = any(${[...new Set(siteIds)]}::bigint[])`)
  const names = new Map(rows.map((r) => [r.id, r.name]))
  return (siteId) => found(names.get(siteId), clientSite.title, siteId)
}

const itemOf = (billId: string, stopId: string, g: Goods, loadSeq = 0) => ({
  ...{ billId, stopId, wayBillId: g.id, direction: isBack(g) ? 'BACK' : 'OUT', loadSeq, state: 'OPEN', isLive: true } as const,
  ...{ weight: g.weight, volume: g.volume, pieces: g.pieces },
}) // biome-ignore format: what it is, how much it is
const addItems = (ctx: Ctx, billId: string, stopId: string, goods: readonly Goods[]) =>
  insert(
    ctx,
    tripItem,
    goods.map((g) => itemOf(billId, stopId, g)),
  )

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
      await ctx.tx.run(sql`update ${raw(tripStop.table)} set seq = ${i + 1}, version = version + 1 where ${own} and id = ${id}`)
  const loaded = [...stops].reverse().flatMap((s) => items.filter((i) => i.stopId === s.id && i.direction === 'OUT'))
  for (const [i, { id, loadSeq }] of loaded.entries())
    if (loadSeq !== i + 1)
      await ctx.tx.run(sql`update ${raw(tripItem.table)} set load_seq = ${i + 1}, version = version + 1 where ${own} and id = ${id}`)
  await sumAnew(ctx, header, [tripId])
  const legs = stops.map((s) =>
    items
      .filter((i) => i.stopId === s.id && i.isLive)
      .map((i) => ({ direction: i.direction, weight: Number(i.weight), volume: Number(i.volume) })),
  )
  const { weight, volume } = peakOf(legs)
  return { peakWeight: weight.toFixed(3), peakVolume: volume.toFixed(6) }
} // biome-ignore format: one statement a line

/** A trip with its goods by stop, as it is written at once: what it carries at most, and what is loaded first. */
function wholeOf(trip: NewTrip, id: string, stopIds: readonly string[], byId: ReadonlyMap<string, Goods>) {
  const stops = trip.stops.map(({ siteId, wayBillIds }) => {
    const goods = wayBillIds.flatMap((one) => byId.get(one) ?? []).toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    if (goods.some((g) => siteOf(g) !== siteId)) refuse(tripFaults.notOnTrip)
    return goods
  })
  demandDepot(trip.departSiteId, stops.flat())
  const loaded = stops.toReversed().flatMap((goods) => goods.filter((g) => !isBack(g)))
  const order = new Map(loaded.map((g, i) => [g.id, i + 1]))
  const items = stops.flatMap((goods, i) => goods.map((g) => itemOf(id, stopIds[i] ?? '', g, order.get(g.id) ?? 0)))
  const legs = stops.map((goods) =>
    goods.map((g) => ({ direction: isBack(g) ? 'BACK' : 'OUT', weight: Number(g.weight), volume: Number(g.volume) })),
  )
  const { weight, volume } = peakOf(legs)
  const sum = (of: 'weight' | 'volume' | 'pieces', scale: number) => decimalSum(items.map((i) => String(i[of] ?? '0')), scale)
  const sums = {
    ...{ stopCount: stops.length, wayBillCount: items.length },
    ...{ weight: sum('weight', 3), volume: sum('volume', 6), pieces: sum('pieces', 3) },
    ...{ peakWeight: weight.toFixed(3), peakVolume: volume.toFixed(6) },
  }
  return { items, sums }
} // biome-ignore format: one figure a line

/**
 * Makes trips of way bills that wait for planning, in one's own transaction: all of them become PLANNED, or nothing is
 * made. Planning, fixed routes and quick planning do it by this alone. Statements are few, however many trips.
 * @throws Fault changed (way bills by number), elsewhere, dayOrder, notFound, notOnTrip
 */
export async function createTrips(ctx: Ctx, trips: readonly NewTrip[]): Promise<MadeTrip[]> {
  const inputs = trips.map(({ stops: _, source, planDistanceM = null, ...typed }): Input => ({ ...createSchema(header).parse(typed), source, planDistanceM, id: ctx.newId() }))
  await checkRefs(ctx, header, inputs)
  await tripRules.beforeCreateMany?.(ctx, inputs as never)
  const wayBillIds = trips.flatMap((t) => t.stops.flatMap((s) => s.wayBillIds))
  if (new Set(wayBillIds).size < wayBillIds.length) refuse(tripFaults.notOnTrip)
  await moveWayBills(ctx, 'assign', wayBillIds.map((id) => ({ id })))
  const byId = new Map((await goodsOf(ctx, wayBillIds)).map((g) => [g.id, g]))
  const nameOf = await namesOf(ctx, trips.flatMap((t) => t.stops.map((s) => s.siteId)))
  const stops = trips.flatMap((t, n) => t.stops.map((s, i) => ({
    ...{ id: ctx.newId(), billId: String(inputs[n]?.id), seq: i + 1, siteId: s.siteId, name: nameOf(s.siteId), state: 'PENDING' as const },
    ...{ planArriveAt: s.planArriveAt ?? null, planLeaveAt: s.planLeaveAt ?? null },
  })))
  const wholes = trips.map((t, n) => {
    const id = String(inputs[n]?.id)
    return wholeOf(t, id, stops.filter((s) => s.billId === id).map((s) => s.id), byId)
  })
  const columns = ['id', ...new Set(inputs.flatMap((input) => columnsOf(header, input).map(([name]) => name)))]
  await insert(ctx, header, inputs.map((input, n) => ({
    ...Object.fromEntries(columns.map((name) => [name, input[name] ?? null])),
    ...wholes[n]?.sums,
  })))
  await insert(ctx, tripStop, stops)
  await insert(ctx, tripItem, wholes.flatMap((w) => w.items))
  for (const input of inputs) ctx.audit({ subject: header.key, subjectId: String(input.id), subjectNo: String(input.billNo), action: 'create', after: input })
  return inputs.map(({ id, billNo }) => ({ id: String(id), version: 0, billNo: String(billNo) }))
} // biome-ignore format: one statement a line

/** One of them. */
export async function createTrip(ctx: Ctx, trip: NewTrip): Promise<MadeTrip> {
  const [made] = await createTrips(ctx, [trip])
  return found(made, header.title)
}

interface Adding {
  readonly id: string
  readonly version: number
  readonly wayBillIds: readonly string[]
  readonly beforeStopId?: string | undefined
}
const addableStates = ['DRAFT', 'RELEASED', 'ACCEPTED', 'CHECKED_IN', 'IN_TRANSIT']
const isRoad = (state: string): boolean => onRoadStates.some((one) => one === state)

/** Where goods of a site come to: its stop that is not over, or a new one at the place given. */
async function placeStops(ctx: Ctx, trip: Trip, goods: readonly Goods[], beforeStopId: string | undefined) {
  const stops = await stopsOf(ctx, trip.id)
  const before = stops.find((s) => s.id === beforeStopId)
  if (beforeStopId !== undefined && before?.state !== 'PENDING') refuse(tripFaults.notOnTrip)
  const open = (siteId: string): StopRow | undefined => stops.find((s) => s.siteId === siteId && !isFinal(s.state))
  const bySite = Map.groupBy(goods, siteOf)
  const fresh = [...bySite.keys()].filter((siteId) => !open(siteId))
  const at = before?.seq ?? (stops.at(-1)?.seq ?? 0) + 1
  if (before && fresh.length > 0)
    await ctx.tx.run(sql`
      update ${raw(tripStop.table)} set seq = seq + ${fresh.length}, version = version + 1
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${trip.id} and seq >= ${at}`)
  const nameOf = await namesOf(ctx, fresh)
  for (const [siteId, own] of bySite) {
    const seq = at + fresh.indexOf(siteId)
    const stopId =
      open(siteId)?.id ??
      (await insert(ctx, tripStop, [{ name: nameOf(siteId), billId: trip.id, seq, siteId, state: 'PENDING' }]))
        .ids[0] ??
      ''
    await addItems(ctx, trip.id, stopId, own)
  }
}

const told = (ctx: Ctx, trip: Trip, action: string, goods: readonly { billNo: string }[], reason?: string) =>
  ctx.audit({
    ...{ subject: header.key, subjectId: trip.id, subjectNo: trip.billNo, action },
    after: { wayBills: goods.map((g) => g.billNo).join(', ').slice(0, 500), ...(reason && { reason }) },
  }) // biome-ignore format: whose, and what

/** 加单. A trip that is released has to have room for them; one on the road takes only what is fetched. */
export async function addToTrip(ctx: Ctx, { id, version, wayBillIds, beforeStopId }: Adding): Promise<MadeTrip> {
  const trip = await lockBill(ctx, shipPlanBill, id, version)
  if (!addableStates.includes(trip.state))
    refuse(faults.state, { no: trip.billNo, state: shipPlanBill.flow.states[trip.state], action: header.verbs.addWayBills })
  const rows = wayBillIds.map((one) => ({ id: one }))
  await moveWayBills(ctx, 'assign', rows)
  const goods = await goodsOf(ctx, wayBillIds)
  demandDepot(trip.departSiteId, goods)
  if (isRoad(trip.state) && !goods.every(isBack)) refuse(tripFaults.onRoadGoods)
  await placeStops(ctx, trip, goods, beforeStopId)
  const peak = await settle(ctx, id)
  if (trip.state !== 'DRAFT') {
    await demandFit(ctx, trip)
    await demandRoom(ctx, { ...trip, ...peak })
    await moveWayBills(ctx, 'dispatch', rows)
    if (isRoad(trip.state)) await moveWayBills(ctx, 'depart', rows)
  }
  await setBill(ctx, shipPlanBill, trip, trip.state, peak)
  if (trip.state !== 'DRAFT') await tellWarehouse(ctx, trip)
  told(ctx, trip, 'addWayBills', goods)
  return { id, version: version + 1, billNo: trip.billNo }
} // biome-ignore format: one statement a line

interface Taking {
  readonly id: string
  readonly version: number
  readonly wayBillIds: readonly string[]
  readonly reason?: string | undefined
}
/** 移单: the way bills wait for planning again; stops without goods go, the others keep their order. */
export async function takeOffTrip(ctx: Ctx, { id, version, wayBillIds, reason }: Taking): Promise<MadeTrip> {
  const trip = await lockBill(ctx, shipPlanBill, id, version)
  const items = (await itemsOf(ctx, id)).filter((i) => i.isLive && i.state === 'OPEN' && wayBillIds.includes(i.wayBillId))
  if (items.length < new Set(wayBillIds).size) refuse(tripFaults.notOnTrip)
  await letGo(ctx, trip, items.map((i) => i.wayBillId), reason)
  await ctx.tx.run(sql`
    delete from ${raw(tripItem.table)} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${items.map((i) => i.id)}::bigint[])`)
  const peak = await settle(ctx, id)
  await setBill(ctx, shipPlanBill, trip, trip.state, peak)
  if (trip.state !== 'DRAFT') await tellWarehouse(ctx, trip)
  told(ctx, trip, 'takeOff', await goodsOf(ctx, wayBillIds), reason)
  return { id, version: version + 1, billNo: trip.billNo }
} // biome-ignore format: one statement a line

/** Way bills wait for planning again: of a draft so, of a trip that was released with a reason. */
export const letGo = (ctx: Ctx, trip: Trip, ids: readonly string[], reason: string | undefined): Promise<void> =>
  moveWayBills(
    ctx,
    trip.state === 'DRAFT' ? 'unassign' : 'takeOff',
    ids.map((id) => ({ id })),
    reason === undefined ? {} : { reason },
  )

/** W4: a trip that is called off holds nothing any more; what was on it stays to be read. */
export async function letAllGo(ctx: Ctx, trip: Trip): Promise<void> {
  const items = (await itemsOf(ctx, trip.id)).filter((i) => i.isLive)
  await letGo(
    ctx,
    trip,
    items.map((i) => i.wayBillId),
    trip.billNo,
  )
  await ctx.tx.run(sql`
    update ${raw(tripItem.table)} set is_live = false, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${trip.id}`)
}
