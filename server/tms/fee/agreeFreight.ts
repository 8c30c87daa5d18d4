import { refuse } from '@lading/contract/kernel/fault.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import { type Micro, moneyText, parseMicro } from '@lading/contract/tms/feeMoney.ts'
import { freightKinds } from '@lading/contract/tms/feeTerms.ts'
import { type FreightKind, type FreightPart, freightPart } from '@lading/contract/tms/freight.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import sql, { raw } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { from, named } from '../../kernel/scope.ts'
import { atRow } from './centre.ts'
import { bookDue, lockTrip, type Part, partsOf, type Trip, unbook } from './freight.ts'
import { rateTrip } from './rate.ts'

const whole = (ctx: Ctx): Ctx => ({ ...ctx, owners: null, carriers: null, sight: null })
const isConfirmed = (p: Part): boolean => p.state === 'CONFIRMED' || p.state === 'SETTLED'

type Said = { readonly kind: FreightKind; readonly amount: Micro }
/** @throws Fault freightTwice, noAmount, freightSum */
function demandSum(amount: string, parts: readonly { kind: FreightKind; amount: string }[]): readonly Said[] {
  const said = parts.map((p) => ({ kind: p.kind, amount: parseMicro(moneyText(parseMicro(p.amount))) }))
  const twice = said.find((p, i) => said.findIndex((o) => o.kind === p.kind) !== i)
  if (twice) refuse(feeFaults.freightTwice, { kind: freightKinds[twice.kind] })
  if (said.some((p) => p.amount <= 0n)) refuse(feeFaults.noAmount)
  const [sum, all] = [moneyText(said.reduce((n, p) => n + p.amount, 0n)), moneyText(parseMicro(amount))]
  if (sum !== all) refuse(feeFaults.freightSum, { sum, amount: all })
  return said
}
async function demandOutside(ctx: Ctx, trip: Trip): Promise<string> {
  if (trip.state === 'CANCELLED') refuse(feeFaults.freightCancelled, { no: trip.billNo })
  const row = await ctx.tx.maybe(sql`
    select 1 from ${named(ctx, carrier, 'c')} where c.id = ${trip.carrierId}::bigint and c.kind <> 'OWN'`)
  return row && trip.carrierId !== null ? trip.carrierId : refuse(feeFaults.freightOwn, { no: trip.billNo })
}

/**
 * 约定运费: instead of what agreements would charge. Parts that are charged already stay as they are; what is due by now is
 * charged at once. Said again it is the same.
 * @throws Fault freightTwice, noAmount, freightSum, freightOwn, freightCancelled, freightBooked
 */
export async function agree(
  seenAt: Ctx,
  {
    tripId,
    amount,
    parts,
  }: { tripId: string; amount: string; parts: readonly { kind: FreightKind; amount: string }[] },
) {
  const said = demandSum(amount, parts)
  const ctx = whole(await atRow(seenAt, shipPlanBill.header, tripId))
  const trip = found(await lockTrip(ctx, tripId), shipPlanBill.header.title)
  const carrierId = await demandOutside(ctx, trip)
  const before = (await partsOf(ctx, tripId)).filter((p) => p.carrierId === carrierId)
  const isSame = (p: Part, s: Said) => p.kind === s.kind && parseMicro(p.amount) === s.amount
  const gone = before.filter((p) => !said.some((s) => isSame(p, s)))
  const booked = gone.find(isConfirmed)
  if (booked) refuse(feeFaults.freightBooked, { kind: freightKinds[booked.kind], no: booked.feeNo ?? '' })
  await unbook(ctx, gone)
  await ctx.tx.run(sql`
    delete from ${raw(freightPart.table)} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${gone.map((p) => p.id)}::bigint[])`)
  const fresh = said.filter((s) => !before.some((p) => isSame(p, s)))
  await insert(
    ctx,
    freightPart,
    fresh.map((s) => ({ tripId, carrierId, kind: s.kind, amount: moneyText(s.amount) })),
  )
  if (gone.length > 0 || fresh.length > 0)
    ctx.audit({
      ...{ subject: shipPlanBill.header.key, subjectId: tripId, subjectNo: trip.billNo, action: 'agreeFreight' },
      after: { freight: said.map((s) => `${s.kind} ${moneyText(s.amount)}`).join(' ') },
    })
  // It may have been rated by agreement before, or is now.
  await rateTrip(ctx, tripId)
  return { amount: moneyText(parseMicro(amount)), booked: await bookDue(ctx, tripId) }
}

/** What a trip was agreed for with whoever drives it, as far as its reader sees that. */
export async function freightOf(ctx: Ctx, { id }: { id: string }) {
  const trip = found(
    await ctx.tx.maybe<{ carrierId: string | null; isOpen: boolean } & object>(sql`
      select t.carrier_id, t.state <> 'CANCELLED' and coalesce(c.kind <> 'OWN', false) as is_open from ${from(ctx, shipPlanBill.header, 't')}
      left join ${named(ctx, carrier, 'c')} on c.id = t.carrier_id where t.id = ${id}`),
    shipPlanBill.header.title,
  )
  const parts = (await partsOf(ctx, id, from)).filter((p) => p.carrierId === trip.carrierId)
  return {
    isOpen: trip.isOpen,
    parts: parts.map(
      (p): FreightPart => ({ kind: p.kind, amount: moneyText(parseMicro(p.amount)), feeNo: p.feeNo, state: p.state }),
    ),
  }
}
