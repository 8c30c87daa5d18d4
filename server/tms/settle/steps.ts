// engine: leads settlements from their charges to what was paid

import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import { isNear, type Micro, moneyText, parseMicro } from '@lading/contract/tms/feeMoney.ts'
import { type Party, parties, partyField } from '@lading/contract/tms/feeTerms.ts'
import {
  type settleBill,
  settleBills,
  settleLine,
  settleLinesMax,
  settlePayment,
} from '@lading/contract/tms/settleBill.ts'
import sql, { raw } from 'sql-template-tag'
import { allowed, type Ctx } from '../../kernel/ctx.ts'
import type { SeenRow } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { Input, Rules } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { documentRules } from '../../platform/document/served.ts'
import { readBill, type StepWorks } from '../../platform/document/steps.ts'
import { demandCentre } from '../fee/agreement.ts'
import { lineOf, markFees, type Settlement, waiting } from './lines.ts'

/** 生成: all confirmed charges of a party in a period that no settlement has. @throws Fault noParty, period, noFees, tooMany */
async function collect(ctx: Ctx, party: Party, input: Input): Promise<void> {
  demandCentre(ctx, input)
  const partyId = input[partyField[party]]
  if (typeof partyId !== 'string') refuse(feeFaults.noParty, { party: parties[party] })
  if (String(input.periodFrom) > String(input.periodTo)) refuse(feeFaults.period)
  const fees = await waiting(ctx, party, partyId, sql`f.biz_date between ${input.periodFrom} and ${input.periodTo}`)
  if (fees.length === 0) refuse(feeFaults.noFees)
  if (fees.length > settleLinesMax) refuse(feeFaults.tooMany, { max: settleLinesMax })
  const ids = fees.map((f) => f.id)
  await markFees(ctx, sql`f.id = any(${ids}::bigint[])`, { settleId: String(input.id) })
  const net = fees.reduce((n, f) => n + parseMicro(f.amount), 0n)
  Object.assign(input, { party, adjust: '0', net: moneyText(net), lines: fees.map(lineOf) })
}
export const settleRules = (party: Party): Rules =>
  documentRules(settleBills[party], {
    beforeCreate: (ctx: Ctx, input: Input) => collect(ctx, party, input),
  } as Rules) as Rules

const openOf = (bill: Settlement): Micro => parseMicro(bill.net) - parseMicro(bill.paid)
const ofBill = (bill: Settlement) => sql`f.settle_id = ${bill.id}`

/** More than two in a hundred is adjusted only by who may approve. @throws Fault adjustRight */
function adjusted(ctx: Ctx, party: Party, bill: Settlement, value: unknown) {
  const [adjust, amount] = [parseMicro(String(value)), parseMicro(bill.amount)]
  const size = (m: Micro): Micro => (m < 0n ? -m : m)
  const isLarge = size(adjust) * 50n > size(amount)
  if (isLarge && !allowed(ctx, entityPermission(settleBills[party].header, 'approve'))) refuse(feeFaults.adjustRight)
  return { adjust: moneyText(adjust), net: moneyText(amount + adjust) }
}

/** When a client's money is due: so many days after what he owes has been approved. */
async function dueOn(ctx: Ctx, bill: Settlement): Promise<string | null> {
  if (bill.clientId === null) return null
  const row = await ctx.tx.maybe<{ days: number | null } & object>(sql`
    select c.credit_days as days from tms_client c where c.tenant_id = ${ctx.tenantId} and c.id = ${bill.clientId}`)
  const from = Date.parse(businessDay(ctx))
  return new Date(from + (row?.days ?? 0) * 86_400_000).toISOString().slice(0, 10)
}

/** F3: never more than is open. @throws Fault noAmount, overpaid, voucherUsed */
async function pay(ctx: Ctx, bill: Settlement, input: Readonly<Record<string, unknown>>): Promise<void> {
  const amount = parseMicro(moneyText(parseMicro(String(input.payAmount))))
  const open = openOf(bill)
  if (amount <= 0n) refuse(feeFaults.noAmount)
  if (amount > open) refuse(feeFaults.overpaid, { amount: moneyText(amount), open: moneyText(open) })
  const voucherNo = String(input.voucherNo)
  const used = await ctx.tx.maybe(sql`
    select 1 from ${fromHere(ctx, settlePayment, 'p')} where p.bill_id = ${bill.id} and p.voucher_no = ${voucherNo}`)
  if (used) refuse(feeFaults.voucherUsed, { no: voucherNo })
  await insert(ctx, settlePayment, [
    {
      ...{ billId: bill.id, amount: moneyText(amount), paidOn: String(input.paidOn), voucherNo, isReversal: false },
      method: input.method as never,
    },
  ])
}
interface Payment {
  readonly amount: string
  readonly method: string
  readonly isReversed: boolean
}
const paymentOf = (
  ctx: Ctx,
  bill: Pick<Settlement, 'id'>,
  voucherNo: string,
): Promise<(Payment & object) | undefined> =>
  ctx.tx.maybe<Payment & object>(sql`
    select p.amount, p.method, exists (select 1 from ${raw(settlePayment.table)} r where r.tenant_id = p.tenant_id and r.bill_id = p.bill_id
      and r.voucher_no = p.voucher_no and r.is_reversal) as is_reversed
    from ${fromHere(ctx, settlePayment, 'p')} where p.bill_id = ${bill.id} and p.voucher_no = ${voucherNo} and not p.is_reversal`)

