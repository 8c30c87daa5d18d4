import { choice, code, computed, ref, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { bill } from './bill.ts'
import { stockTypes } from './place.ts'

const vendorReturnKinds = {
  QUALITY: ['质量问题', 'Quality'],
  EXPIRY: ['临期过期', 'Expiry'],
  DELIST: ['下架清退', 'Delisted'],
  RECALL: ['召回', 'Recall'],
  SURPLUS: ['滞销退货', 'Slow movers'],
} as const satisfies Record<string, Text>

/** Who fetches the goods for the vendor. */
const collector = {
  takerName: text(['提货人', 'Collected by'], { required: true, max: 32 }),
  takerIdEnd: text(['身份证后4位', 'Last 4 of ID'], { max: 4 }),
  takerPhone: text(['提货人电话', 'Phone'], { required: true, max: 32 }),
  takerVehicle: text(['提货车牌', 'Vehicle'], { required: true, max: 16 }),
}
const kept = {
  takerName: { ...collector.takerName, required: false, derived: true },
  takerIdEnd: { ...collector.takerIdEnd, derived: true },
  takerPhone: { ...collector.takerPhone, required: false, derived: true },
  takerVehicle: { ...collector.takerVehicle, required: false, derived: true },
}

/** 供应商退货单: what goes back to its vendor. booked = allocated, done = picked, sent = handed over. */
export const vendorReturnBill = bill('wms', 'vendorReturnBill', {
  title: ['供应商退货单', 'Vendor return'],
  module: 'reverse.vendorReturn',
  prefix: 'GT',
  worksAt: ['DC'],
  party: 'vendorId',
  words: { booked: ['已分配', 'Allocated'], done: ['已下架', 'Picked'], sent: ['已交接', 'Handed over'] },
  flow: flow({
    states: {
      SAVED: ['已保存', 'Saved'],
      APPROVED: ['待下架', 'To pick'],
      INPROGRESS: ['进行中', 'In progress'],
      FINISHED: ['已完成', 'Finished'],
      CLOSED: ['已终止', 'Stopped'],
      CANCELED: ['已作废', 'Cancelled'],
    },
    initial: 'SAVED',
    final: ['FINISHED', 'CLOSED', 'CANCELED'],
    steps: {
      approve: {
        title: ['审核', 'Approve'],
        from: ['SAVED'],
        to: 'APPROVED',
        verb: 'approve',
        confirm: [
          '审核后分配库存并生成退供下架任务，确认？',
          'Stock is allocated and a pick task is created. Approve?',
        ],
        bulk: true,
        stamp: 'approvedAt',
      },
      collect: {
        title: ['登记提货', 'Register collection'],
        from: ['APPROVED', 'INPROGRESS'],
        verb: 'finish',
        input: collector,
      },
      stop: {
        title: ['终止', 'Stop'],
        from: ['APPROVED', 'INPROGRESS'],
        to: 'CLOSED',
        verb: 'stop',
        confirm: ['未下架数量将取消并释放库存，确认？', 'What is not picked is cancelled and freed. Stop?'],
        reason: true,
        danger: true,
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
  }),
  fields: {
    vendorId: ref(['供应商', 'Vendor'], 'wms.vendor', { required: true, filter: true }),
    kind: choice(['退货类型', 'Kind'], vendorReturnKinds, { required: true, filter: true, initial: 'QUALITY' }),
    authNo: text(['退货授权号', 'Authorisation no.'], { max: 64, filter: true }),
    contact: text(['联系人', 'Contact'], { max: 64 }),
    ...kept,
    product: computed(text(['商品', 'Product'], { filter: true })),
    planCases: computed(code(['计划件数', 'Planned cases'])),
    doneCases: computed(code(['已下架件数', 'Picked cases'])),
    sentCases: computed(code(['已交接件数', 'Cases handed over'])),
  },
  lines: {
    stockType: choice(['库存类型', 'Stock type'], stockTypes, { required: true, initial: 'DAMAGE' }),
    cause: text(['退货原因', 'Why returned'], { max: 100 }),
  },
  list: [
    'billNo',
    'state',
    'vendorId',
    'kind',
    'planCases',
    'doneCases',
    'sentCases',
    'product',
    'deadlineAt',
    'ownerId',
    'authNo',
    'amount',
    'lineCount',
    'planQty',
    'bookedQty',
    'doneQty',
    'sentQty',
    'cancelQty',
    'takerName',
    'takerVehicle',
    'bizDate',
    'upstreamNo',
  ],
  form: ['ownerId', 'vendorId', 'kind', 'authNo', 'contact', 'upstreamNo', 'bizDate', 'deadlineAt', 'priority', 'note'],
  actions: ['create', 'update', 'remove', 'import', 'export', 'approve', 'cancel', 'stop', 'finish'],
})
