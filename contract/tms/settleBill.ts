import { document } from '../kernel/document.ts'
import { childRows, entity } from '../kernel/entity.ts'
import { choice, code, computed, date, decimal, flag, instant, int, money, ref, rows, text } from '../kernel/field.ts'
import { type Flow, flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { view } from '../kernel/view.ts'
import { anySign } from './feeBill.ts'
import { feeFaults } from './feeFaults.ts'
import { bases, centreField, feeTypes, type Party, parties, partyField, partyFields } from './feeTerms.ts'

/** Charges of one settlement. */
export const settleLinesMax = 5_000

const line = childRows('tms', 'settleLine', 'tms.settleBill', {
  title: ['结算明细', 'Charge'],
  scope: 'org',
  fields: {
    billId: ref(['结算单', 'Settlement'], 'tms.settleBill', { required: true, derived: true }),
    lineNo: int(['行号', 'Line'], { required: true, derived: true }),
    feeId: ref(['费用单', 'Charge no.'], 'tms.feeBill', { required: true, derived: true }),
    bizDate: date(['业务日期', 'Business date'], { required: true, derived: true }),
    tripId: ref(['派车单', 'Trip'], 'tms.shipPlanBill', { derived: true }),
    wayBillId: ref(['运单', 'Waybill'], 'tms.wayBill', { derived: true }),
    feeType: choice(['费用类型', 'Charge'], feeTypes, { required: true, derived: true }),
    basis: choice(['计费依据', 'Basis'], bases, { derived: true }),
    qty: decimal(['数量', 'Quantity'], { derived: true, scale: 6, least: -1e11 }),
    price: decimal(['单价', 'Price'], { derived: true, scale: 6 }),
    amount: money(['金额', 'Amount'], { required: true, derived: true, ...anySign }),
    tax: money(['其中税额', 'Tax in it'], { required: true, derived: true, ...anySign }),
    /** A charge is on one settlement that counts, at most. */
    isLive: flag(['有效', 'In force'], { derived: true, initial: true }),
  },
  unique: [['billId', 'feeId']],
})
export const settleLine = line.entity

export const payMethods = {
  BANK: ['银行转账', 'Bank transfer'],
  CASH: ['现金', 'Cash'],
  DRAFT: ['承兑汇票', 'Bank draft'],
  FUEL_CARD: ['油卡', 'Fuel card'],
  OTHER: ['其他', 'Other'],
} as const satisfies Record<string, Text>
const payment = childRows('tms', 'settlePayment', 'tms.settleBill', {
  title: ['收付款', 'Payment'],
  scope: 'org',
  fields: {
    billId: ref(['结算单', 'Settlement'], 'tms.settleBill', { required: true, derived: true }),
    amount: money(['金额', 'Amount'], { required: true, derived: true, ...anySign }),
    paidOn: date(['日期', 'Day'], { required: true, derived: true }),
    method: choice(['方式', 'Method'], payMethods, { required: true, derived: true }),
    voucherNo: code(['凭证号', 'Voucher'], { required: true, derived: true, max: 40 }),
    /** Of what is taken back: why. */
    note: text(['说明', 'Note'], { derived: true, max: 200 }),
    isReversal: flag(['冲销', 'Reversal'], { derived: true, initial: false }),
  },
  unique: [['billId', 'voucherNo', 'isReversal']],
})
/** Only ever added to: what was wrong is taken back by its mirror. */
export const settlePayment = { ...payment.entity, appendOnly: true } as typeof payment.entity
const payments = { ...payment, entity: settlePayment }

export const settleStates = {
  DRAFT: ['草稿', 'Draft'],
  SUBMITTED: ['待审核', 'To approve'],
  APPROVED: ['待对账', 'To be agreed'],
  CONFIRMED: ['已对账', 'Agreed'],
  INVOICED: ['已开票', 'Invoiced'],
  PARTIAL: ['部分付款', 'Paid in part'],
  PAID: ['已付清', 'Paid'],
  CLOSED: ['已关闭', 'Closed'],
  VOID: ['已作废', 'Void'],
} as const satisfies Record<string, Text>
export type SettleState = keyof typeof settleStates

const asked = {
  adjust: money(['调整金额', 'Adjustment'], {
    required: true,
    ...anySign,
    hint: ['增加为正，减少为负', 'More: above 0; less: below'],
  }),
  adjustReason: text(['调整原因', 'Why'], { required: true, max: 100 }),
  invoiceNo: text(['发票号', 'Invoice no.'], { required: true, max: 200 }),
  invoiceAmount: money(['开票金额', 'Invoiced'], { required: true }),
  invoicedOn: date(['开票日期', 'Invoiced on'], { required: true }),
}
const voucherNo = code(['凭证号', 'Voucher'], { required: true, max: 40 })
const paying = {
  payAmount: money(['本次金额', 'Amount'], { required: true }),
  paidOn: date(['付款日期', 'Paid on'], { required: true }),
  method: choice(['方式', 'Method'], payMethods, { required: true, initial: 'BANK' }),
  voucherNo,
}
const invoicedStates = ['INVOICED', 'PARTIAL', 'PAID', 'CLOSED'] as const satisfies readonly SettleState[]
const steps = {
  submit: {
    title: ['提交', 'Submit'],
    from: ['DRAFT'],
    to: 'SUBMITTED',
    verb: 'update',
    stamp: 'startedAt',
    bulk: true,
  },
  approve: {
    title: ['审核', 'Approve'],
    from: ['SUBMITTED'],
    to: 'APPROVED',
    verb: 'approve',
    stamp: 'approvedAt',
    notByMaker: true,
    bulk: true,
  },
  agree: {
    title: ['对方确认', 'Agreed'],
    from: ['APPROVED'],
    to: 'CONFIRMED',
    verb: 'finish',
    stamp: 'agreedAt',
    bulk: true,
  },
  invoice: {
    title: ['登记发票', 'Register invoice'],
    from: ['CONFIRMED'],
    to: 'INVOICED',
    verb: 'bill',
    input: { invoiceNo: asked.invoiceNo, invoiceAmount: asked.invoiceAmount, invoicedOn: asked.invoicedOn },
  },
  pay: { title: ['登记收付款', 'Register payment'], from: ['INVOICED', 'PARTIAL'], verb: 'pay', input: paying },
  close: {
    title: ['关闭', 'Close'],
    from: ['PAID', 'INVOICED', 'CONFIRMED'],
    to: 'CLOSED',
    verb: 'pay',
    stamp: 'finishedAt',
    bulk: true,
  },
  adjust: {
    title: ['调整', 'Adjust'],
    from: ['DRAFT'],
    verb: 'update',
    input: { adjust: asked.adjust, adjustReason: asked.adjustReason },
  },
  withdraw: { title: ['撤回', 'Withdraw'], from: ['SUBMITTED'], to: 'DRAFT', verb: 'update' },
  reject: { title: ['驳回', 'Reject'], from: ['SUBMITTED'], to: 'DRAFT', verb: 'approve', reason: true },
  dispute: { title: ['对方异议', 'Disputed'], from: ['APPROVED'], to: 'DRAFT', verb: 'finish', reason: true },
  reverse: {
    title: ['冲销收付款', 'Reverse payment'],
    from: ['PARTIAL', 'PAID'],
    verb: 'pay',
    reason: true,
    danger: true,
    input: { voucherNo },
  },
  cancel: {
    title: ['作废', 'Void'],
    from: ['DRAFT', 'SUBMITTED', 'APPROVED', 'CONFIRMED'],
    to: 'VOID',
    verb: 'cancel',
    reason: true,
    danger: true,
    why: Object.fromEntries(invoicedStates.map((s) => [s, feeFaults.invoiced])),
  },
} as const satisfies Flow<SettleState>['steps']
type Steps = Flow<SettleState, keyof typeof steps>['steps']
const settleFlow = flow({
  states: settleStates,
  initial: 'DRAFT',
  typedIn: ['DRAFT'],
  final: ['CLOSED', 'VOID'],
  fulfilled: ['CLOSED'],
  steps: steps as Steps,
})
/** Nobody's pay is invoiced: what is agreed is paid. */
const { invoice: _, ...unbilled } = steps
export const employeeFlow = {
  ...settleFlow,
  steps: { ...unbilled, pay: { ...steps.pay, from: ['CONFIRMED', 'PARTIAL'] } } as unknown as Steps,
}

const kept = <T extends object>(f: T): T => ({ ...f, required: false, derived: true }) as T
const actions = ['create', 'update', 'approve', 'finish', 'bill', 'pay', 'cancel', 'print', 'export'] as const
// density: one declaration of settlements with three kinds of party; its flow runs from the charges to what was paid
/** 结算单: charges of a party and a period, agreed, invoiced and paid. */
export const settleBill = document('tms', 'settleBill', {
  title: ['结算单', 'Settlement'],
  module: 'fee.settle',
  prefix: 'YF',
  worksAt: ['TC', 'FC'],
  seenFrom: { FC: 'ALL' },
  flow: settleFlow,
  ownerThrough: 'contents',
  carrierThrough: 'carrierId',
  fields: {
    party: choice(['对象类型', 'Kind of party'], parties, { required: true, derived: true, initial: 'CARRIER' }),
    ...partyFields,
    periodFrom: date(['期间起', 'Period from'], { required: true, filter: true, frozen: true }),
    periodTo: date(['期间止', 'Period until'], { required: true, filter: true, frozen: true }),
    feeCount: int(['费用条数', 'Charges'], {}),
    amount: money(['费用合计', 'Charges in all'], { total: true, ...anySign }),
    tax: money(['其中税额', 'Tax in it'], { ...anySign }),
    adjust: { ...kept(asked.adjust), required: true, initial: '0', total: true },
    adjustReason: kept(asked.adjustReason),
    net: money(['应结金额', 'Net'], { required: true, derived: true, total: true, ...anySign }),
    invoiceNo: { ...kept(asked.invoiceNo), filter: true },
    invoiceAmount: kept(asked.invoiceAmount),
    invoicedOn: kept(asked.invoicedOn),
    paid: money(['已收付', 'Paid'], { total: true, ...anySign }),
    open: computed(money(['未收付', 'Open'], { ...anySign })),
    dueOn: date(['到期日', 'Due on'], { derived: true, filter: true }),
    overdue: computed(flag(['逾期', 'Overdue'], { filter: true })),
    agreedAt: instant(['对账时间', 'Agreed at'], { derived: true }),
    submitterId: ref(['提交人', 'Submitted by'], 'sys.user', { derived: true }),
    centreId: centreField,
    lines: rows(['费用明细', 'Charges'], line, { derived: true }),
    payments: rows(['收付款', 'Payments'], payments, { derived: true }),
  },
  sums: { feeCount: 'lines', amount: 'lines.amount', tax: 'lines.tax', paid: 'payments.amount' },
  indexes: [['party', 'state']],
  actions,
  verbs: { addFees: ['加费用', 'Charges added'], dropFees: ['移出费用', 'Charges taken off'] },
  details: { ...paying, fees: text(['费用单', 'Charges']) },
})

/** The same settlements with one kind of party; each kind has numbers of its own. */
function seenAs(noun: string, module: string, party: Party, prefix: string, title: Text): typeof settleBill {
  const who = partyField[party]
  const { billNo, state, clientId, carrierId, staffId, ...others } = settleBill.header.fields
  const header = view(settleBill.header, 'tms', noun, {
    title,
    module,
    only: { party: [party] },
    fields: { billNo, state, [who]: { ...{ clientId, carrierId, staffId }[who], required: true }, ...others },
    list: [
      ...['billNo', 'state', who, 'periodFrom', 'periodTo', 'net', 'open', 'paid', 'feeCount', 'amount', 'adjust'],
      ...['dueOn', 'overdue', 'invoiceNo', 'invoiceAmount', 'agreedAt', 'approvedAt', 'centreId'],
    ],
    form: [who, 'periodFrom', 'periodTo', 'centreId', 'note'],
    actions: [...actions],
  })
  const own = { ...header, ...(party !== 'CARRIER' && { carrierThrough: undefined }) }
  return { ...settleBill, prefix, ...(party === 'EMPLOYEE' && { flow: employeeFlow }), header: own as never }
}
/** 客户应收单 */
export const clientReceivableBill = seenAs('clientReceivableBill', 'fee.clientReceivable', 'CLIENT', 'YS', [
  '客户应收单',
  'Client receivable',
])
/** 承运商应付单 */
export const carrierPayableBill = seenAs('carrierPayableBill', 'fee.carrierPayable', 'CARRIER', 'YF', [
  '承运商应付单',
  'Carrier payable',
])
/** 员工应付单 */
export const employeePayableBill = seenAs('employeePayableBill', 'fee.employeePayable', 'EMPLOYEE', 'YG', [
  '员工应付单',
  'Employee payable',
])
export const settleBills = {
  CLIENT: clientReceivableBill,
  CARRIER: carrierPayableBill,
  EMPLOYEE: employeePayableBill,
} as const

/** 关账: up to which day nothing new is charged; the latest word counts. */
export const feeClosing = entity('tms', 'feeClosing', {
  title: ['关账', 'Closing of books'],
  module: 'fee.closing',
  scope: 'org',
  worksAt: ['TC', 'FC'],
  seenFrom: { FC: 'ALL' },
  ownerThrough: 'everybody',
  appendOnly: true,
  found: false,
  fields: {
    closedTo: date(['关账至', 'Closed up to'], { required: true }),
    reason: text(['原因', 'Reason'], { max: 200 }),
  },
  actions: [],
})
