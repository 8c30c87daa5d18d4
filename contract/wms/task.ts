import { z } from 'zod'
import { entity } from '../kernel/entity.ts'
import {
  choice,
  choices,
  code,
  computed,
  date,
  decimal,
  flag,
  instant,
  int,
  json,
  money,
  qty,
  ref,
  text,
} from '../kernel/field.ts'
import { type Flow, flow, titlesOf } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { equipment, stockTypes } from './place.ts'
import { progress } from './taskType.ts'
import { decreaseCauses } from './taskTypes/stockDec.ts'
import { increaseCauses } from './taskTypes/stockInc.ts'
import { isTaskType, taskTitles, taskTypes } from './taskTypes.ts'

export const taskModes = {
  RF: ['手持', 'Handheld'],
  PAPER: ['纸单', 'Paper'],
  LABEL: ['标签', 'Labels'],
  LIGHT: ['电子标签', 'Lights'],
  AUTO: ['系统', 'System'],
} as const satisfies Record<string, Text>
export type TaskMode = keyof typeof taskModes

/** How work comes to who does it. */
export const dispatches = {
  PULL: ['自行领取', 'Taken by workers'],
  AUTO_ASSIGN: ['自动派工', 'Assigned automatically'],
  MANUAL: ['主管指派', 'Assigned by a supervisor'],
} as const satisfies Record<string, Text>
export type Dispatch = keyof typeof dispatches

export const taskFlow = flow({
  states: {
    NEW: ['待下发', 'Not released'],
    WAIT: ['等待前置', 'Waiting'],
    READY: ['待领取', 'Ready'],
    ASSIGNED: ['已领取', 'Taken'],
    RUNNING: ['进行中', 'Running'],
    SUSPENDED: ['已挂起', 'Suspended'],
    DONE: ['已完成', 'Done'],
    CANCELED: ['已取消', 'Cancelled'],
  },
  initial: 'NEW',
  final: ['DONE', 'CANCELED'],
  steps: {
    approve: {
      title: ['审核', 'Approve'],
      from: ['NEW'],
      to: 'READY',
      verb: 'approve',
      confirm: [
        '审核后即可执行并变更库存，确认？',
        'Once approved, the work can be carried out and will change stock. Approve?',
      ],
      bulk: true,
      notByMaker: true,
    },
    release: { title: ['下发', 'Release'], from: ['NEW', 'WAIT'], to: 'READY', verb: 'release', bulk: true },
    take: { title: ['领取', 'Take'], from: ['READY'], to: 'ASSIGNED', verb: 'run' },
    assign: { title: ['指派', 'Assign'], from: ['READY', 'ASSIGNED'], to: 'ASSIGNED', verb: 'update', bulk: true },
    start: { title: ['开始', 'Start'], from: ['ASSIGNED'], to: 'RUNNING', verb: 'run' },
    takeOver: {
      title: ['接手', 'Take over'],
      from: ['ASSIGNED', 'RUNNING'],
      verb: 'run',
      confirm: [
        '接手该任务？对方手中的货物将转到您名下',
        'Take over this task? Any goods already picked up will be transferred to you.',
      ],
    },
    giveUp: { title: ['放弃', 'Hand back'], from: ['ASSIGNED', 'RUNNING'], to: 'READY', verb: 'give_up' },
    suspend: {
      title: ['挂起', 'Suspend'],
      from: ['NEW', 'WAIT', 'READY', 'ASSIGNED', 'RUNNING'],
      to: 'SUSPENDED',
      verb: 'stop',
      reason: true,
      bulk: true,
    },
    resume: { title: ['恢复', 'Resume'], from: ['SUSPENDED'], verb: 'start', bulk: true },
    cancel: {
      title: ['取消', 'Cancel'],
      from: ['NEW', 'WAIT', 'READY', 'ASSIGNED', 'SUSPENDED'],
      to: 'CANCELED',
      verb: 'cancel',
      confirm: ['取消任务将释放占用，确认？', 'Cancelling the task releases its reservations. Continue?'],
      bulk: true,
      danger: true,
    },
    confirmLine: { title: ['确认', 'Confirm'], from: ['ASSIGNED', 'RUNNING'], verb: 'run' },
    finish: {
      title: ['完成', 'Finish'],
      from: ['ASSIGNED', 'RUNNING'],
      to: 'DONE',
      verb: 'finish',
      confirm: ['未确认的明细将不再作业，确认完成？', 'Unconfirmed lines will not be worked on. Finish the task?'],
    },
  },
})
export type TaskState = keyof typeof taskFlow.states

