import { choice, code, computed, date, flag, int, money, qty, ref, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { bill } from './bill.ts'

export const orderFlow = flow({
  states: {
    SAVED: ['已保存', 'Saved'],
    APPROVED: ['已审核', 'Approved'],
    INPROGRESS: ['进行中', 'In progress'],
    FINISHED: ['已完成', 'Finished'],
    CLOSED: ['已终止', 'Stopped'],
    CANCELED: ['已作废', 'Cancelled'],
  },
  initial: 'SAVED',
  final: ['FINISHED', 'CLOSED', 'CANCELED'],
  steps: {
    approve: { title: ['审核', 'Approve'], from: ['SAVED'], to: 'APPROVED', verb: 'approve', bulk: true },
    createTask: {
      title: ['生成收货任务', 'Create receiving task'],
      from: ['APPROVED', 'INPROGRESS'],
      verb: 'run',
      bulk: true,
    },
    finish: {
      title: ['完成', 'Finish'],
      from: ['INPROGRESS'],
      to: 'FINISHED',
      verb: 'finish',
      early: true,
      confirm: ['未收数量将取消，确认完成？', 'Quantities not received will be cancelled. Finish the order?'],
      bulk: true,
    },
    cancel: {
      title: ['作废', 'Cancel'],
      from: ['SAVED', 'APPROVED'],
      to: 'CANCELED',
      verb: 'cancel',
      confirm: ['确认作废？', 'Cancel this order?'],
      reason: true,
      bulk: true,
      danger: true,
    },
    stop: {
      title: ['终止', 'Stop'],
      from: ['INPROGRESS'],
      to: 'CLOSED',
      verb: 'stop',
      confirm: ['终止后剩余数量不再收货，确认？', 'The remaining quantity will not be received. Stop the order?'],
      reason: true,
      danger: true,
    },
  },
})

export const orderModes = {
  PURCHASE: ['采购', 'Purchase'],
  TRANSFER: ['调入', 'Transfer in'],
  PRODUCTION: ['生产', 'Production'],
} as const satisfies Record<string, Text>

/** 订货通知单: what a vendor was asked to bring. done = received, sent = put away. */
export const orderBill = bill('wms', 'orderBill', {
  title: ['订货通知单', 'Inbound order'],
  module: 'bill.order',
  prefix: 'DH',
  worksAt: ['DC'],
  party: 'vendorId',
  words: { booked: ['已预约', 'Booked'], done: ['已收货', 'Received'], sent: ['已上架', 'Put away'] },
  flow: orderFlow,
  fields: {
    vendorId: ref(['供应商', 'Vendor'], 'wms.vendor', { required: true, filter: true }),
    mode: choice(['业务模式', 'Mode'], orderModes, { required: true, filter: true, initial: 'PURCHASE' }),
    dockId: ref(['月台', 'Dock'], 'wms.dock'),
    /** The first of its goods; its filter finds a code, a barcode or a part of a name in any line. */
    product: computed(text(['商品', 'Product'], { filter: true })),
    planCases: computed(code(['计划件数', 'Planned cases'])),
    doneCases: computed(code(['已收件数', 'Received cases'])),
    overdue: computed(flag(['逾期', 'Overdue'], { filter: true })),
    mayExceed: computed(flag(['仍可超收', 'More may still come'])),
  },
  lines: {
    productionDate: date(['生产日期', 'Production date']),
    expireDate: date(['到期日期', 'Expiry date']),
    productionBatch: text(['生产批号', 'Batch no.'], { max: 32 }),
    unitPrice: money(['单价', 'Unit price'], {}),
    gift: flag(['赠品', 'Gift'], {
      initial: false,
      hint: ['收货时默认记为赠品', 'Received as gift stock by default'],
    }),
    refusedQty: qty(['拒收数量', 'Refused'], { derived: true }),
  },
  list: [
    'billNo',
    'state',
    'vendorId',
    'planCases',
    'doneCases',
    'expectAt',
    'overdue',
    'ownerId',
    'lineCount',
    'planQty',
    'doneQty',
    'sentQty',
    'cancelQty',
    'amount',
    'bizDate',
    'mode',
    'upstreamNo',
  ],
  form: [
    'ownerId',
    'vendorId',
    'mode',
    'upstreamNo',
    'bizDate',
    'expectAt',
    'deadlineAt',
    'priority',
    'dockId',
    'note',
  ],
  actions: [
    'create',
    'update',
    'remove',
    'import',
    'export',
    'print',
    'approve',
    'cancel',
    'finish',
    'stop',
    'run',
    'permit',
  ],
  details: {
    lineNo: int(['行', 'Line']),
    qty: qty(['数量', 'Quantity']),
    permittedBy: text(['放行人', 'Approved by']),
  },
  verbs: { permit: ['主管放行', 'Supervisor override'] },
})
