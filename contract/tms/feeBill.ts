import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import { choice, code, computed, decimal, flag, int, json, money, ref, rows, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { view } from '../kernel/view.ts'
import { photoDetails, photosOf } from '../sys/photo.ts'
import type { Explain } from './feeExplain.ts'
import { feeFaults } from './feeFaults.ts'
import { bases, centreField, feeSources, feeTypes, type Party, parties, partyField, partyFields } from './feeTerms.ts'

/** Money may be taken off as well. */
export const anySign = { least: -1e12 } as const

const share = childRows('tms', 'feeShare', 'tms.feeBill', {
  title: ['运单分摊', 'Share of a waybill'],
  scope: 'org',
  fields: {
    billId: ref(['费用单', 'Charge'], 'tms.feeBill', { required: true, derived: true }),
    wayBillId: ref(['运单', 'Waybill'], 'tms.wayBill', { required: true, derived: true }),
    amount: money(['分摊金额', 'Share'], { required: true, derived: true, ...anySign }),
  },
  unique: [['billId', 'wayBillId']],
})
export const feeShare = share.entity

export const feeStates = {
  DRAFT: ['待确认', 'To confirm'],
  CONFIRMED: ['已确认', 'Confirmed'],
  SETTLED: ['已结算', 'Settled'],
  VOID: ['已作废', 'Void'],
} as const satisfies Record<string, Text>

const feeFlow = flow({
  states: feeStates,
  initial: 'DRAFT',
  typedIn: ['DRAFT'],
  final: ['SETTLED', 'VOID'],
  fulfilled: ['SETTLED'],
  steps: {
    approve: {
      title: ['确认', 'Confirm'],
      from: ['DRAFT'],
      to: 'CONFIRMED',
      verb: 'approve',
      stamp: 'approvedAt',
      bulk: true,
    },
    cancel: {
      title: ['作废', 'Void'],
      from: ['DRAFT', 'CONFIRMED'],
      to: 'VOID',
      verb: 'cancel',
      reason: true,
      bulk: true,
      danger: true,
      why: { SETTLED: feeFaults.settled },
    },
  },
})

const actions = ['create', 'update', 'approve', 'cancel', 'export', 'run'] as const
// density: a charge says of what, how much, and how it was reckoned; three kinds of party have it
/** 费用单: one charge for transport, of or for one party. */
export const feeBill = document('tms', 'feeBill', {
  title: ['费用单', 'Charge'],
  module: 'fee.fee',
  // FY is the warehouse's despatch task.
  prefix: 'FD',
  worksAt: ['TC', 'FC'],
  seenFrom: { FC: 'ALL' },
  flow: feeFlow,
  ownerThrough: 'contents',
  carrierThrough: 'carrierId',
  fields: {
    party: choice(['对象类型', 'Kind of party'], parties, { required: true, derived: true, initial: 'CARRIER' }),
    ...partyFields,
    source: choice(['来源', 'Source'], feeSources, { required: true, derived: true, filter: true, initial: 'MANUAL' }),
    feeType: choice(['费用类型', 'Charge'], feeTypes, { required: true, filter: true }),
    tripId: ref(['派车单', 'Trip'], 'tms.shipPlanBill', { filter: true, frozen: true }),
    truckId: ref(['车辆', 'Truck'], 'tms.truck', { derived: true, filter: true }),
    wayBillId: ref(['运单', 'Waybill'], 'tms.wayBill', { derived: true, filter: true }),
    stop: text(['站点', 'Stop'], { derived: true, max: 120 }),
    basis: choice(['计费依据', 'Basis'], bases, { derived: true }),
    qty: decimal(['数量', 'Quantity'], { derived: true, scale: 6, least: -1e11 }),
    price: decimal(['单价', 'Price'], { derived: true, scale: 6 }),
    amount: money(['金额', 'Amount'], {
      required: true,
      total: true,
      ...anySign,
      hint: ['借款、扣款按负数记账', 'Advances and deductions are kept below nothing'],
    }),
    tax: money(['其中税额', 'Tax in it'], { derived: true, total: true, ...anySign }),
    explain: json<Explain>(['计算过程', 'How it was reckoned']),
    isUnpriced: flag(['无协议', 'No agreement'], { filter: true, derived: true } as never),
    agreementId: ref(['费用协议', 'Agreement'], 'tms.feeAgreement', { derived: true, filter: true }),
    /** A difference to what had been confirmed. */
    isAdjusting: flag(['差额', 'Difference'], { derived: true } as never),
    settleId: ref(['结算单', 'Settlement'], 'tms.settleBill', { derived: true, filter: true, loose: true }),
    voucherNo: code(['凭证号', 'Voucher'], { max: 40 }),
    photos: computed(int(['照片', 'Photos'])),
    centreId: centreField,
    shares: rows(['运单分摊', 'Shares'], share, { derived: true }),
  },
  /** What is rated again is found by it: what it is about, of which rule. */
  secrets: { rateKey: code(['计费键', 'Key'], { max: 160 }) },
  indexes: [['party', 'state', 'bizDate']],
  actions,
  verbs: { rate: ['计费', 'Rated'] },
  details: photoDetails,
})

/** The same charges of one kind of party. */
function seenAs(noun: string, module: string, party: Party, title: Text, own: readonly string[]): typeof feeBill {
  const who = partyField[party]
  const { billNo, state, clientId, carrierId, staffId, ...others } = feeBill.header.fields
  const header = view(feeBill.header, 'tms', noun, {
    title,
    module,
    only: { party: [party] },
    fields: { billNo, state, [who]: { ...{ clientId, carrierId, staffId }[who], required: true }, ...others },
    list: [
      ...[
        'billNo',
        'state',
        who,
        'tripId',
        'feeType',
        'amount',
        'explain',
        'bizDate',
        'truckId',
        'stop',
        'qty',
        'price',
      ],
      ...['basis', 'tax', 'source', 'photos', 'isUnpriced', 'isAdjusting', 'settleId', 'agreementId', 'centreId'],
    ],
    form: [who, 'tripId', 'feeType', 'amount', 'bizDate', 'voucherNo', 'centreId', 'note'],
    actions: own as typeof actions,
  })
  return { ...feeBill, header: { ...header, ...(party !== 'CARRIER' && { carrierThrough: undefined }) } as never }
}
/** 承运商费用单 */
export const carrierFeeBill = seenAs(
  'carrierFeeBill',
  'fee.carrierFee',
  'CARRIER',
  ['承运商费用单', 'Carrier charge'],
  actions,
)
const aside = ['create', 'update', 'approve', 'cancel'] as const
/** Charges of clients and employees are looked at and kept with their settlements, by the rights of these. */
export const clientFeeBill = seenAs(
  'clientFeeBill',
  'fee.clientReceivable',
  'CLIENT',
  ['客户费用单', 'Client charge'],
  aside,
)
export const employeeFeeBill = seenAs(
  'employeeFeeBill',
  'fee.employeePayable',
  'EMPLOYEE',
  ['员工费用单', 'Employee charge'],
  aside,
)
export const feeBills = { CLIENT: clientFeeBill, CARRIER: carrierFeeBill, EMPLOYEE: employeeFeeBill } as const
/** Photos of receipts: of a toll that a carrier asks for, of what a driver has paid. */
export const feePhotos = {
  CARRIER: photosOf(carrierFeeBill.header, 'update'),
  EMPLOYEE: photosOf(employeeFeeBill.header, 'update'),
} as const
