import { carrier } from '@lading/contract/tms/carrier.ts'
import { client } from '@lading/contract/tms/client.ts'
import { feeAgreements } from '@lading/contract/tms/feeAgreement.ts'
import { feeBills } from '@lading/contract/tms/feeBill.ts'
import type { FeeType, Party } from '@lading/contract/tms/feeTerms.ts'
import { settleBills } from '@lading/contract/tms/settleBill.ts'
import { shipPlanBill, tripItem } from '@lading/contract/tms/shipPlanBill.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { takeStep } from '../../platform/document/steps.ts'
import { agree as agreeFreight } from '../fee/agreeFreight.ts'
import { agreementRules, agreementSteps } from '../fee/agreement.ts'
import { feeRules, feeSteps } from '../fee/bills.ts'
import { claimExpense } from '../fee/expense.ts'
import { rateAll } from '../fee/rate.ts'
import { flowOf, settleRules, settleSteps } from '../settle/steps.ts'
import { wayBillSteps } from '../wayBill/rules.ts'
import { receiptPng } from './receipt.ts'

const usual = { round: 'CENT', weightRule: 'ACTUAL', merge: 'PER_TRIP', share: 'WEIGHT', days: [] }
type Rule = readonly [feeType: FeeType, basis: string, calc: string, more: object]
const rulesOf = (rules: readonly Rule[]) =>
  rules.map(([feeType, basis, calc, more], i) => ({ ...usual, seq: (i + 1) * 10, feeType, basis, calc, ...more }))

/** What a carrier gets: a base with 20 km and two stops, then by kilometre and stop; waiting beyond half an hour. */
const freight: readonly Rule[] = [
  ['START', 'TRIP', 'FLAT', { price: '300' }],
  ['KM', 'KM_ACT', 'BASE_PLUS', { price: '4.5', baseQty: '20' }],
  ['STOP', 'STOP', 'BASE_PLUS', { price: '30', baseQty: '2' }],
  ['WAIT', 'WAIT_MIN', 'BASE_PLUS', { price: '1', baseQty: '30', merge: 'PER_STOP' }],
]
const charged: readonly Rule[] = [
  [
    'FREIGHT',
    'WEIGHT_KG',
    'TIER_SLICE',
    { tiers: '0-500:0.2;500-2000:0.18;2000-:0.15', minCharge: '60', tempZone: 'AMBIENT' },
  ],
  ['FREIGHT', 'WEIGHT_KG', 'UNIT', { price: '0.32', minCharge: '90' }],
]
/** What a warehouse asks of the owner of goods: for bins by the night, for cases and lines by the piece. */
const stored: readonly Rule[] = [
  ['STORAGE', 'BIN_DAY', 'UNIT', { price: '1.8' }],
  ['STORAGE', 'M3_DAY', 'UNIT', { price: '4.5', tempZone: 'FROZEN' }],
  ['INBOUND', 'IN_CASE', 'TIER_SLICE', { tiers: '0-500:0.6;500-:0.45' }],
  ['INBOUND', 'IN_PIECE', 'UNIT', { price: '0.08' }],
  ['OUTBOUND', 'OUT_ORDER', 'UNIT', { price: '2' }],
  ['OUTBOUND', 'OUT_LINE', 'UNIT', { price: '0.35' }],
]
const piece: readonly Rule[] = [
  ['PIECE', 'TRIP', 'FLAT', { price: '80', role: 'DRIVER' }],
  ['PIECE', 'TRIP', 'FLAT', { price: '50', role: 'CO_DRIVER' }],
  ['STOP', 'STOP', 'UNIT', { price: '10' }],
]

