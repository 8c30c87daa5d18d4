import { choice, code, computed, date, money, ref, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import { bill } from './bill.ts'
import { diffKinds, diffSides, diffVerdicts, liableParties } from './diffTerms.ts'

/** 差异单: the one place for every dispute over quantities. done = its verdict is carried out. */
export const diffBill = bill('wms', 'diffBill', {
  title: ['差异单', 'Discrepancy'],
  module: 'reverse.diff',
  prefix: 'CY',
  worksAt: ['DC'],
  party: 'storeId',
  words: { booked: ['已定责', 'Decided'], done: ['已处理', 'Carried out'], sent: ['已处理', 'Carried out'] },
  flow: flow({
    states: {
      SAVED: ['待定责', 'To decide'],
      APPROVED: ['已定责', 'Decided'],
      INPROGRESS: ['处理中', 'In progress'],
      FINISHED: ['已完成', 'Finished'],
      CANCELED: ['已作废', 'Cancelled'],
    },
    initial: 'SAVED',
    final: ['FINISHED', 'CANCELED'],
    steps: {
      approve: {
        title: ['定责', 'Decide'],
        from: ['SAVED'],
        to: 'APPROVED',
        verb: 'approve',
        confirm: ['定责后按明细生成差异处理任务，确认？', 'A task is created for the verdict of each line. Decide?'],
        bulk: true,
        stamp: 'approvedAt',
      },
      cancel: {
        title: ['作废', 'Cancel'],
        from: ['SAVED', 'APPROVED'],
        to: 'CANCELED',
        verb: 'cancel',
        confirm: ['确认作废？', 'Cancel this discrepancy?'],
        reason: true,
        bulk: true,
        danger: true,
      },
    },
  }),
  fields: {
    kind: choice(['差异类型', 'Kind'], diffKinds, { required: true, filter: true, initial: 'DELIVERY' }),
    storeId: ref(['门店', 'Store'], 'wms.store', { filter: true, brief: true }),
    vendorId: ref(['供应商', 'Vendor'], 'wms.vendor', { filter: true }),
    shipBillId: ref(['装车单', 'Shipment'], 'wms.shipBill', { filter: true }),
    carrier: text(['承运商', 'Carrier'], { max: 64, filter: true }),
    occurredOn: date(['发生日期', 'Occurred on'], { required: true, filter: true }),
    /** The paper that it came of, by itself. */
    sourceNo: code(['来源单号', 'Source no.'], { filter: true, derived: true }),
    product: computed(text(['商品', 'Product'], { filter: true })),
    planCases: computed(code(['差异件数', 'Cases disputed'])),
    /** What liable parties are charged altogether. */
    charged: money(['扣款金额', 'Charged'], { derived: true }),
  },
  secrets: { claimOfId: ref(['来源', 'Source'], 'wms.shipBill', { loose: true }) },
  lines: {
    side: choice(['差异', 'Difference'], diffSides, { required: true, initial: 'SHORT' }),
    cause: text(['差异原因', 'Cause'], { max: 100 }),
    liable: choice(['责任方', 'Liable'], liableParties, { initial: 'UNKNOWN' }),
    verdict: choice(['判定', 'Verdict'], diffVerdicts),
    charge: money(['扣款金额', 'Charge'], { hint: ['判定为扣款时填写', 'Where the verdict is to deduct'] }),
    /** The paper that carries the verdict out. */
    followNo: code(['后续单据', 'Follow-up'], { derived: true }),
  },
  /** The line that it is about, of an order or of a task. */
  lineSecrets: { sourceLineId: ref(['来源行', 'Source line'], 'wms.operateBillLine', { loose: true }) },
  list: [
    'billNo',
    'state',
    'kind',
    'storeId',
    'planCases',
    'product',
    'occurredOn',
    'charged',
    'carrier',
    'vendorId',
    'shipBillId',
    'sourceNo',
    'ownerId',
    'lineCount',
    'planQty',
    'doneQty',
    'amount',
    'finishedAt',
  ],
  form: ['ownerId', 'kind', 'storeId', 'vendorId', 'shipBillId', 'carrier', 'occurredOn', 'upstreamNo', 'note'],
  actions: ['create', 'update', 'approve', 'cancel', 'export'],
  verbs: { claim: ['申报变更', 'Claim changed'] },
})
