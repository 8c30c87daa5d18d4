import { z } from 'zod'
import { get, id, post, query, version } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { date } from '../kernel/field.ts'
import { valueSchema, wordSchema } from '../kernel/schema.ts'
import { printCall } from '../sys/printCall.ts'
import { feeAgreement, feeAgreements } from './feeAgreement.ts'
import { carrierFeeBill, feeBill } from './feeBill.ts'
import type { Explain } from './feeExplain.ts'
import type { Party } from './feeTerms.ts'
import { carrierPayableBill, settleBill, settleBills } from './settleBill.ts'
import { shipPlanBill } from './shipPlanBill.ts'

const explain = z.custom<Explain>()
export const charge = z.object({ feeType: z.string(), amount: z.string(), explain })

const byParty = <T>(make: (party: Party) => T) =>
  ({ CLIENT: make('CLIENT'), CARRIER: make('CARRIER'), EMPLOYEE: make('EMPLOYEE') }) as const

/** 试算: what an agreement, in force or not, would charge for a trip, line by line. Nothing is written. */
export const trials = byParty((party) =>
  query(`${entityPath(feeAgreements[party].header)}/trial`, {
    title: ['试算', 'Try out'],
    permission: entityPermission(feeAgreements[party].header, 'view'),
    input: z.object({ id, tripId: id }),
    output: z.object({ charges: z.array(charge), amount: z.string() }),
    reads: [feeAgreement.header.key],
  }),
)

/** 重新计费: what is confirmed stays; a difference to it is a charge of its own. */
export const rerateTrip = post(`${entityPath(carrierFeeBill.header)}/rerate`, {
  title: ['重新计费', 'Rate again'],
  permission: entityPermission(carrierFeeBill.header, 'run'),
  input: z.object({ tripId: id }),
  output: z.object({ charges: z.number(), amount: z.string() }),
})

const part = z.object({
  id,
  billNo: z.string(),
  party: z.string(),
  name: z.string(),
  feeType: z.string(),
  state: z.string(),
  amount: z.string(),
  explain: explain.nullable(),
})
/** 派车单费用: what a trip costs and earns, charge by charge. */
export const tripMoney = get(`${entityPath(carrierFeeBill.header)}/ofTrip`, {
  title: ['派车单费用', 'Money of a trip'],
  permission: entityPermission(carrierFeeBill.header, 'view'),
  input: z.object({ id }),
  output: z.object({ fees: z.array(part), earned: z.string(), cost: z.string(), margin: z.string() }),
  reads: [feeBill.header.key, shipPlanBill.header.key],
})

const ids = z.array(id).min(1).max(200)
const taken = z.object({ id, version, billNo: z.string(), net: z.string() })
/** 加费用, 移出费用: while it is a draft. */
export const addFees = byParty((party) =>
  post(`${entityPath(settleBills[party].header)}/addFees`, {
    title: ['加费用', 'Add charges'],
    permission: entityPermission(settleBills[party].header, 'update'),
    input: z.object({ id, version, feeIds: ids }),
    output: taken,
  }),
)
export const dropFees = byParty((party) =>
  post(`${entityPath(settleBills[party].header)}/dropFees`, {
    title: ['移出费用', 'Take charges off'],
    permission: entityPermission(settleBills[party].header, 'update'),
    input: z.object({ id, version, feeIds: ids }),
    output: taken,
  }),
)

const statementLine = z.object({
  id,
  lineNo: z.number(),
  feeId: id,
  feeNo: z.string(),
  bizDate: z.string(),
  tripNo: z.string().nullable(),
  truck: z.string().nullable(),
  wayBillNo: z.string().nullable(),
  stop: z.string().nullable(),
  feeType: z.string(),
  basis: z.string().nullable(),
  qty: z.string().nullable(),
  price: z.string().nullable(),
  amount: z.string(),
  explain: explain.nullable(),
})
export type StatementLine = z.output<typeof statementLine>
/** 对账明细: each charge with its arithmetic, for whoever checks it. */
export const statements = byParty((party) =>
  get(`${entityPath(settleBills[party].header)}/statement`, {
    title: ['对账明细', 'Statement'],
    permission: entityPermission(settleBills[party].header, 'view'),
    input: z.object({ id }),
    output: z.object({ lines: z.array(statementLine) }),
    reads: [settleBill.header.key],
  }),
)
/** 对账单 as a workbook that can be checked line by line. */
export const statementFiles = byParty((party) =>
  query(`${entityPath(settleBills[party].header)}/statementFile`, {
    title: ['导出对账明细', 'Statement as a workbook'],
    permission: entityPermission(settleBills[party].header, 'export'),
    input: z.object({ id }),
    binary: true,
  }),
)
export const settlePrints = byParty((party) => printCall(settleBills[party].header, ['打印对账单', 'Print statement']))

const day = valueSchema(date(['关账至', 'Closed up to'], { required: true })) as z.ZodType<string>
const closing = z.object({ centreId: id.optional() })
export const closedTo = get(`${entityPath(carrierPayableBill.header)}/closedTo`, {
  title: ['关账日期', 'Books closed up to'],
  permission: entityPermission(carrierPayableBill.header, 'view'),
  input: closing,
  output: z.object({ closedTo: z.string().nullable() }),
})
/** 关账: nothing new is charged on days up to this one. To an earlier day only with a reason. */
export const closeBooks = post(`${entityPath(carrierPayableBill.header)}/closeBooks`, {
  title: ['关账', 'Close the books'],
  permission: entityPermission(carrierPayableBill.header, 'approve'),
  input: closing.extend({ closedTo: day, reason: wordSchema(200).optional() }),
  output: z.object({ closedTo: z.string() }),
})