async function agree(
  ctx: Ctx,
  party: Party,
  name: string,
  of: object,
  rules: readonly Rule[],
  taxRate = '0',
): Promise<void> {
  const d = feeAgreements[party]
  const year = businessDay(ctx).slice(0, 4)
  const head = { name, ...of, validFrom: `${year}-01-01`, validTo: `${Number(year) + 1}-12-31`, priority: 50, taxRate }
  const made = await createRow(ctx, d.header, { ...head, rules: rulesOf(rules) }, agreementRules(party))
  await takeStep(ctx, d, 'approve', made, agreementSteps(d.header.key).approve as never)
}

const first = async (ctx: Ctx, table: ReturnType<typeof sql>): Promise<string[]> =>
  (await ctx.tx.query<{ id: string }>(table)).map((r) => r.id)

/** Agreements of each kind, what today's trips come to, and last month's settlements: one paid, one to be agreed to. */
export async function seedTransportMoney(system: Ctx): Promise<void> {
  const ctx = await as(system, 'dispatcher')
  const carriers = await first(
    ctx,
    sql`select t.id from ${named(ctx, carrier, 't')} where not t.disabled order by t.code`,
  )
  const clients = await first(
    ctx,
    sql`select t.id from ${named(ctx, client, 't')} where not t.disabled order by t.code`,
  )
  const drivers = await first(
    ctx,
    sql`
    select t.id from ${named(ctx, staff, 't')} join ${named(ctx, carrier, 'k')} on k.id = t.carrier_id and k.kind = 'OWN'
    where not t.disabled and 'DRIVER' = any(t.kinds) order by t.code`,
  )
  for (const [i, carrierId] of carriers.entries())
    await agree(
      ctx,
      'CARRIER',
      i === 0 ? '自有车队内部核算' : `城配运费${i}`,
      { carrierId },
      freight,
      i === 0 ? '0' : '9',
    )
  await agree(ctx, 'CLIENT', '门店配送（通用）', {}, charged, '6')
  await agree(ctx, 'CLIENT', '仓储与出入库', { clientId: clients[0] }, stored, '6')
  await agree(ctx, 'EMPLOYEE', '司机计件（通用）', {}, piece)
  await rateToday(ctx)
  await settleLast(ctx, carriers, clients, drivers)
  await claimFirst(system)
  await agreeNext(ctx)
}

/** With a carrier whose truck is under way: part of it before, part when the receipts are back. */
async function agreeNext(ctx: Ctx): Promise<void> {
  const [tripId] = await first(
    ctx,
    sql`
    select t.id from ${fromHere(ctx, shipPlanBill.header, 't')} join ${named(ctx, carrier, 'k')} on k.id = t.carrier_id and k.kind <> 'OWN'
    where t.state in ('RELEASED', 'IN_TRANSIT') order by t.id`,
  )
  const parts = [
    { kind: 'PREPAID', amount: '300' },
    { kind: 'RECEIPT', amount: '450' },
  ] as const
  if (tripId) await agreeFreight(ctx, { tripId, amount: '750', parts })
}

/** From his phone: money for the way, and a toll with its receipt, both to be looked at. */
async function claimFirst(system: Ctx): Promise<void> {
  const driver = await as(system, 'driver')
  const [tripId] = await first(
    driver,
    sql`
    select t.id from ${fromHere(driver, shipPlanBill.header, 't')} join ${named(driver, staff, 's')} on s.id = t.driver_id
    where s.user_id = ${driver.userId} and t.state in ('RELEASED', 'IN_TRANSIT', 'DELIVERED', 'CLOSED') order by t.id`,
  )
  if (!tripId) return
  await claimExpense(driver, { uid: 'demo-advance', tripId, feeType: 'ADVANCE', amount: '300', note: '加油预支' })
  const toll = { uid: 'demo-toll', tripId, feeType: 'TOLL', amount: '46.5', note: '绕城高速' } as const
  await claimExpense(driver, toll, { name: '过路费.png', data: receiptPng() })
}