const { WAIT: _, ...states } = taskFlow.states
/** Work that must be approved waits for nothing else. */
const approvedFlow: Flow = { ...taskFlow, states: { ...states, NEW: ['待审核', 'Pending approval'] } }
/** What the states of a type are called. */
export const flowOf = (type: unknown): Flow =>
  typeof type === 'string' && isTaskType(type) && taskTypes[type].approved ? approvedFlow : taskFlow

export const taskLineStates = {
  OPEN: ['待作业', 'Open'],
  INHAND: ['已取', 'In hand'],
  DONE: ['已完成', 'Done'],
  SHORT: ['缺货', 'Short'],
  CANCELED: ['已取消', 'Cancelled'],
} as const satisfies Record<string, Text>

/** Why goods are refused at the dock. */
export const refuseReasons = {
  DAMAGED: ['破损', 'Damaged'],
  EXPIRED: ['效期不符', 'Wrong dates'],
  WRONG: ['错货', 'Wrong product'],
  QUALITY: ['质量不合格', 'Quality defect'],
  OTHER: ['其他', 'Other'],
} as const satisfies Record<string, Text>

/** What a task's log tells of its lines: which one, what goods, how much, where, and why not all of it. */
const details = {
  lineNo: int(['行', 'Line']),
  productId: ref(['商品', 'Product'], 'mdm.product'),
  qty: qty(['数量', 'Quantity']),
  binId: ref(['货位', 'Bin'], 'wms.bin'),
  containerId: ref(['容器', 'Container'], 'wms.container'),
  lotNo: code(['批次', 'Lot']),
  lineState: choice(['行状态', 'Line status'], taskLineStates),
  refusedQty: qty(['拒收数量', 'Refused']),
  refusedReason: choice(['拒收原因', 'Refusal reason'], refuseReasons),
  permittedBy: text(['放行人', 'Approved by']),
  permitReason: text(['放行原因', 'Override reason']),
  madeNo: code(['拆出任务', 'Split into']),
  mergedNo: text(['并入的任务', 'Merged tasks']),
  lines: int(['行数', 'Lines']),
}

