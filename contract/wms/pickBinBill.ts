import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import { choice, int, ref, rows, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { lineStates } from './bill.ts'

const key = { key: 'wms.pickBinBill', title: ['商品拣货位调整', 'Pick face change'] } as const

/** When a face changes: at once, or when nothing is picked from the old one, or brought to it, any more. */
export const pickBinTimes = {
  NOW: ['立即', 'Now'],
  AFTER_WAVE: ['波次完成后', 'After the wave'],
} as const satisfies Record<string, Text>

const unlimited: Text = ['不填则不变', 'Unchanged if blank']
/** 商品拣货位调整明细: a product leaves one pick face for another, gets one more, or gives one up. */
const pickBinLine = childRows('wms', 'pickBinBillLine', key.key, {
  title: ['商品拣货位调整明细', 'Pick face change line'],
  scope: 'org',
  fields: {
    billId: ref(key.title, key.key, { required: true, derived: true }),
    lineNo: int(['行号', 'Line'], { required: true, derived: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true }),
    binId: ref(['原拣货位', 'Pick face'], 'wms.bin', { hint: ['新增拣货位时不填', 'Leave blank to add a face'] }),
    toBinId: ref(['新拣货位', 'New face'], 'wms.bin', { hint: ['取消拣货位时不填', 'Leave blank to give it up'] }),
    minCases: int(['最低箱数', 'Min. cases'], { most: 100_000, hint: unlimited }),
    maxCases: int(['最高箱数', 'Max cases'], { most: 100_000, hint: unlimited }),
    effective: choice(['生效', 'Takes effect'], pickBinTimes, { required: true, initial: 'NOW' }),
    state: choice(['状态', 'Status'], lineStates, { required: true, derived: true, initial: 'OPEN' }),
    /** What brings the rest of the goods over. */
    taskId: ref(['移库任务', 'Move task'], 'wms.task', { derived: true }),
  },
  unique: [['billId', 'lineNo']],
})

/** 商品拣货位调整: where products are picked from is changed, and their goods go along. */
const made = document('wms', 'pickBinBill', {
  title: key.title,
  module: 'warehouse.pickBinAdj',
  prefix: 'JW',
  worksAt: ['DC'],
  flow: flow({
    states: {
      SAVED: ['已保存', 'Saved'],
      INPROGRESS: ['执行中', 'In progress'],
      FINISHED: ['已完成', 'Finished'],
      CANCELED: ['已作废', 'Cancelled'],
    },
    initial: 'SAVED',
    final: ['FINISHED', 'CANCELED'],
    steps: {
      approve: {
        title: ['审核', 'Approve'],
        from: ['SAVED'],
        to: 'INPROGRESS',
        verb: 'approve',
        confirm: [
          '原拣货位的剩余库存将生成移库任务，移完后拣货位生效，确认？',
          'What is left in the old faces is moved by tasks, and the new ones apply when it has been. Approve?',
        ],
        bulk: true,
        stamp: 'approvedAt',
      },
      cancel: {
        title: ['作废', 'Cancel'],
        from: ['SAVED', 'INPROGRESS'],
        to: 'CANCELED',
        verb: 'cancel',
        confirm: ['未开始的移库任务将取消，确认作废？', 'Move tasks that have not begun are cancelled. Continue?'],
        reason: true,
        bulk: true,
        danger: true,
      },
    },
  }),
  fields: {
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
    cause: text(['调整原因', 'Cause'], { required: true, filter: true, max: 200 }),
    /** By which a file tells one from another. */
    upstreamNo: text(['上游单号', 'Upstream no.'], { max: 64, filter: true, frozen: true }),
    lineCount: int(['行数', 'Lines']),
    lines: rows(['明细', 'Lines'], pickBinLine, { required: true }),
  },
  sums: { lineCount: 'lines' },
  list: ['billNo', 'state', 'ownerId', 'cause', 'lineCount', 'bizDate', 'approvedAt', 'finishedAt', 'note'],
  unique: [['upstreamNo']],
  outsideNo: 'upstreamNo',
  found: { codes: ['upstreamNo'] },
  form: ['ownerId', 'cause', 'bizDate', 'upstreamNo', 'note', 'lines'],
  verbs: { carriedOut: ['已生效', 'Carried out'] },
  actions: ['create', 'update', 'remove', 'approve', 'cancel', 'import', 'export', 'print'],
})
export const pickBinBill = { ...made, line: pickBinLine.entity }
