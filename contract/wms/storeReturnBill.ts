import { choice, code, computed, qty, ref, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import { bill } from './bill.ts'
import { stockTypes } from './place.ts'
import { storeReturnKinds } from './returnTerms.ts'

const returnFlow = flow({
  states: {
    SAVED: ['已保存', 'Saved'],
    APPROVED: ['待收货', 'To receive'],
    INPROGRESS: ['收货中', 'Receiving'],
    FINISHED: ['已完成', 'Finished'],
    CANCELED: ['已作废', 'Cancelled'],
  },
  initial: 'SAVED',
  final: ['FINISHED', 'CANCELED'],
  steps: {
    approve: {
      title: ['审核', 'Approve'],
      from: ['SAVED'],
      to: 'APPROVED',
      verb: 'approve',
      bulk: true,
      stamp: 'approvedAt',
    },
    createTask: {
      title: ['生成收货任务', 'Create receiving task'],
      from: ['APPROVED', 'INPROGRESS'],
      verb: 'run',
      bulk: true,
      early: true,
    },
    cancel: {
      title: ['作废', 'Cancel'],
      from: ['SAVED', 'APPROVED'],
      to: 'CANCELED',
      verb: 'cancel',
      confirm: ['确认作废？', 'Cancel this return?'],
      reason: true,
      bulk: true,
      danger: true,
    },
  },
})

/** 门店退货单: what a store sends back of what was shipped to it. done = received, sent = put away. */
export const storeReturnBill = bill('wms', 'storeReturnBill', {
  title: ['门店退货单', 'Store return'],
  module: 'reverse.storeReturn',
  prefix: 'MT',
  worksAt: ['DC'],
  party: 'storeId',
  words: { booked: ['已占用', 'Booked'], done: ['已收货', 'Received'], sent: ['已上架', 'Put away'] },
  flow: returnFlow,
  fields: {
    storeId: ref(['门店', 'Store'], 'wms.store', { required: true, filter: true, brief: true }),
    kind: choice(['退货类型', 'Kind'], storeReturnKinds, { required: true, filter: true, initial: 'QUALITY' }),
    shipBillId: ref(['原装车单', 'Original shipment'], 'wms.shipBill', { filter: true }),
    /** The first of its goods; its filter finds a code, a barcode or a part of a name in any line. */
    product: computed(text(['商品', 'Product'], { filter: true })),
    planCases: computed(code(['计划件数', 'Planned cases'])),
    doneCases: computed(code(['已收件数', 'Received cases'])),
  },
  lines: {
    /** What they are thought to be; whoever receives them decides. */
    expected: choice(['预计处置', 'Expected verdict'], stockTypes, { required: true, initial: 'GOOD' }),
    cause: text(['退货原因', 'Why returned'], { max: 100 }),
    refusedQty: qty(['拒收数量', 'Refused'], { derived: true }),
  },
  list: [
    'billNo',
    'state',
    'storeId',
    'kind',
    'planCases',
    'doneCases',
    'product',
    'ownerId',
    'lineCount',
    'planQty',
    'doneQty',
    'sentQty',
    'cancelQty',
    'amount',
    'expectAt',
    'bizDate',
    'shipBillId',
    'upstreamNo',
  ],
  form: ['ownerId', 'storeId', 'kind', 'shipBillId', 'upstreamNo', 'bizDate', 'expectAt', 'priority', 'note'],
  actions: ['create', 'update', 'remove', 'import', 'export', 'approve', 'cancel', 'run'],
})