/** What was paid is taken back by its mirror. @throws Fault noVoucher */
async function reverse(ctx: Ctx, bill: Settlement, voucherNo: string, reason: string | null): Promise<void> {
  const paid = await paymentOf(ctx, bill, voucherNo)
  if (!paid || paid.isReversed) return refuse(feeFaults.noVoucher, { no: voucherNo })
  await insert(ctx, settlePayment, [
    {
      ...{
        billId: bill.id,
        amount: moneyText(-parseMicro(paid.amount)),
        paidOn: businessDay(ctx),
        voucherNo,
        note: reason,
      },
      ...{ method: paid.method as never, isReversal: true },
    },
  ])
}

/** Where a settlement stands once something is paid or taken back: in part, or in full. */
export const flowOf =
  (party: Party) =>
  async (ctx: Ctx, step: string, row: SeenRow): Promise<AnyDocument> => {
    const d: AnyDocument = settleBills[party]
    const spec = d.flow.steps[step]
    if (!spec || (step !== 'pay' && step !== 'reverse')) return d
    const bill = (await readBill(ctx, d, row.id)) as unknown as Settlement
    const unpaid = party === 'EMPLOYEE' ? 'CONFIRMED' : 'INVOICED'
    let to: string
    if (step === 'pay') {
      const amount = parseMicro(String(row.input?.payAmount ?? '0'))
      to = amount >= openOf(bill) ? 'PAID' : 'PARTIAL'
    } else {
      const back = parseMicro((await paymentOf(ctx, bill, String(row.input?.voucherNo ?? '')))?.amount ?? '0')
      to = parseMicro(bill.paid) <= back ? unpaid : 'PARTIAL'
    }
    return { ...d, flow: { ...d.flow, steps: { ...d.flow.steps, [step]: { ...spec, to } } } }
  }

export const settleSteps = (party: Party): StepWorks<typeof settleBill> => ({
  adjust: {
    effect: async (ctx, bill, _made, { adjust }) => adjusted(ctx, party, bill, adjust),
  },
  submit: {
    effect: async (ctx, bill) => {
      if (parseMicro(bill.net) < 0n) refuse(feeFaults.negative, { net: moneyText(parseMicro(bill.net)) })
      return { submitterId: ctx.userId }
    },
  },
  approve: {
    effect: async (ctx, bill) => {
      if (bill.submitterId !== null && bill.submitterId === ctx.userId) refuse(feeFaults.notBySubmitter)
      await markFees(ctx, ofBill(bill), { state: 'SETTLED' })
      return { dueOn: await dueOn(ctx, bill) }
    },
  },
  dispute: {
    effect: async (ctx, bill) => {
      await markFees(ctx, ofBill(bill), { state: 'CONFIRMED' })
      return { dueOn: null }
    },
  },
  cancel: {
    effect: async (ctx, bill) => {
      await markFees(ctx, ofBill(bill), { state: 'CONFIRMED', settleId: null })
      await ctx.tx.run(sql`
        update ${raw(settleLine.table)} set is_live = false where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
      return undefined
    },
  },
  invoice: {
    effect: async (_ctx, bill, _made, { invoiceAmount }) => {
      if (!isNear(parseMicro(String(invoiceAmount)), parseMicro(bill.net)))
        refuse(feeFaults.invoice, {
          invoice: moneyText(parseMicro(String(invoiceAmount))),
          net: moneyText(parseMicro(bill.net)),
        })
      return undefined
    },
  },
  pay: { effect: async (ctx, bill, _made, input) => void (await pay(ctx, bill, input)) },
  reverse: {
    effect: async (ctx, bill, _made, { voucherNo, reason }) =>
      void (await reverse(ctx, bill, String(voucherNo), typeof reason === 'string' ? reason : null)),
  },
  close: {
    effect: async (_ctx, bill) => {
      if (openOf(bill) !== 0n) refuse(feeFaults.unpaid, { open: moneyText(openOf(bill)) })
      return undefined
    },
  },
})
