// engine: takes charges onto settlements and off them

import { refuse } from '@lading/contract/kernel/fault.ts'
import { feeBill } from '@lading/contract/tms/feeBill.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import { moneyText, parseMicro } from '@lading/contract/tms/feeMoney.ts'
import { type Party, partyField } from '@lading/contract/tms/feeTerms.ts'
import { settleBill, settleBills, settleLine, settleLinesMax } from '@lading/contract/tms/settleBill.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Seen } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'
import { snake } from '../../kernel/tx.ts'
import { type BillRow, demandStep, lockBill } from '../../platform/document/steps.ts'
import { atRow } from '../fee/centre.ts'

export type Settlement = BillRow<typeof settleBill>
export type FeeRow = RowOf<
  typeof feeBill.header,
  'id' | 'billNo' | 'bizDate' | 'tripId' | 'wayBillId' | 'feeType' | 'basis' | 'qty' | 'price' | 'amount' | 'tax'
>

/** Confirmed charges of a party that no settlement has, locked in the order of their ids. */
export function waiting(ctx: Ctx, party: Party, partyId: unknown, where: Sql): Promise<FeeRow[]> {
  const columns = [
    'id',
    'billNo',
    'bizDate',
    'tripId',
    'wayBillId',
    'feeType',
    'basis',
    'qty',
    'price',
    'amount',
    'tax',
  ]
  return ctx.tx.query<FeeRow>(sql`
    select ${join(columns.map((name) => raw(`f.${snake(name)}`)))} from ${fromHere(ctx, feeBill.header, 'f')}
    where f.party = ${party} and f.${raw(snake(partyField[party]))} = ${partyId} and f.state = 'CONFIRMED' and f.settle_id is null and ${where}
    order by f.id limit ${settleLinesMax + 1} for no key update of f`)
}

/** A charge as it stands on a settlement. */
export const lineOf = (f: FeeRow) => ({
  ...{ feeId: f.id, bizDate: f.bizDate ?? '', tripId: f.tripId, wayBillId: f.wayBillId, feeType: f.feeType },
  ...{ basis: f.basis, qty: f.qty, price: f.price, amount: f.amount, tax: f.tax ?? '0', isLive: true },
})

/** Says of charges on which settlement they are, or that they wait again. */
export async function markFees(
  ctx: Ctx,
  where: Sql,
  set: { readonly state?: 'CONFIRMED' | 'SETTLED'; readonly settleId?: string | null },
): Promise<void> {
  const columns = [
    ...(set.state ? [sql`state = ${set.state}`] : []),
    ...(set.settleId !== undefined ? [sql`settle_id = ${set.settleId}`] : []),
  ]
  await ctx.tx.run(sql`
    update ${raw(feeBill.header.table)} f set ${join(columns)}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where f.tenant_id = ${ctx.tenantId} and f.org_id = ${ctx.org.id} and ${where}`)
}

/** F2: what is to be paid is what its charges add up to, and what was adjusted. */
async function netAnew(
  ctx: Ctx,
  bill: Settlement,
): Promise<{ id: string; version: number; billNo: string; net: string }> {
  const { net, version } = await ctx.tx.one<{ net: string; version: number }>(sql`
    update ${raw(settleBill.header.table)} t set fee_count = l.n, amount = l.amount, tax = l.tax, net = l.amount + t.adjust, version = t.version + 1,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from (select count(*)::int as n, coalesce(sum(amount), 0) as amount, coalesce(sum(tax), 0) as tax from ${raw(settleLine.table)}
      where tenant_id = ${ctx.tenantId} and bill_id = ${bill.id}) l
    where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.id = ${bill.id} returning t.net, t.version`)
  return { id: bill.id, version, billNo: bill.billNo, net: moneyText(parseMicro(net)) }
}

type Change = Seen & { readonly feeIds: readonly string[] }
const opened = async (ctx: Ctx, party: Party, seen: Seen): Promise<[Ctx, Settlement]> => {
  const d = settleBills[party]
  const there = await atRow(ctx, d.header, seen.id)
  const bill = (await lockBill(there, d, seen.id, seen.version)) as unknown as Settlement
  // As with its adjustment: while it is a draft.
  demandStep(d, 'adjust', bill)
  return [there, bill]
}
const tell = (ctx: Ctx, party: Party, bill: Settlement, action: string, fees: readonly string[]): void =>
  ctx.audit({
    ...{ subject: settleBills[party].header.key, subjectId: bill.id, subjectNo: bill.billNo, action },
    after: { fees: fees.join(' ').slice(0, 500) },
  })

/** Names the first that is not what it is taken for. @throws Fault notInPeriod */
async function refuseOther(ctx: Ctx, asked: readonly string[], known: ReadonlySet<string>): Promise<never> {
  const other = asked.find((id) => !known.has(id))
  const fee = await ctx.tx.maybe<{ billNo: string } & object>(sql`
    select f.bill_no from ${fromHere(ctx, feeBill.header, 'f')} where f.id = ${other}`)
  return refuse(feeFaults.notInPeriod, { no: fee?.billNo ?? '' })
}

/** 加费用: further confirmed charges of the same party. @throws Fault notInPeriod, tooMany */
export const addTo = (party: Party) => async (seenAt: Ctx, input: Change) => {
  const [ctx, bill] = await opened(seenAt, party, input)
  const fees = await waiting(ctx, party, bill[partyField[party]], sql`f.id = any(${input.feeIds}::bigint[])`)
  if (fees.length < new Set(input.feeIds).size) await refuseOther(ctx, input.feeIds, new Set(fees.map((f) => f.id)))
  if ((bill.feeCount ?? 0) + fees.length > settleLinesMax) refuse(feeFaults.tooMany, { max: settleLinesMax })
  const { last } = await ctx.tx.one<{ last: number }>(sql`
    select coalesce(max(l.line_no), 0) as last from ${fromHere(ctx, settleLine, 'l')} where l.bill_id = ${bill.id}`)
  await insert(
    ctx,
    settleLine,
    fees.map((f, i) => ({ ...lineOf(f), billId: bill.id, lineNo: last + i + 1 })),
  )
  await markFees(ctx, sql`f.id = any(${input.feeIds}::bigint[])`, { settleId: bill.id })
  tell(
    ctx,
    party,
    bill,
    'addFees',
    fees.map((f) => f.billNo),
  )
  return netAnew(ctx, bill)
}

/** 移出费用: they wait again. @throws Fault lastLine */
export const dropFrom = (party: Party) => async (seenAt: Ctx, input: Change) => {
  const [ctx, bill] = await opened(seenAt, party, input)
  const gone = await ctx.tx.query<{ id: string; billNo: string }>(sql`
    delete from ${raw(settleLine.table)} l using ${raw(feeBill.header.table)} f
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = ${bill.id} and l.fee_id = any(${input.feeIds}::bigint[])
      and f.tenant_id = l.tenant_id and f.id = l.fee_id returning f.id, f.bill_no`)
  if (gone.length < new Set(input.feeIds).size) await refuseOther(ctx, input.feeIds, new Set(gone.map((f) => f.id)))
  if (gone.length === bill.feeCount) refuse(feeFaults.lastLine)
  await markFees(ctx, sql`f.settle_id = ${bill.id} and f.id = any(${input.feeIds}::bigint[])`, { settleId: null })
  tell(
    ctx,
    party,
    bill,
    'dropFees',
    gone.map((f) => f.billNo),
  )
  return netAnew(ctx, bill)
}