type Ids = readonly string[]
async function settleLast(ctx: Ctx, carriers: Ids, clients: Ids, drivers: Ids): Promise<void> {
  const boss = await as(ctx, 'admin')
  const [own, contracted = own] = carriers
  const month = lastMonth(ctx)
  await settleMonth(
    ctx,
    boss,
    'CARRIER',
    { carrierId: contracted },
    month,
    [
      ['FREIGHT', '5680'],
      ['TOLL', '312.5'],
      ['DEDUCT', '120'],
    ],
    true,
  )
  await settleMonth(
    ctx,
    boss,
    'CLIENT',
    { clientId: clients[0] },
    month,
    [
      ['FREIGHT', '18450.6'],
      ['STORAGE', '9216.4'],
      ['OUTBOUND', '3105.25'],
      ['RETURN', '620'],
    ],
    false,
  )
  await settleMonth(
    ctx,
    boss,
    'EMPLOYEE',
    { staffId: drivers[0] },
    month,
    [
      ['PIECE', '3860'],
      ['PARKING', '85'],
      ['ADVANCE', '500'],
    ],
    false,
  )
}

/** Receipts of trips that are over have been looked through; part of their charges is confirmed. */
async function rateToday(ctx: Ctx): Promise<void> {
  const trips = await first(
    ctx,
    sql`select t.id from ${fromHere(ctx, shipPlanBill.header, 't')} where t.state = 'CLOSED' order by t.id`,
  )
  for (const id of trips) {
    const bills = await ctx.tx.query<{ id: string; version: number }>(sql`
      select w.id, w.version from ${fromHere(ctx, wayBill.header, 'w')} join ${fromHere(ctx, tripItem, 'i')} on i.way_bill_id = w.id and i.is_live
      where i.bill_id = ${id} and w.state in ('SIGNED', 'PARTIAL') order by w.id`)
    for (const bill of bills) await takeStep(ctx, wayBill, 'close', bill, wayBillSteps.close)
    await rateAll(ctx, id)
  }
}

function lastMonth(ctx: Ctx): { readonly periodFrom: string; readonly periodTo: string } {
  const [year = 0, month = 1] = businessDay(ctx).split('-').map(Number)
  const day = (d: Date) => d.toISOString().slice(0, 10)
  return {
    periodFrom: day(new Date(Date.UTC(year, month - 2, 1))),
    periodTo: day(new Date(Date.UTC(year, month - 1, 0))),
  }
}

/** Charges of a month, confirmed and settled as far as its party's answer, or until it was paid. */
async function settleMonth(
  ctx: Ctx,
  boss: Ctx,
  party: Party,
  of: object,
  month: ReturnType<typeof lastMonth>,
  fees: readonly (readonly [FeeType, string])[],
  isPaid: boolean,
): Promise<void> {
  const f = feeBills[party]
  for (const [feeType, amount] of fees) {
    const made = await createRow(ctx, f.header, { ...of, feeType, amount, bizDate: month.periodTo }, feeRules(party))
    await takeStep(ctx, f, 'approve', made, feeSteps.approve as never)
  }
  const d = settleBills[party]
  let bill = await createRow(ctx, d.header, { ...of, ...month }, settleRules(party))
  const works = settleSteps(party)
  const step = async (who: Ctx, name: string, input: object = {}) => {
    const row = { ...bill, input: { ...input } }
    bill = await takeStep(who, await flowOf(party)(who, name, row), name, row, works[name] as never)
  }
  await step(ctx, 'submit')
  await step(boss, 'approve')
  if (!isPaid) return
  await step(ctx, 'agree')
  const { net } = await ctx.tx.one<{ net: string }>(sql`
    select t.net from ${fromHere(ctx, d.header, 't')} where t.id = ${bill.id}`)
  await step(ctx, 'invoice', { invoiceNo: 'FP00012345', invoiceAmount: net, invoicedOn: month.periodTo })
  await step(ctx, 'pay', { payAmount: '3000', paidOn: businessDay(ctx), method: 'BANK', voucherNo: 'YH-1001' })
}
