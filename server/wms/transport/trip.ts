// engine: gives trips of transport their shipments, and takes these back

import type { TripPlan } from '@lading/contract/tms/warehouse.ts'
import { shipBill, shipStop } from '@lading/contract/wms/shipBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { type BillRow, lockBill, setBill, takeStep } from '../../platform/document/steps.ts'
import { shipRules } from '../ship/steps.ts'
import { takeSigned } from './signed.ts'

type Ship = BillRow<typeof shipBill>

/** Before anything is loaded the trip says how it goes; then the goods are on it. */
const isEmpty = ({ state }: Ship): boolean => state === 'SAVED' || state === 'APPROVED'
const isHere = (bill: Ship): boolean => isEmpty(bill) || bill.state === 'INPROGRESS' || bill.state === 'LOADED'

/** A dock that the trip does not name, or that is not here, is the warehouse's to choose. */
async function dockOf(ctx: Ctx, { dockCode }: TripPlan): Promise<{ dockId?: string }> {
  if (dockCode === null) return {}
  const dock = await ctx.tx.maybe<{ id: string } & object>(sql`
    select id from wms_dock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${dockCode} and not disabled`)
  return dock ? { dockId: dock.id } : {}
}

/** What the trip says of the truck. */
const truckOf = async (ctx: Ctx, trip: TripPlan): Promise<Readonly<Record<string, unknown>>> => ({
  vehicleNo: trip.vehicleNo,
  driverName: trip.driverName,
  driverPhone: trip.driverPhone,
  carrier: trip.carrier,
  maxWeightKg: trip.maxWeightKg,
  maxVolumeM3: trip.maxVolumeM3,
  planDepartAt: trip.planDepartAt,
  ...(await dockOf(ctx, trip)),
})
const noTruck = Object.fromEntries(
  ['sentTripId', 'tripNo', 'vehicleNo', 'driverName', 'driverPhone', 'carrier', 'maxWeightKg', 'maxVolumeM3'].map(
    (name) => [name, null],
  ),
)

const lockOfTrip = async (ctx: Ctx, tripId: string): Promise<Ship | undefined> => {
  const row = await ctx.tx.maybe<{ id: string } & object>(sql`
    select id from wms_ship_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and sent_trip_id = ${tripId} and state <> 'CANCELED'`)
  return row && lockBill(ctx, shipBill, row.id)
}

/** The oldest shipment of the day that waits for a truck, and goes to no other store than the trip does. */
async function lockWithoutTruck(ctx: Ctx, trip: TripPlan): Promise<Ship | undefined> {
  const stores = trip.stops.map((s) => s.storeId)
  const row = await ctx.tx.maybe<{ id: string } & object>(sql`
    select b.id from wms_ship_bill b where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.state in ('SAVED', 'APPROVED')
      and b.sent_trip_id is null and b.vehicle_no is null and b.biz_date = ${trip.bizDate}::date
      and exists (select 1 from wms_ship_stop s where s.tenant_id = b.tenant_id and s.bill_id = b.id)
      and not exists (select 1 from wms_ship_stop s where s.tenant_id = b.tenant_id and s.bill_id = b.id and not (s.store_id = any(${stores}::bigint[])))
    order by b.id limit 1`)
  const bill = row && (await lockBill(ctx, shipBill, row.id))
  return bill && isEmpty(bill) && bill.vehicleNo === null ? bill : undefined
}

/** Its stops are those of the trip, in the order in which that goes. */
async function setStops(ctx: Ctx, bill: Ship, stops: TripPlan['stops']): Promise<boolean> {
  const there = await ctx.tx.query<{ storeId: string; planArriveAt: Date | null }>(sql`
    select s.store_id, s.plan_arrive_at from wms_ship_stop s where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.bill_id = ${bill.id} order by s.seq`)
  const said = (list: TripPlan['stops']) => list.map((s) => `${s.storeId} ${s.planArriveAt?.getTime()}`).join()
  if (said(there) === said(stops)) return false
  await ctx.tx.run(sql`
    delete from wms_ship_stop where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
  const rows = stops.map((s, i) => ({ billId: bill.id, seq: i + 1, storeId: s.storeId, planArriveAt: s.planArriveAt }))
  await insert(ctx, shipStop, rows)
  return true
}

const plain = (value: unknown): unknown =>
  value instanceof Date
    ? value.getTime()
    : typeof value === 'string' && /^-?\d+\.\d+$/.test(value)
      ? Number(value)
      : value

/** Writes what differs from what the shipment says already; told again, nothing. */
async function write(ctx: Ctx, bill: Ship, trip: TripPlan, columns: Readonly<Record<string, unknown>>): Promise<void> {
  const was: Readonly<Record<string, unknown>> = { ...bill }
  const differing = Object.entries(columns).filter(([name, value]) => plain(was[name] ?? null) !== plain(value ?? null))
  const hasMoved = isEmpty(bill) && trip.isSent ? await setStops(ctx, bill, trip.stops) : false
  if (differing.length === 0 && !hasMoved) return
  await setBill(ctx, shipBill, bill, bill.state, Object.fromEntries(differing))
  const told = differing.filter(([name]) => name in shipBill.header.fields)
  ctx.audit({
    ...{ subject: shipBill.header.key, subjectId: bill.id, subjectNo: bill.billNo, action: 'plan' },
    before: Object.fromEntries(told.map(([name]) => [name, was[name] ?? null])),
    after: Object.fromEntries(told),
  })
} // biome-ignore format: whose, and what

/** Approved at once: the dispatcher has released it. */
async function make(ctx: Ctx, trip: TripPlan): Promise<void> {
  const stops = trip.stops.map((s, i) => ({ ...s, seq: i + 1 }))
  const { bizDate, route, billNo: tripNo } = trip
  const made = await createRow(
    ctx,
    shipBill.header,
    { ...(await truckOf(ctx, trip)), bizDate, route, tripNo, stops },
    shipRules,
  )
  await setBill(ctx, shipBill, made, 'SAVED', { sentTripId: trip.tripId })
  await takeStep(ctx, shipBill, 'approve', { id: made.id, version: made.version + 1 })
}

/** Nothing is loaded yet: one that was made for the trip goes with it, another one waits for a truck again. */
async function release(ctx: Ctx, bill: Ship, trip: TripPlan): Promise<void> {
  if (!isEmpty(bill)) return
  if (bill.createdBy !== null) return write(ctx, bill, trip, noTruck)
  await takeStep(ctx, shipBill, 'cancel', { id: bill.id, version: bill.version, reason: trip.billNo })
}

/**
 * A trip of transport as it stands: released, it has one shipment, which is made, or is one that waits for a truck; withdrawn
 * before anything was loaded, it has none; and what stores have signed is written down. Told again, nothing happens.
 */
export async function takeTrip(ctx: Ctx, trip: TripPlan): Promise<void> {
  const bill = await lockOfTrip(ctx, trip.tripId)
  if (!trip.isSent) return bill && release(ctx, bill, trip)
  if (bill) {
    if (isHere(bill)) await write(ctx, bill, trip, await truckOf(ctx, trip))
    await takeSigned(ctx, bill, trip)
    return
  }
  const other = await lockWithoutTruck(ctx, trip)
  if (!other) return make(ctx, trip)
  await write(ctx, other, trip, { ...(await truckOf(ctx, trip)), sentTripId: trip.tripId, tripNo: trip.billNo })
  if (other.state === 'SAVED') await takeStep(ctx, shipBill, 'approve', { id: other.id, version: other.version + 1 })
}
