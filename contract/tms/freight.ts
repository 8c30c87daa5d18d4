import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, money, ref } from '../kernel/field.ts'
import { valueSchema } from '../kernel/schema.ts'
import type { Text } from '../kernel/text.ts'
import { carrierFeeBill, feeBill } from './feeBill.ts'
import { freightKinds } from './feeTerms.ts'
import { shipPlanBill } from './shipPlanBill.ts'

export type FreightKind = keyof typeof freightKinds
/** When a part is due, as people say it. */
export const freightDue = {
  PREPAID: ['发布后', 'once released'],
  ARRIVAL: ['送达后', 'once all is delivered'],
  RECEIPT: ['回单审核后', 'once receipts are in'],
  MONTHLY: ['完成后', 'once it is over'],
} as const satisfies Record<FreightKind, Text>

/** 约定运费 of a trip, in the parts by which it is paid; each becomes a charge when it is due. */
export const freightPart = entity('tms', 'freightPart', {
  title: ['约定运费', 'Agreed freight'],
  module: 'fee.carrierFee',
  scope: 'org',
  worksAt: ['TC', 'FC'],
  seenFrom: { FC: 'ALL' },
  ownerThrough: 'contents',
  carrierThrough: 'carrierId',
  found: false,
  fields: {
    tripId: ref(['派车单', 'Trip'], 'tms.shipPlanBill', { required: true, derived: true }),
    /** With whom it was agreed: whoever drives it instead is paid by his own agreement. */
    carrierId: ref(['承运商', 'Carrier'], 'tms.carrier', { required: true, derived: true }),
    kind: choice(['付款方式', 'Paid'], freightKinds, { required: true, derived: true }),
    amount: money(['金额', 'Amount'], { required: true, derived: true }),
  },
  unique: [['tripId', 'carrierId', 'kind']],
  actions: [],
})

const kind = z.enum(['PREPAID', 'ARRIVAL', 'RECEIPT', 'MONTHLY'])
const amount = valueSchema(money(['金额', 'Amount'], { required: true })) as z.ZodType<string>
const path = entityPath(carrierFeeBill.header)

/** 约定运费: what a trip was agreed for and by which parts; no part: it is charged by agreement as any other. */
export const agreeFreight = post(`${path}/agreeFreight`, {
  title: ['约定运费', 'Agree on the freight'],
  permission: entityPermission(carrierFeeBill.header, 'create'),
  input: z.object({ tripId: id, amount, parts: z.array(z.object({ kind, amount })).max(4) }),
  output: z.object({ amount: z.string(), booked: z.number() }),
})

const part = z.object({ kind, amount: z.string(), feeNo: z.string().nullable(), state: z.string().nullable() })
export type FreightPart = z.output<typeof part>
export const tripFreight = get(`${path}/freightOfTrip`, {
  title: ['约定运费明细', 'Parts of the agreed freight'],
  permission: entityPermission(carrierFeeBill.header, 'view'),
  input: z.object({ id }),
  output: z.object({
    /** Whether its carrier is somebody with whom a freight is agreed upon: none is with one's own fleet. */
    isOpen: z.boolean(),
    parts: z.array(part),
  }),
  reads: [feeBill.header.key, shipPlanBill.header.key],
})
