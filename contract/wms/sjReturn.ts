import { choice, code, computed, int, qty, ref, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import { bill } from './bill.ts'
import { stockTypes } from './place.ts'

const sjFlow = flow({
  states: {
    SAVED: ['待返回', 'On the road'],
    APPROVED: ['待收货', 'To receive'],
    INPROGRESS: ['收货中', 'Receiving'],
    FINISHED: ['已完成', 'Finished'],
    CANCELED: ['已作废', 'Cancelled'],
  },
  initial: 'SAVED',
  final: ['FINISHED', 'CANCELED'],
  steps: {
    approve: {
      title: ['确认返回', 'Truck is back'],
      from: ['SAVED'],
      to: 'APPROVED',
      verb: 'approve',
      bulk: true,
      stamp: 'approvedAt',
    },
    createTask: {
      title: ['生成收货任务', 'Create receiving task'],
      from: ['APPROVED', 'INPROGRESS'],
      verb: 'approve',
      bulk: true,
      early: true,
    },
    cancel: {
      title: ['作废', 'Cancel'],
      from: ['SAVED', 'APPROVED'],
      to: 'CANCELED',
      verb: 'finish',
      confirm: ['确认货物未随车返回并作废？', 'The goods did not come back? The return is cancelled.'],
      reason: true,
      bulk: true,
      danger: true,
    },
  },
})

/** 司机退货: what a truck brings home of what it took to its stores. done = received, sent = put away. */
export const sjReturn = bill('wms', 'sjReturn', {
  title: ['司机退货', 'Driver return'],
  module: 'reverse.driverReturn',
  prefix: 'SJ',
  worksAt: ['DC'],
  words: { booked: ['已占用', 'Booked'], done: ['已收货', 'Received'], sent: ['已上架', 'Put away'] },
  flow: sjFlow,
  fields: {
    shipBillId: ref(['装车单', 'Shipment'], 'wms.shipBill', { required: true, filter: true }),
    /** Of the shipment, as it was when the return was made. */
    vehicleNo: text(['车牌号', 'Vehicle'], { max: 16, filter: true, derived: true }),
    driverName: text(['司机', 'Driver'], { max: 32, derived: true }),
    carrier: text(['承运商', 'Carrier'], { max: 64, derived: true }),
    product: computed(text(['商品', 'Product'], { filter: true })),
    planCases: computed(code(['带回件数', 'Cases brought back'])),
    doneCases: computed(code(['已收件数', 'Received cases'])),
  },
  lines: {
    storeId: ref(['门店', 'Store'], 'wms.store', { required: true, brief: true }),
    expected: choice(['预计处置', 'Expected verdict'], stockTypes, { required: true, initial: 'DAMAGE' }),
    cause: text(['拒收原因', 'Why refused'], { max: 100 }),
    refusedQty: qty(['拒收数量', 'Refused'], { derived: true }),
    /** The line of the order that was refused, where a signature said so. */
    orderId: ref(['出库单', 'Outbound order'], 'wms.operateBill', { derived: true, loose: true }),
    orderLineNo: int(['出库单行号', 'Order line'], { derived: true }),
  },
  list: [
    'billNo',
    'state',
    'shipBillId',
    'vehicleNo',
    'driverName',
    'planCases',
    'doneCases',
    'product',
    'ownerId',
    'lineCount',
    'planQty',
    'doneQty',
    'sentQty',
    'cancelQty',
    'carrier',
    'bizDate',
  ],
  form: ['ownerId', 'shipBillId', 'bizDate', 'priority', 'note'],
  actions: ['create', 'update', 'approve', 'finish', 'export'],
  verbs: { refused: ['拒收变更', 'Refusals changed'] },
})
