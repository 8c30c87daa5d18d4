import { choice, code, computed, ref, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { bill } from './bill.ts'
import { stockTypes } from './place.ts'

export const recipientKinds = {
  USE: ['领用', 'Issue'],
  BACK: ['退回', 'Return of unused'],
} as const satisfies Record<string, Text>

/** 领用单: goods that are used within the house, by a person or a department; and what of them comes back unused. */
export const recipientBill = bill('wms', 'recipientBill', {
  title: ['领用单', 'Internal requisition'],
  module: 'bill.recipient',
  prefix: 'LY',
  worksAt: ['DC'],
  words: { booked: ['已占用', 'Reserved'], done: ['已领退', 'Issued'], sent: ['已出入库', 'Booked'] },
  flow: flow({
    states: {
      SAVED: ['已保存', 'Saved'],
      APPROVED: ['待领取', 'To hand out'],
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
        confirm: ['审核后占用库存，确认？', 'Stock is reserved. Approve?'],
        bulk: true,
        stamp: 'approvedAt',
      },
      finish: {
        title: ['确认领退', 'Hand out'],
        from: ['APPROVED'],
        to: 'FINISHED',
        verb: 'finish',
        confirm: ['确认后库存立即变更，确认？', 'Stock changes immediately. Continue?'],
        bulk: true,
        stamp: 'finishedAt',
      },
      cancel: {
        title: ['作废', 'Cancel'],
        from: ['SAVED', 'APPROVED'],
        to: 'CANCELED',
        verb: 'cancel',
        confirm: ['确认作废？', 'Cancel this requisition?'],
        reason: true,
        bulk: true,
        danger: true,
        stamp: 'finishedAt',
      },
    },
  }),
  fields: {
    kind: choice(['类型', 'Kind'], recipientKinds, { required: true, filter: true, initial: 'USE' }),
    userId: ref(['领用人', 'Taken by'], 'sys.user', { filter: true }),
    deptId: ref(['领用部门', 'Department'], 'sys.org', { filter: true }),
    costCentre: text(['成本中心', 'Cost centre'], { max: 64, filter: true }),
    purpose: text(['用途', 'Purpose'], { required: true, max: 200 }),
    sourceId: ref(['原领用单', 'Original requisition'], 'wms.recipientBill', {
      filter: true,
      hint: ['退回时填写', 'Of a return'],
    }),
    product: computed(text(['商品', 'Product'], { filter: true })),
    planCases: computed(code(['计划件数', 'Planned cases'])),
    doneCases: computed(code(['完成件数', 'Cases done'])),
  },
  lines: {
    stockType: choice(['库存类型', 'Stock type'], stockTypes, { required: true, initial: 'GOOD' }),
  },
  list: [
    ...(['billNo', 'state', 'kind', 'userId', 'deptId', 'costCentre', 'purpose', 'product', 'planCases'] as const),
    ...(['doneCases', 'amount', 'ownerId', 'sourceId', 'lineCount', 'planQty', 'doneQty', 'bizDate', 'note'] as const),
  ],
  form: ['kind', 'ownerId', 'userId', 'deptId', 'costCentre', 'purpose', 'sourceId', 'upstreamNo', 'bizDate', 'note'],
  actions: ['create', 'update', 'approve', 'finish', 'cancel', 'export', 'print'],
})