/** 任务: the work that one person takes. */
export const task = entity('wms', 'task', {
  title: ['任务', 'Task'],
  module: 'task.center',
  scope: 'org',
  worksAt: ['DC'],
  fields: {
    taskNo: code(['任务号', 'No.'], { required: true, filter: true }),
    taskType: choice(['类型', 'Type'], taskTitles, { required: true, filter: true }),
    state: choice(['状态', 'Status'], taskFlow.states, { required: true, filter: true }),
    mode: choice(['方式', 'Mode'], taskModes, { required: true, filter: true, initial: 'RF' }),
    billKey: code(['单据类型', 'Document type'], { max: 32 }),
    /** The bill it serves; which table, `billKey` says. */
    billId: ref(['来源单据', 'Source document'], 'wms.operateBill', { loose: true, filter: true }),
    billNo: code(['来源单号', 'Source no.'], { filter: true }),
    /** Of what comes off a truck: the shipment that takes it instead, or again. */
    toBillId: ref(['转入装车单', 'To shipment'], 'wms.shipBill', { loose: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { filter: true }),
    storeId: ref(['门店', 'Store'], 'wms.store', { filter: true, brief: true }),
    vendorId: ref(['供应商', 'Vendor'], 'wms.vendor', { filter: true }),
    pickAreaId: ref(['拣货分区', 'Pick area'], 'wms.pickArea', { filter: true }),
    dockId: ref(['月台', 'Dock'], 'wms.dock'),
    containerId: ref(['容器', 'Container'], 'wms.container'),
    queue: code(['队列', 'Queue'], { required: true, max: 32, filter: true }),
    dispatch: choice(['派工方式', 'Dispatch'], dispatches, { required: true, initial: 'PULL', filter: true }),
    priority: int(['优先级', 'Priority'], { required: true, initial: 50, most: 99, filter: true }),
    /** When the store's goods are to leave that it is about. */
    bizDate: date(['发运日期', 'Ship date'], { filter: true }),
    /** What whoever does it must be licensed for, by the bins of its lines. */
    equipment: choices(['所需设备', 'Equipment needed'], equipment),
    /** What the rules of the centre said of it when it was made. */
    timeoutMin: int(['领取超时分', 'Time-out (min)']),
    refetch: flag(['缺货自动补拣', 'Re-allocate short picks'], { initial: true }),
    /** By which its labels are printed as long as that is in use. */
    labelTemplateId: ref(['标签模板', 'Label template'], 'sys.printTemplate', { loose: true }),
    dueAt: instant(['要求完成', 'Due'], { filter: true }),
    assigneeId: ref(['作业人', 'Worker'], 'sys.user', { filter: true, brief: true }),
    /** Who must not do it: somebody else looks at what he did. */
    notById: ref(['回避人', 'Not by'], 'sys.user'),
    device: text(['终端', 'Device'], { max: 64 }),
    assignedAt: instant(['领取时间', 'Taken at']),
    startedAt: instant(['开始时间', 'Started at']),
    finishedAt: instant(['完成时间', 'Finished at'], { filter: true }),
    lineCount: int(['行数', 'Lines'], { required: true, initial: 0 }),
    doneLines: int(['完成行数', 'Lines done'], { required: true, initial: 0 }),
    planQty: qty(['计划数量', 'Planned'], { required: true, initial: '0', total: true }),
    doneQty: qty(['完成数量', 'Done'], { required: true, initial: '0', total: true }),
    shortQty: qty(['缺货数量', 'Short'], { required: true, initial: '0', total: true }),
    volume: decimal(['体积(m³)', 'Volume (m³)'], { scale: 6 }),
    weight: decimal(['重量(kg)', 'Weight (kg)'], {}),
    /** Of work that must be approved: why it is to be done, what it is worth, and who said yes. */
    cause: choice(['原因', 'Cause'], { ...decreaseCauses, ...increaseCauses }),
    note: text(['备注', 'Note'], { max: 200 }),
    approvedAt: instant(['审核时间', 'Approved at']),
    approvedBy: ref(['审核人', 'Approved by'], 'sys.user', { loose: true }),
    amount: computed(money(['金额', 'Amount'])),
    suspendedFrom: code(['挂起前状态', 'Status before suspension'], { max: 16 }),
    reason: text(['原因', 'Reason'], { max: 200 }),
    zone: computed(code(['库区', 'Area'], { filter: true, max: 200 })),
    /** Of the line that is done next: which goods, and where they are fetched or brought. */
    goods: computed(text(['当前商品', 'Next product'])),
    bin: computed(code(['当前货位', 'Next bin'])),
    planCases: computed(code(['计划件数', 'Cases planned'])),
    doneCases: computed(code(['完成件数', 'Cases done'])),
    receivedInto: computed(int(['收入容器数', 'Containers received'])),
    minutes: computed(int(['用时(分)', 'Minutes'])),
    overdue: computed(flag(['逾期', 'Overdue'], { filter: true })),
  },
  list: [
    'taskNo',
    'taskType',
    'state',
    'priority',
    'billNo',
    'storeId',
    'vendorId',
    'ownerId',
    'zone',
    'mode',
    ...progress,
  ],
  unique: [['taskNo']],
  label: { code: 'taskNo', name: 'taskNo' },
  actions: ['update', 'release', 'start', 'stop', 'give_up', 'cancel', 'print', 'export', 'run', 'finish', 'permit'],
  details,
  told: { lines: z.array(z.record(z.string(), z.unknown())).optional() },
  verbs: {
    ...titlesOf(taskFlow.steps),
    confirm: taskFlow.steps.confirmLine.title,
    pickUp: ['已取', 'In hand'],
    putBack: ['放回原处', 'Put back goods in hand'],
    undo: ['撤销', 'Undo'],
    split: ['拆分', 'Split'],
    merge: ['合并', 'Merge'],
    addLines: ['增加明细', 'Lines added'],
    dropLines: ['移除明细', 'Lines removed'],
    changeTarget: ['改目标货位', 'Change target bin'],
    changeLot: ['换批次', 'Change lot'],
    repropose: ['重新计算货位', 'Find new bins'],
    settle: ['处理差异', 'Settle differences'],
    again: ['重新复核', 'Check again'],
    timeout: ['超时退回', 'Timed out'],
  },
  ownBy: 'assigneeId',
  sort: '-id',
})

const loose = { loose: true } as const
/** 任务行: one movement from a place to a place. */
export const taskLine = entity('wms', 'taskLine', {
  title: ['任务行', 'Task line'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'taskId',
  fields: {
    taskId: ref(['任务', 'Task'], 'wms.task', { required: true, filter: true }),
    lineNo: int(['行号', 'Line'], { required: true }),
    state: choice(['状态', 'Status'], taskLineStates, { required: true, filter: true, initial: 'OPEN' }),
    seq: int(['顺序', 'Sequence'], { required: true, initial: 0 }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { ...loose, filter: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { ...loose, filter: true }),
    qpcId: ref(['规格', 'Pack'], 'mdm.productQpc', loose),
    lotId: ref(['批次', 'Lot'], 'wms.lot', loose),
    stockType: choice(['库存类型', 'Stock type'], stockTypes, {}),
    fromBinId: ref(['来源货位', 'From bin'], 'wms.bin', loose),
    fromContainerId: ref(['来源容器', 'From container'], 'wms.container', loose),
    toBinId: ref(['目标货位', 'To bin'], 'wms.bin', loose),
    toContainerId: ref(['目标容器', 'To container'], 'wms.container', loose),
    storeId: ref(['门店', 'Store'], 'wms.store', loose),
    /** Where goods go in the end that are brought to a transit bin first. */
    faceBinId: ref(['拣货位', 'Pick face'], 'wms.bin', loose),
    billLineId: ref(['单据行', 'Document line'], 'wms.operateBillLine', loose),
    planQty: qty(['计划数量', 'Planned'], { required: true }),
    planPieces: int(['计划个数', 'Pieces planned']),
    doneQty: qty(['完成数量', 'Done'], { required: true, initial: '0' }),
    donePieces: int(['完成个数', 'Pieces done']),
    shortQty: qty(['缺货数量', 'Short'], { required: true, initial: '0' }),
    /** 实重增减: how much what was weighed at a wall was more or less than the share that the batch had been divided into. */
    weighedQty: qty(['实重增减', 'Weight changed'], { least: -1e12 }),
    /** 拒收: what came and was sent back from the dock; it never was stock. */
    refusedQty: qty(['拒收数量', 'Refused']),
    /** The line whose confirm made this one: a receipt and its put-away. */
    originId: ref(['来源行', 'Origin line'], 'wms.taskLine', loose),
    /** Why the engine chose the target, in both languages. */
    why: json<readonly [string, string]>(['推荐依据', 'Reason for bin']),
    reason: code(['原因', 'Reason'], { max: 32 }),
    /** 已取: where goods stand while a worker carries them, and how many of the line's they are. */
    handBinId: ref(['手持位', 'Carried at'], 'wms.bin', loose),
    handContainerId: ref(['手持容器', 'Carried in'], 'wms.container', loose),
    handQty: qty(['已取数量', 'In hand'], { required: true, initial: '0' }),
    confirmedAt: instant(['确认时间', 'Confirmed at']),
    confirmedBy: ref(['确认人', 'Confirmed by'], 'sys.user', loose),
    allowChange: flag(['允许改位', 'Target can be changed'], { initial: true }),
  },
  unique: [['taskId', 'lineNo']],
  actions: [],
  sort: 'seq',
})

/** 任务日志: who did what to a task; for confirms it is the audit. */
export const taskLog = entity('wms', 'taskLog', {
  title: ['任务日志', 'Task log'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'taskId',
  fields: {
    taskId: ref(['任务', 'Task'], 'wms.task', { required: true, loose: true }),
    taskLineId: ref(['任务行', 'Task line'], 'wms.taskLine', loose),
    action: code(['动作', 'Action'], { required: true, max: 24 }),
    fromState: code(['原状态', 'From'], { max: 16 }),
    toState: code(['新状态', 'To'], { max: 16 }),
    device: text(['终端', 'Device'], { max: 64 }),
    payload: json(['内容', 'Payload']),
  },
  actions: [],
  appendOnly: true,
  indexes: [['taskId']],
  sort: '-id',
})

/** How picks are done today: each has a tab of its own in their list. */
export const pickMethods = ['RF', 'PAPER', 'LABEL', 'LIGHT'] as const satisfies readonly (keyof typeof taskModes)[]
