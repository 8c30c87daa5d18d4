import { feeBill } from '@lading/contract/tms/feeBill.ts'
import { moneyText, parseMicro } from '@lading/contract/tms/feeMoney.ts'
import { type Party, partyField } from '@lading/contract/tms/feeTerms.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import type { Deduction } from '@lading/contract/tms/warehouse.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { NewRow, RowOf } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { openDay } from './closing.ts'

type Fee = RowOf<typeof feeBill.header, 'id' | 'billNo' | 'state' | 'amount'>
type Trip = RowOf<typeof shipPlanBill.header, 'carrierId' | 'truckId'>
const fees = raw(feeBill.header.table)

/**
 * What the warehouse has decided that a carrier pays stands as a charge of his, to be confirmed by transport. Told twice it
 * says the same; taken back, it goes, or a further charge makes up for what had been confirmed of it. What somebody has
 * voided stays so.
 */
export async function takeDeduction(ctx: Ctx, { tripId, diffId, diffNo, amount }: Deduction): Promise<void> {
  const trip = await ctx.tx.maybe<Trip>(sql`
    select t.carrier_id, t.truck_id from ${fromHere(ctx, shipPlanBill.header, 't')} where t.id = ${tripId} for no key update of t`)
  if (!trip?.carrierId) return
  const rateKey = `DIFF|${diffId}`
  const rows = await ctx.tx.query<Fee>(sql`
    select f.id, f.bill_no, f.state, f.amount from ${fromHere(ctx, feeBill.header, 'f')} where f.rate_key = ${rateKey} order by f.id for update of f`)
  const said = rows.filter((r) => r.state === 'CONFIRMED' || r.state === 'SETTLED')
  const draft = rows.find((r) => r.state === 'DRAFT')
  const due = -parseMicro(amount) - said.reduce((n, r) => n + parseMicro(r.amount), 0n)
  const at = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  if (draft && due === 0n) await ctx.tx.run(sql`delete from ${fees} where ${at} and id = ${draft.id}`)
  else if (draft)
    await ctx.tx.run(
      sql`update ${fees} set amount = ${moneyText(due)}, version = version + 1 where ${at} and id = ${draft.id}`,
    )
  else if (due !== 0n && (said.length > 0 || rows.length === 0))
    await add(ctx, {
      ...{ party: 'CARRIER', carrierId: trip.carrierId, tripId, truckId: trip.truckId },
      ...{ feeType: 'DEDUCT', amount: moneyText(due), rateKey, note: diffNo, isAdjusting: said.length > 0 },
    })
}

/** What somebody bears of an abnormal: taken off what he is paid, or asked of a client. To be confirmed by transport. */
export async function chargeAbnormal(
  ctx: Ctx,
  of: { readonly id: string; readonly no: string; readonly tripId: string | null; readonly amount: string },
  party: Party,
  partyId: string,
): Promise<void> {
  const amount = parseMicro(of.amount)
  await add(ctx, {
    ...{ party, [partyField[party]]: partyId, tripId: of.tripId, truckId: null, isAdjusting: false, note: of.no },
    ...{ feeType: party === 'CLIENT' ? 'OTHER' : 'DEDUCT', amount: moneyText(party === 'CLIENT' ? amount : -amount) },
    rateKey: `ABNORMAL|${of.id}`,
  })
}

type New = Partial<NewRow<typeof feeBill.header.fields>> & { readonly amount: string; readonly rateKey: string }
async function add(ctx: Ctx, of: New): Promise<void> {
  const billNo = ctx.number(feeBill.prefix)
  const common = {
    billNo,
    state: 'DRAFT',
    source: 'ABNORMAL',
    tax: '0',
    isUnpriced: false,
    centreId: ctx.org.id,
  } as const
  const { ids } = await insert(ctx, feeBill.header, [
    { ...common, ...of, bizDate: await openDay(ctx, businessDay(ctx)) } as NewRow<typeof feeBill.header.fields>,
  ])
  ctx.audit({
    subject: feeBill.header.key,
    subjectId: ids[0] ?? null,
    subjectNo: billNo,
    action: 'create',
    after: { amount: of.amount },
  })
}
