// engine: charges the parts of an agreed freight once they are due

import { carrierFeeBill, feeBill } from '@lading/contract/tms/feeBill.ts'
import { moneyText, parseMicro } from '@lading/contract/tms/feeMoney.ts'
import { type FreightKind, freightPart } from '@lading/contract/tms/freight.ts'
import { shipPlanBill, tripItem } from '@lading/contract/tms/shipPlanBill.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql, { raw } from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type from, fromHere, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { feeRules } from './bills.ts'
import { openDay } from './closing.ts'
import type { RatedTrip } from './read.ts'
import type { Rating } from './write.ts'

/** By it the charge of a part is known. */
const prefix = 'FREIGHT|'
export interface Part {
  readonly id: string
  readonly carrierId: string
  readonly kind: FreightKind
  readonly amount: string
  /** Of its charge, the latest where one was voided. */
  readonly feeNo: string | null
  readonly state: string | null
}
/** The parts of a trip's freight, with whomever they were agreed upon. */
export const partsOf = (ctx: Ctx, tripId: string, seen: typeof from = fromHere): Promise<Part[]> =>
  ctx.tx.query<Part>(sql`
    select p.id, p.carrier_id, p.kind, p.amount, f.bill_no as fee_no, f.state from ${seen(ctx, freightPart, 'p')}
    left join lateral (select x.bill_no, x.state from ${named(ctx, feeBill.header, 'x')} where x.rate_key = ${prefix} || p.id order by x.id desc limit 1) f on true
    where p.trip_id = ${tripId} order by p.id`)

/** Trips that are charged by agreement. */
export const withoutFreight = sql`not exists (select 1 from ${raw(freightPart.table)} fp
  where fp.tenant_id = t.tenant_id and fp.trip_id = t.id and fp.carrier_id = t.carrier_id)`
/** Whether a freight was agreed upon with whoever drives it. */
export const isAgreed = async (ctx: Ctx, trip: RatedTrip): Promise<boolean> =>
  (await partsOf(ctx, trip.id)).some((p) => p.carrierId === trip.carrierId)

export interface Trip {
  readonly id: string
  readonly billNo: string
  readonly state: string
  readonly carrierId: string | null
  readonly bizDate: string
}
/** The trip, locked: what is agreed on twice at once is agreed on one after the other. */
export const lockTrip = (ctx: Ctx, id: string): Promise<(Trip & object) | undefined> =>
  ctx.tx.maybe<Trip & object>(sql`
    select t.id, t.bill_no, t.state, t.carrier_id, t.biz_date from ${fromHere(ctx, shipPlanBill.header, 't')} where t.id = ${id} for no key update of t`)

const receiptsIn = async (ctx: Ctx, tripId: string): Promise<boolean> =>
  (await ctx.tx.maybe(sql`
    select 1 from ${fromHere(ctx, tripItem, 'i')} join ${fromHere(ctx, wayBill.header, 'w')} on w.id = i.way_bill_id
    where i.bill_id = ${tripId} and i.is_live and w.state <> 'CLOSED' limit 1`)) === undefined

const arrived = ['DELIVERED', 'RETURNED', 'CLOSED']
async function isDue(ctx: Ctx, kind: FreightKind, { id, state }: Trip): Promise<boolean> {
  if (kind === 'PREPAID') return state !== 'DRAFT'
  if (kind === 'MONTHLY') return state === 'CLOSED'
  return arrived.includes(state) && (kind === 'ARRIVAL' || (await receiptsIn(ctx, id)))
}

/** What falls due on the road is of the day on which it does; what is paid by the month is of the trip's day. */
async function book(ctx: Ctx, trip: Trip, p: Part): Promise<void> {
  const bizDate = await openDay(ctx, p.kind === 'MONTHLY' ? trip.bizDate : businessDay(ctx))
  const amount = moneyText(parseMicro(p.amount))
  const input = { carrierId: p.carrierId, tripId: trip.id, feeType: 'FREIGHT', amount, bizDate }
  const { id } = await createRow(ctx, carrierFeeBill.header, input, feeRules('CARRIER', 'AGREED'))
  await ctx.tx.run(sql`
    update ${raw(feeBill.header.table)} set rate_key = ${prefix + p.id}, explain = ${JSON.stringify({ amount, freight: p.kind })}::jsonb
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
}
/** What nobody has confirmed yet goes. */
export const unbook = (ctx: Ctx, parts: readonly Part[]): Promise<unknown> =>
  ctx.tx.run(sql`
    delete from ${raw(feeBill.header.table)} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and state = 'DRAFT' and settle_id is null
      and rate_key = any(${parts.map((p) => prefix + p.id)}::text[])`)

/**
 * Charges the parts of a trip's freight that are due, each once; what somebody has voided stays so until somebody rates the
 * trip by hand. Of a trip that is cancelled, or driven by another carrier, what is not confirmed goes.
 */
export async function bookDue(ctx: Ctx, tripId: string, { byHand }: Rating = {}): Promise<number> {
  const trip = await lockTrip(ctx, tripId)
  if (!trip) return 0
  const parts = await partsOf(ctx, tripId)
  const isOff = (p: Part) => trip.state === 'CANCELLED' || p.carrierId !== trip.carrierId
  await unbook(ctx, parts.filter(isOff))
  let n = 0
  for (const p of parts)
    if (!isOff(p) && (p.state === null || (p.state === 'VOID' && byHand)) && (await isDue(ctx, p.kind, trip))) {
      await book(ctx, trip, p)
      n++
    }
  return n
}
/** The same of the trip on which a way bill is. */
export async function bookDueOf(ctx: Ctx, wayBillId: string): Promise<void> {
  const item = await ctx.tx.maybe<{ billId: string } & object>(sql`
    select i.bill_id from ${fromHere(ctx, tripItem, 'i')} where i.way_bill_id = ${wayBillId} and i.is_live`)
  if (item) await bookDue(ctx, item.billId)
}
