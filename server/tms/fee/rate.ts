// engine: the one place that writes what is charged by agreement

import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'
import { agreementsFor, type Charge, chargesOf, unpricedOf } from './charges.ts'
import { isAgreed, withoutFreight } from './freight.ts'
import { raiseUnpriced } from './raise.ts'
import { type RatedTrip, readTrips, tripUnit, wayBillUnits } from './read.ts'
import type { Unit } from './units.ts'
import { formerOf, type Rating, type Subject, writeCharges } from './write.ts'

/** What one party is charged for a unit, written down; what nobody has agreed upon is told. */
export async function rateUnit(
  ctx: Ctx,
  of: Subject,
  unit: Unit,
  day: readonly Unit[],
  mustPay: boolean,
  o: Rating,
): Promise<void> {
  const agreements = await agreementsFor(ctx, of.party, of.partyId, unit)
  const { charges, isPriced } = chargesOf(ctx, agreements, unit, day)
  const isUnpriced = mustPay && !isPriced
  const due: readonly Charge[] = isUnpriced ? [unpricedOf(unit)] : charges
  const { isNew } = await writeCharges(ctx, of, unit, due, o)
  if (isUnpriced && isNew) await raiseUnpriced(ctx, of, unit)
}

const overStates = ['RETURNED', 'CLOSED']
const tripOf = async (ctx: Ctx, party: Party, id: string): Promise<RatedTrip | undefined> =>
  (await readTrips(ctx, party, sql`t.id = ${id}`))[0]

/** A carrier is paid for trips that are over; one's own fleet only where there is an agreement with it. */
async function rateCarrier(ctx: Ctx, trip: RatedTrip, o: Rating): Promise<void> {
  if (trip.state !== 'CLOSED') return
  await clearFormer(ctx, 'CARRIER', trip, trip.carrierId === null ? [] : [trip.carrierId], o)
  if (trip.carrierId === null) return
  const same = await readTrips(
    ctx,
    'CARRIER',
    sql`t.carrier_id = ${trip.carrierId} and t.truck_id is not distinct from ${trip.truckId}::bigint and t.biz_date = ${trip.day} and t.state = 'CLOSED' and ${withoutFreight}`,
  )
  const of = { party: 'CARRIER', partyId: trip.carrierId, tripId: trip.id, wayBillId: null } as const
  const day = same.map((t) => tripUnit(t, null))
  if (await isAgreed(ctx, trip)) {
    // What comes together by day is that of the others alone, where there are any.
    const [other] = day
    await writeCharges(ctx, of, { ...tripUnit(trip, null), ...(other && { dayKey: 'none' }) }, [], o)
    if (other) await rateUnit(ctx, { ...of, tripId: other.id }, other, day, !trip.isOwnFleet, o)
    return
  }
  await rateUnit(ctx, of, tripUnit(trip, null), day, !trip.isOwnFleet, o)
}

/** Whoever does not drive it any more is owed nothing for it. */
async function clearFormer(ctx: Ctx, party: Party, trip: RatedTrip, now: readonly string[], o: Rating): Promise<void> {
  for (const partyId of await formerOf(ctx, party, trip.id, now))
    await writeCharges(ctx, { party, partyId, tripId: trip.id, wayBillId: null }, tripUnit(trip, null), [], o)
}

/** Who drove is paid by piece where that is agreed, if he is one's own. */
async function rateCrew(ctx: Ctx, trip: RatedTrip, o: Rating): Promise<void> {
  const crew = [
    [trip.driverId, 'DRIVER'],
    [trip.coDriverId, 'CO_DRIVER'],
  ] as const
  await clearFormer(
    ctx,
    'EMPLOYEE',
    trip,
    crew.flatMap(([id]) => id ?? []),
    o,
  )
  for (const [staffId, role] of crew) {
    if (staffId === null || !(await isOwnStaff(ctx, staffId))) continue
    const same = await readTrips(
      ctx,
      'EMPLOYEE',
      sql`(t.driver_id = ${staffId} or t.co_driver_id = ${staffId}) and t.biz_date = ${trip.day} and t.state = any(${overStates}::text[])`,
    )
    const roleOn = (t: RatedTrip) => (t.driverId === staffId ? 'DRIVER' : 'CO_DRIVER')
    const of = { party: 'EMPLOYEE', partyId: staffId, tripId: trip.id, wayBillId: null } as const
    await rateUnit(
      ctx,
      of,
      tripUnit(trip, role),
      same.map((t) => tripUnit(t, roleOn(t))),
      false,
      o,
    )
  }
}
/** Whoever works for no carrier, or for one's own fleet. */
export const isOwnStaff = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx.tx.maybe(sql`
    select 1 from tms_staff s left join tms_carrier c on c.tenant_id = s.tenant_id and c.id = s.carrier_id
    where s.tenant_id = ${ctx.tenantId} and s.id = ${id} and (c.id is null or c.kind = 'OWN')`)) !== undefined

/**
 * Rates a trip that is over: its carrier and its crew. Told twice it says the same: what is confirmed stays, and a
 * difference to it is a charge of its own.
 */
export async function rateTrip(ctx: Ctx, tripId: string, o: Rating = {}): Promise<void> {
  const locked = await ctx.tx.maybe(sql`
    select 1 from ${fromHere(ctx, shipPlanBill.header, 't')} where t.id = ${tripId} and t.state = any(${overStates}::text[]) for no key update of t`)
  if (!locked) return
  const trip = await tripOf(ctx, 'CARRIER', tripId)
  if (!trip) return
  await rateCarrier(ctx, trip, o)
  await rateCrew(ctx, trip, o)
}

/** Rates a way bill whose receipt has been looked through: its client. */
export async function rateWayBill(ctx: Ctx, wayBillId: string, o: Rating = {}): Promise<void> {
  const locked = await ctx.tx.maybe(sql`
    select 1 from ${fromHere(ctx, wayBill.header, 't')} where t.id = ${wayBillId} and t.state = 'CLOSED' for no key update of t`)
  if (!locked) return
  const [unit] = await wayBillUnits(ctx, sql`w.id = ${wayBillId}`)
  if (!unit) return
  const day = await wayBillUnits(
    ctx,
    sql`w.client_id = ${unit.clientId} and w.to_site_id = ${unit.dayKey} and w.biz_date = ${unit.day} and w.state = 'CLOSED'`,
  )
  const of = { party: 'CLIENT', partyId: unit.clientId, tripId: unit.tripId, wayBillId: unit.id } as const
  await rateUnit(ctx, of, unit, day, true, o)
}

/** All that a trip is charged, and what its way bills are. */
export async function rateAll(ctx: Ctx, tripId: string, o: Rating = {}): Promise<void> {
  await rateTrip(ctx, tripId, o)
  const bills = await ctx.tx.query<{ id: string }>(sql`
    select w.id from ${fromHere(ctx, wayBill.header, 'w')} join tms_ship_plan_item i on i.tenant_id = w.tenant_id and i.way_bill_id = w.id
    where i.bill_id = ${tripId} and i.is_live and w.state = 'CLOSED' order by w.id`)
  for (const { id } of bills) await rateWayBill(ctx, id, o)
}
