import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { onRoadStates, shipPlanBill, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { lockBill, setBill } from '../../platform/document/steps.ts'
import { tellWarehouse } from '../warehouse/tell.ts'
import { moveWayBills } from '../wayBill/move.ts'
import { demandFit, demandRoom } from './fit.ts'
import { demandDepot, type Goods, goodsOf, isBack, itemOf, namesOf, settle, siteOf } from './goods.ts'
import type { MadeTrip } from './make.ts'
import { isFinal } from './project.ts'
import { itemsOf, type StopRow, stopsOf, type Trip } from './read.ts'

const { header } = shipPlanBill
const addItems = (ctx: Ctx, billId: string, stopId: string, goods: readonly Goods[]) =>
  insert(
    ctx,
    tripItem,
    goods.map((g) => itemOf(billId, stopId, g)),
  )

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
    after: {
      wayBills: goods
        .map((g) => g.billNo)
        .join(', ')
        .slice(0, 500),
      ...(reason && { reason }),
    },
  })

/** 加单. A trip that is released has to have room for them; one on the road takes only what is fetched. */
export async function addToTrip(ctx: Ctx, { id, version, wayBillIds, beforeStopId }: Adding): Promise<MadeTrip> {
  const trip = await lockBill(ctx, shipPlanBill, id, version)
  if (!addableStates.includes(trip.state))
    refuse(faults.state, {
      no: trip.billNo,
      state: shipPlanBill.flow.states[trip.state],
      action: header.verbs.addWayBills,
    })
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
}

interface Taking {
  readonly id: string
  readonly version: number
  readonly wayBillIds: readonly string[]
  readonly reason?: string | undefined
}
/** 移单: the way bills wait for planning again; stops without goods go, the others keep their order. */
export async function takeOffTrip(ctx: Ctx, { id, version, wayBillIds, reason }: Taking): Promise<MadeTrip> {
  const trip = await lockBill(ctx, shipPlanBill, id, version)
  const items = (await itemsOf(ctx, id)).filter(
    (i) => i.isLive && i.state === 'OPEN' && wayBillIds.includes(i.wayBillId),
  )
  if (items.length < new Set(wayBillIds).size) refuse(tripFaults.notOnTrip)
  await letGo(
    ctx,
    trip,
    items.map((i) => i.wayBillId),
    reason,
  )
  await ctx.tx.run(sql`
    delete from ${raw(tripItem.table)} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${items.map((i) => i.id)}::bigint[])`)
  const peak = await settle(ctx, id)
  await setBill(ctx, shipPlanBill, trip, trip.state, peak)
  if (trip.state !== 'DRAFT') await tellWarehouse(ctx, trip)
  told(ctx, trip, 'takeOff', await goodsOf(ctx, wayBillIds), reason)
  return { id, version: version + 1, billNo: trip.billNo }
}

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
