import { type AnyEntity, entity } from '../kernel/entity.ts'
import { choice, code, computed, flag, instant, int, qty, ref, text } from '../kernel/field.ts'
import type { Action } from '../kernel/permission.ts'
import type { Text } from '../kernel/text.ts'
import { view } from '../kernel/view.ts'
import { shortReasons } from './taskTypes/pick.ts'

/** What becomes of a label, from when its work is made until its case stands in a container. */
export const labelStates = {
  NEW: ['待打印', 'Not printed'],
  PRINTED: ['已打印', 'Printed'],
  OBTAINED: ['已领取', 'Taken'],
  DONE: ['已完成', 'Done'],
  EXCEPTION: ['已报缺货', 'Reported short'],
  VOID: ['已作废', 'Void'],
} as const satisfies Record<string, Text>
export type LabelState = keyof typeof labelStates

/** A label that still stands for goods somebody is to fetch. */
export const openLabels = ['NEW', 'PRINTED', 'OBTAINED'] as const satisfies readonly LabelState[]
export const isOpenLabel = (state: LabelState): boolean => (openLabels as readonly LabelState[]).includes(state)

/** What can go wrong with a label. */
export const labelExceptions = {
  SHORT: ['缺货', 'Short'],
  DAMAGED: ['破损补打', 'Reprinted'],
  WRONG_BOX: ['错贴', 'Put in another container'],
  SURPLUS: ['多拣', 'Surplus'],
  VOID: ['作废', 'Voided'],
} as const satisfies Record<string, Text>

export const labelKinds = {
  PICK: ['拣货', 'Pick'],
  RPL: ['补货', 'Replenishment'],
} as const satisfies Record<string, Text>

/** 拣货标签: one for each case of a line, or for its pieces. It is stuck to the goods and travels with them. */
export const pickLabel = entity('wms', 'pickLabel', {
  title: ['拣货标签', 'Pick label'],
  module: 'delivery.label',
  scope: 'org',
  worksAt: ['DC'],
  fields: {
    labelNo: code(['标签号', 'Label'], { required: true, filter: true }),
    kind: choice(['类型', 'Type'], labelKinds, { required: true, initial: 'PICK' }),
    taskId: ref(['任务', 'Task'], 'wms.task', { required: true, filter: true }),
    taskLineId: ref(['任务行', 'Task line'], 'wms.taskLine', { required: true, loose: true }),
    waveId: ref(['波次', 'Wave'], 'wms.waveBill', { loose: true, filter: true }),
    pickAreaId: ref(['拣货分区', 'Pick area'], 'wms.pickArea', { filter: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
    storeId: ref(['门店', 'Store'], 'wms.store', { filter: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, filter: true }),
    qpcId: ref(['规格', 'Pack'], 'mdm.productQpc', { loose: true }),
    qty: qty(['数量', 'Quantity'], { required: true, total: true }),
    fromBinId: ref(['货位', 'Bin'], 'wms.bin', { filter: true }),
    /** Its place on the way through the task, and which case of its line it is. */
    seq: int(['顺序', 'Sequence'], { required: true, initial: 0 }),
    caseNo: int(['箱序', 'Case'], { required: true, initial: 1 }),
    caseCount: int(['共几箱', 'Of cases'], { required: true, initial: 1 }),
    state: choice(['状态', 'Status'], labelStates, { required: true, filter: true, initial: 'NEW' }),
    printed: computed(flag(['已打印', 'Printed'], { filter: true })),
    printCount: int(['打印次数', 'Prints'], { required: true, initial: 0 }),
    obtainedBy: ref(['领取人', 'Taken by'], 'sys.user', { loose: true, filter: true }),
    obtainedAt: instant(['领取时间', 'Taken at']),
    doneAt: instant(['完成时间', 'Done at']),
    exceptionCode: choice(['异常', 'Exception'], labelExceptions, { filter: true }),
    shortReason: choice(['缺货原因', 'Short because'], shortReasons, {}),
    reason: text(['原因', 'Reason'], { max: 200 }),
    /** The damaged label that this one stands for. */
    replacesId: ref(['补打自', 'Replaces'], 'wms.pickLabel', { loose: true }),
  },
  list: [
    'labelNo',
    'taskId',
    'seq',
    'state',
    'storeId',
    'productId',
    'qty',
    'fromBinId',
    'caseNo',
    'caseCount',
    'printCount',
    'obtainedBy',
    'obtainedAt',
    'doneAt',
    'exceptionCode',
    'ownerId',
  ],
  unique: [['labelNo']],
  label: { code: 'labelNo', name: 'labelNo' },
  actions: ['run'],
  verbs: {
    print: ['打印', 'Print'],
    obtain: ['领取', 'Take'],
    giveBack: ['退回', 'Return'],
    done: ['完成', 'Done'],
    short: ['报缺货', 'Report short'],
    replace: ['破损补打', 'Reprint'],
    move: ['错贴改箱', 'Other container'],
    surplus: ['多拣', 'Surplus'],
    void: ['作废', 'Void'],
  },
  indexes: [['taskLineId']],
  sort: '-id',
})

/** The same labels on a page of their own, with its rights. */
const page = (
  noun: string,
  module: string,
  title: Text,
  list: readonly string[],
  actions: readonly Action[],
): AnyEntity => view(pickLabel, 'wms', noun, { title, module, list, actions, indexes: [], found: false })

/** 拣货标签异常处理: what went wrong with a label, and what was done about it. */
export const labelEx = page(
  'labelEx',
  'delivery.labelEx',
  ['拣货标签', 'Pick label'],
  [
    'labelNo',
    'exceptionCode',
    'state',
    'reason',
    'shortReason',
    'taskId',
    'storeId',
    'productId',
    'qty',
    'fromBinId',
    'obtainedBy',
    'replacesId',
    'printCount',
  ],
  ['run', 'print', 'cancel'],
)

const { waveId, pickAreaId, printed, ...others } = pickLabel.fields
/** 补货标签打印 */
export const rplLabel: AnyEntity = {
  ...page(
    'rplLabel',
    'delivery.rplLabel',
    ['补货标签', 'Replenishment label'],
    [
      'labelNo',
      'printed',
      'waveId',
      'pickAreaId',
      'taskId',
      'productId',
      'qty',
      'fromBinId',
      'caseNo',
      'caseCount',
      'state',
      'printCount',
      'ownerId',
    ],
    ['print'],
  ),
  // What it is looked for by comes first.
  fields: { printed, waveId, pickAreaId, ...others },
  only: { kind: 'RPL' },
}
