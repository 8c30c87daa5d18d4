import { refuse } from '@lading/contract/kernel/fault.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { client } from '@lading/contract/tms/client.ts'
import { feeAgreements } from '@lading/contract/tms/feeAgreement.ts'
import { feeBill, feeShare } from '@lading/contract/tms/feeBill.ts'
import type { Explain } from '@lading/contract/tms/feeExplain.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import { formatMicro, moneyText, parseMicro } from '@lading/contract/tms/feeMoney.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { shipPlanBill, tripItem } from '@lading/contract/tms/shipPlanBill.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { atRow } from './centre.ts'
import { type Charge, chargesOf, readAgreements } from './charges.ts'
import { bookDue } from './freight.ts'
import { rateAll } from './rate.ts'
import { readTrips, tripUnit, wayBillUnits } from './read.ts'
import type { Unit } from './units.ts'

/** What is rated of a trip for a kind of party: the trip, who drove it, or each of its way bills. */
async function unitsOf(ctx: Ctx, party: Party, tripId: string): Promise<Unit[]> {
  if (party === 'CLIENT')
    return wayBillUnits(
      ctx,
      sql`w.id in (select x.way_bill_id from ${named(ctx, tripItem, 'x')} where x.bill_id = ${tripId} and x.is_live)`,
    )
  const trips = await readTrips(ctx, party, sql`t.id = ${tripId}`)
  return trips.flatMap((t) =>
    party === 'CARRIER'
      ? [tripUnit(t, null)]
      : [tripUnit(t, 'DRIVER'), ...(t.coDriverId ? [tripUnit(t, 'CO_DRIVER')] : [])],
  )
}

/** 试算: by this agreement alone, in force or not; what comes together by day is shown of this trip alone. */
export const trial =
  (party: Party) =>
  async (seenAt: Ctx, { id, tripId }: { id: string; tripId: string }) => {
    const ctx = await atRow(seenAt, feeAgreements[party].header, id)
    const agreements = await readAgreements(ctx, [id])
    const units = await unitsOf(ctx, party, tripId)
    const charges = units.flatMap((u): readonly Charge[] => chargesOf(ctx, agreements, u, [u]).charges)
    const sum = charges.reduce((n, c) => n + c.amount, 0n)
    return {
      charges: charges.map(({ feeType, amount, explain, unit }) => ({
        feeType,
        amount: moneyText(amount),
        explain: party === 'CLIENT' ? { ...explain, about: [unit.no, ...(explain.about ?? [])] } : explain,
      })),
      amount: moneyText(sum),
    }
  }

/** 重新计费, by hand. @throws Fault notOver */
export async function rerate(seenAt: Ctx, { tripId }: { tripId: string }) {
  const ctx = await atRow(seenAt, shipPlanBill.header, tripId)
  const trip = found(
    await ctx.tx.maybe<{ billNo: string; state: string } & object>(sql`
      select t.bill_no, t.state from ${from(ctx, shipPlanBill.header, 't')} where t.id = ${tripId}`),
    shipPlanBill.header.title,
  )
  if (trip.state !== 'CLOSED' && trip.state !== 'RETURNED') refuse(feeFaults.notOver, { no: trip.billNo })
  // What is due does not depend on how much of it the asker may see.
  const whole = { ...ctx, owners: null, carriers: null, sight: null }
  await rateAll(whole, tripId, { byHand: true })
  await bookDue(whole, tripId, { byHand: true })
  const { fees } = await moneyOfTrip(ctx, { id: tripId })
  return { charges: fees.length, amount: formatMicro(fees.reduce((n, f) => n + parseMicro(f.amount), 0n)) }
}

interface Part {
  readonly id: string
  readonly billNo: string
  readonly party: Party
  readonly name: string | null
  readonly feeType: string
  readonly state: string
  readonly whole: string
  readonly part: string | null
  readonly isOwn: boolean
  readonly explain: Explain | null
}
/**
 * What a trip earns and costs, as far as its reader may see charges. Of what comes together by day it has what its way bills
 * share of it.
 */
export async function moneyOfTrip(ctx: Ctx, { id }: { id: string }) {
  const bills = sql`select i.way_bill_id from ${named(ctx, tripItem, 'i')} where i.bill_id = ${id} and i.is_live`
  const rows = await ctx.tx.query<Part>(sql`
    select f.id, f.bill_no, f.party, coalesce(k.name, c.name, s.name) as name, f.fee_type, f.state, f.amount as whole, f.explain,
      (f.trip_id = ${id} or f.way_bill_id in (${bills})) is true as is_own,
      (select sum(x.amount) from ${named(ctx, feeShare, 'x')} where x.bill_id = f.id and x.way_bill_id in (${bills})) as part
    from ${from(ctx, feeBill.header, 'f')} left join ${named(ctx, carrier, 'k')} on k.id = f.carrier_id
    left join ${named(ctx, client, 'c')} on c.id = f.client_id left join ${named(ctx, staff, 's')} on s.id = f.staff_id
    where f.state <> 'VOID' and (f.trip_id = ${id} or f.way_bill_id in (${bills})
      or exists (select 1 from ${named(ctx, feeShare, 'x')} where x.bill_id = f.id and x.way_bill_id in (${bills})))
    order by f.party, f.id`)
  const fees = rows.map(({ whole, part, isOwn, name, ...f }) => ({
    ...f,
    name: name ?? '',
    amount: moneyText(parseMicro(isOwn ? whole : part)),
  }))
  const total = (of: (party: string) => boolean) =>
    // What is given beforehand is no part of what it costs.
    fees.filter((f) => of(f.party) && f.feeType !== 'ADVANCE').reduce((n, f) => n + parseMicro(f.amount), 0n)
  const [earned, cost] = [total((p) => p === 'CLIENT'), total((p) => p !== 'CLIENT')]
  return { fees, earned: moneyText(earned), cost: moneyText(cost), margin: moneyText(earned - cost) }
}
