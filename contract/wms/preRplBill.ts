import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import { choice, code, computed, date, flag, instant, int, qty, ref, rows } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'

/** 补货依据: what tells how much a pick face will need. */
export const preRplBases = {
  ORDERS: ['出库作业单', 'Outbound orders'],
  SALES: ['日均出库', 'Average outbound'],
  MINMAX: ['最高最低', 'Minimum and maximum'],
} as const satisfies Record<string, Text>
export type PreRplBasis = keyof typeof preRplBases

/** Faces of one bill. */
export const preRplLinesMost = 500

const key = { key: 'wms.preRplBill', title: ['预补货单', 'Pre-replenishment'] } as const

/** 预补货明细: a pick face, what stands there and is on its way, what it will need, and what is to be brought. */
const line = childRows('wms', 'preRplBillLine', key.key, {
  title: ['预补货明细', 'Pre-replenishment line'],
  scope: 'org',
  fields: {
    billId: ref(key.title, key.key, { required: true, derived: true }),
    lineNo: int(['行号', 'Line'], { required: true, derived: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true }),
    binId: ref(['拣货位', 'Pick face'], 'wms.bin', { required: true }),
    onHand: qty(['现有', 'On hand'], { derived: true }),
    incoming: qty(['在途', 'Incoming'], { derived: true }),
    demand: qty(['需求', 'Demand'], { derived: true }),
    suggested: qty(['建议', 'Suggested'], { derived: true }),
    planQty: qty(['计划', 'Planned'], { required: true, initial: '0' }),
    planCases: computed(code(['计划件数', 'Cases planned'])),
    /** What storage does not have of the plan. */
    shortQty: qty(['货源不足', 'Not in storage'], { derived: true }),
    doneQty: computed(qty(['已上架', 'Brought'])),
  },
  unique: [['billId', 'lineNo']],
})

/** 预补货单: pick faces are filled before the rush, not while orders wait. */
const made = document('wms', 'preRplBill', {
  title: key.title,
  module: 'delivery.preRpl',
  prefix: 'YB',
  worksAt: ['DC'],
  flow: flow({
    states: {
      SAVED: ['已保存', 'Saved'],
      APPROVED: ['待开始', 'Ready to start'],
      INPROGRESS: ['补货中', 'Replenishing'],
      FINISHED: ['已完成', 'Finished'],
      CANCELED: ['已作废', 'Cancelled'],
    },
    initial: 'SAVED',
    final: ['FINISHED', 'CANCELED'],
    steps: {
      compute: {
        title: ['计算', 'Compute'],
        from: ['SAVED'],
        verb: 'update',
        confirm: ['将按补货依据重新生成明细，确认？', 'All lines are worked out anew. Continue?'],
        stamp: 'computedAt',
      },
      approve: {
        title: ['审核', 'Approve'],
        from: ['SAVED'],
        to: 'APPROVED',
        verb: 'approve',
        bulk: true,
        stamp: 'approvedAt',
      },
      start: {
        title: ['开始补货', 'Start'],
        from: ['APPROVED'],
        to: 'INPROGRESS',
        verb: 'start',
        bulk: true,
        stamp: 'startedAt',
      },
      cancel: {
        title: ['作废', 'Cancel'],
        from: ['SAVED', 'APPROVED'],
        to: 'CANCELED',
        verb: 'cancel',
        confirm: ['确认作废？', 'Cancel this document?'],
        reason: true,
        bulk: true,
        danger: true,
      },
    },
  }),
  fields: {
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
    basis: choice(['补货依据', 'Basis'], preRplBases, { required: true, filter: true, initial: 'ORDERS' }),
    demandDate: date(['出库日期', 'Outbound date'], {
      filter: true,
      hint: ['按出库作业单时用，不填为次日', 'For outbound orders; tomorrow if blank'],
    }),
    days: int(['覆盖天数', 'Days covered'], {
      least: 1,
      most: 30,
      hint: ['按日均出库时用，不填为1天', 'For average outbound; one day if blank'],
    }),
    pickAreaId: ref(['拣货分区', 'Pick area'], 'wms.pickArea', {
      filter: true,
      hint: ['不填为全部分区', 'All areas if blank'],
    }),
    dueAt: instant(['要求完成', 'Due'], { filter: true }),
    computedAt: instant(['计算时间', 'Computed at'], { derived: true }),
    lineCount: int(['行数', 'Lines']),
    openTasks: computed(int(['未完成任务', 'Open tasks'])),
    hasShort: computed(flag(['货源不足', 'Not all in storage'], { filter: true })),
    lines: rows(['明细', 'Lines'], line),
  },
  sums: { lineCount: 'lines' },
  list: [
    'billNo',
    'state',
    'ownerId',
    'basis',
    'demandDate',
    'days',
    'pickAreaId',
    'lineCount',
    'hasShort',
    'openTasks',
    'dueAt',
    'computedAt',
    'startedAt',
    'finishedAt',
    'note',
  ],
  form: ['ownerId', 'basis', 'demandDate', 'days', 'pickAreaId', 'dueAt', 'note', 'lines'],
  verbs: { carriedOut: ['已完成', 'Finished'] },
  actions: ['create', 'update', 'approve', 'start', 'cancel', 'export', 'print'],
})
export const preRplBill = { ...made, line: line.entity }
