import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import { choice, computed, decimal, dict, flag, int, qty, ref, rows, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { photoDetails } from '../sys/photo.ts'
import { stockTypes } from './place.ts'
import { qualityItemKinds, qualityItems } from './qualityScheme.ts'

export const verdicts = {
  PASS: ['合格', 'Accepted'],
  CONCESSION: ['让步接收', 'Concession'],
  REJECT: ['不合格', 'Rejected'],
} as const satisfies Record<string, Text>

export const findings = {
  GOOD: ['合格', 'Good'],
  BAD: ['不合格', 'Not good'],
} as const satisfies Record<string, Text>

const { DAMAGE, RETURN } = stockTypes
/** Where goods go that are rejected: to the defective ones, or back to their vendor. */
export const rejectTypes = { DAMAGE, RETURN } as const
const fixed = { frozen: true } as const
const key = { key: 'wms.qualityBill', title: ['商品质检单', 'Inspection'] } as const
const billId = ref(key.title, key.key, { required: true, derived: true })

/** 质检明细: what was received of one lot on one container, and what is found of it. */
const line = childRows('wms', 'qualityBillLine', key.key, {
  title: ['质检明细', 'Inspection line'],
  scope: 'org',
  fields: {
    billId,
    lineNo: int(['行号', 'Line'], { required: true, ...fixed }),
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, ...fixed }),
    containerId: ref(['容器', 'Container'], 'wms.container', { required: true, ...fixed }),
    lotQty: qty(['收货数量', 'Received'], { required: true, ...fixed }),
    sampleQty: qty(['抽检数量', 'Sample'], { required: true, ...fixed }),
    /** After a reject all of it is looked at. */
    isStrict: flag(['加严', 'Tightened'], { initial: false, ...fixed }),
    accept: int(['接收数', 'Acceptance no.'], fixed),
    reject: int(['拒收数', 'Rejection no.'], fixed),
    critical: int(['致命缺陷', 'Critical']),
    major: int(['严重缺陷', 'Major']),
    minor: int(['轻微缺陷', 'Minor']),
    verdict: choice(['判定', 'Verdict'], verdicts),
    passQty: qty(['合格数', 'Accepted']),
    rejectQty: qty(['不合格数', 'Rejected']),
    rejectType: choice(['不合格转为', 'Rejected become'], rejectTypes, { required: true, initial: 'DAMAGE' }),
    cause: text(['原因', 'Cause'], { max: 200 }),
    lotId: ref(['批次', 'Lot'], 'wms.lot', { required: true, derived: true }),
    qpcId: ref(['规格', 'Pack'], 'mdm.productQpc', { required: true, derived: true }),
    binId: ref(['货位', 'Bin'], 'wms.bin', { required: true, derived: true }),
    /** As what the goods are kept once they are accepted. */
    goodType: choice(['合格转为', 'Accepted become'], stockTypes, { required: true, derived: true }),
    schemeId: ref(['质检方案', 'Inspection scheme'], 'wms.qualityScheme', { derived: true, loose: true }),
    taskLineId: ref(['收货任务行', 'Receiving line'], 'wms.taskLine', { required: true, derived: true, loose: true }),
  },
  unique: [
    ['billId', 'lineNo'],
    ['billId', 'taskLineId', 'lotId', 'containerId', 'goodType'],
  ],
  sort: 'lineNo',
})

/** 检验结果: what was found of one check of one line. */
const result = childRows('wms', 'qualityResult', key.key, {
  title: ['检验结果', 'Result'],
  scope: 'org',
  fields: {
    billId,
    lineNo: int(['行号', 'Line'], { required: true, ...fixed }),
    item: dict(['检验项', 'Check'], qualityItems, { required: true, ...fixed }),
    kind: choice(['类型', 'Kind'], qualityItemKinds, { required: true, ...fixed }),
    least: decimal(['下限', 'Least'], { least: -1e9, ...fixed }),
    most: decimal(['上限', 'Most'], { least: -1e9, ...fixed }),
    unit: text(['单位', 'Unit'], { max: 16, ...fixed }),
    amount: decimal(['数值', 'Number'], { least: -1e9 }),
    said: text(['证件号/说明', 'Document no., remark'], { max: 100 }),
    finding: choice(['结论', 'Finding'], findings),
    photos: computed(int(['照片', 'Photos'])),
    needed: flag(['必填', 'Required'], { initial: false, ...fixed }),
  },
  unique: [['billId', 'lineNo', 'item']],
  sort: 'lineNo',
})

/** 商品质检单: goods that came in and are not sold before somebody has said that they are good. */
const made = document('wms', 'qualityBill', {
  title: key.title,
  module: 'bill.quality',
  prefix: 'ZJ',
  worksAt: ['DC'],
  flow: flow({
    states: {
      SAVED: ['待检', 'To inspect'],
      INPROGRESS: ['检验中', 'Inspecting'],
      APPROVED: ['已判定', 'Decided'],
      CANCELED: ['已作废', 'Cancelled'],
    },
    initial: 'SAVED',
    typedIn: ['INPROGRESS'],
    final: ['APPROVED', 'CANCELED'],
    steps: {
      start: {
        title: ['开始检验', 'Start inspection'],
        from: ['SAVED'],
        to: 'INPROGRESS',
        verb: 'run',
        bulk: true,
        stamp: 'startedAt',
      },
      approve: {
        title: ['判定', 'Decide'],
        from: ['INPROGRESS'],
        to: 'APPROVED',
        verb: 'approve',
        confirm: ['判定后库存类型立即变更，确认？', 'Stock types change immediately. Continue?'],
        stamp: 'approvedAt',
      },
      cancel: {
        title: ['作废', 'Cancel'],
        from: ['SAVED', 'INPROGRESS'],
        to: 'CANCELED',
        verb: 'cancel',
        confirm: [
          '货物仍为待检并留在原处，须另行调整库存类型，确认作废？',
          'The goods stay where they are, awaiting inspection, until their stock type is adjusted. Cancel?',
        ],
        reason: true,
        danger: true,
      },
    },
  }),
  fields: {
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, derived: true, filter: true }),
    vendorId: ref(['供应商', 'Vendor'], 'wms.vendor', { derived: true, filter: true }),
    orderId: ref(['订货通知单', 'Inbound order'], 'wms.orderBill', { derived: true, filter: true }),
    taskId: ref(['收货任务', 'Receiving task'], 'wms.task', { derived: true, loose: true }),
    inspectorId: ref(['检验人', 'Inspector'], 'sys.user', { derived: true, filter: true, loose: true }),
    lineCount: computed(int(['行数', 'Lines'])),
    lotQty: computed(qty(['待检数量', 'To inspect'])),
    passQty: computed(qty(['合格数', 'Accepted'])),
    rejectQty: computed(qty(['不合格数', 'Rejected'])),
    lines: rows(['明细', 'Lines'], line),
    results: rows(['检验结果', 'Results'], result),
  },
  list: [
    ...(['billNo', 'state', 'ownerId', 'vendorId', 'orderId', 'lineCount', 'lotQty', 'passQty', 'rejectQty'] as const),
    ...(['inspectorId', 'bizDate', 'startedAt', 'approvedAt', 'note'] as const),
  ],
  form: ['note', 'lines', 'results'],
  actions: ['update', 'run', 'approve', 'cancel', 'export', 'print'],
  details: photoDetails,
  indexes: [['state', 'bizDate'], ['taskId']],
})
export const qualityBill = { ...made, line: line.entity, result: result.entity }
