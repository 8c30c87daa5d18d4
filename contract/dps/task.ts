import { document } from '../kernel/document.ts'
import { entity } from '../kernel/entity.ts'
import { choice, code, computed, flag, instant, int, qty, ref, text } from '../kernel/field.ts'
import { flow, titlesOf } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { view } from '../kernel/view.ts'
import { lightColours } from './equipment.ts'
import { dpsFaults } from './faults.ts'
import { lineModes } from './line.ts'

const states = {
  WAIT: ['等待货物', 'Waiting for goods'],
  READY: ['待绑箱', 'To be bound'],
  BOUND: ['已绑箱', 'Bound'],
  PICKING: ['作业中', 'In progress'],
  SUSPENDED: ['已挂起', 'Suspended'],
  PICKED: ['已拣完', 'Picked'],
  DONE: ['已完成', 'Done'],
  CANCELLED: ['已取消', 'Cancelled'],
} as const satisfies Record<string, Text>
export type DpsTaskState = keyof typeof states
/** In which a container is the task's. */
export const boundStates = ['BOUND', 'PICKING', 'SUSPENDED', 'PICKED'] as const satisfies readonly DpsTaskState[]
/** In which it still wants work. */
export const openStates = ['WAIT', 'READY', 'BOUND', 'PICKING', 'SUSPENDED'] as const satisfies readonly DpsTaskState[]

/** What happens to a task at the rack. A person's own steps are those of its flow. */
const moves = {
  wake: { title: ['货物到齐', 'Goods have come'] },
  bind: { title: ['绑箱', 'Bind'] },
  light: { title: ['亮灯', 'Light'] },
  pass: { title: ['传下一作业点', 'Pass on'] },
  full: { title: ['箱满换箱', 'Container full'] },
  end: { title: ['拣完', 'Picked'] },
  confirm: { title: ['手工确认', 'Confirmed by hand'] },
} as const

/** 作业任务: what comes into one container along a line. The warehouse's own task of the same goods is what books. */
export const dpsTask = document('dps', 'task', {
  title: ['作业任务', 'Light task'],
  module: 'task.task',
  prefix: 'DT',
  worksAt: ['DC'],
  flow: flow({
    states,
    initial: 'READY',
    final: ['DONE', 'CANCELLED'],
    fulfilled: ['DONE'],
    steps: {
      unbind: {
        title: ['解绑', 'Unbind'],
        from: ['BOUND', 'PICKING'],
        to: 'READY',
        verb: 'update',
      },
      suspend: {
        title: ['挂起', 'Suspend'],
        from: ['BOUND', 'PICKING'],
        to: 'SUSPENDED',
        verb: 'stop',
        reason: true,
        bulk: true,
      },
      resume: { title: ['恢复', 'Resume'], from: ['SUSPENDED'], to: 'PICKING', verb: 'start', bulk: true },
      cancel: {
        title: ['转手持', 'Back to handhelds'],
        from: ['WAIT', 'READY'],
        to: 'CANCELLED',
        verb: 'cancel',
        bulk: true,
        danger: true,
        confirm: ['未拣明细转由手持作业，确认？', 'What is open is picked by handheld from now on. Continue?'],
        why: { BOUND: dpsFaults.boundFirst, PICKING: dpsFaults.boundFirst, SUSPENDED: dpsFaults.boundFirst },
      },
      finish: {
        title: ['强制完成', 'Finish'],
        from: ['BOUND', 'PICKING'],
        to: 'DONE',
        verb: 'finish',
        reason: true,
        early: true,
        danger: true,
        confirm: ['未拣明细全部按缺货处理，确认？', 'All that is open becomes short. Continue?'],
      },
    },
  }),
  fields: {
    mode: choice(['模式', 'Mode'], lineModes, { required: true, derived: true, filter: true }),
    lineId: ref(['拣选线', 'Line'], 'dps.line', { required: true, derived: true, filter: true }),
    containerId: ref(['周转箱', 'Container'], 'wms.container', { derived: true, filter: true }),
    jobpointId: ref(['当前作业点', 'Now at'], 'dps.jobpoint', { derived: true, filter: true }),
    wmsTaskId: ref(['仓库任务', 'Warehouse task'], 'wms.task', { required: true, derived: true, filter: true }),
    waveId: ref(['波次', 'Wave'], 'wms.waveBill', { loose: true, derived: true, filter: true }),
    orderId: ref(['配单', 'Outbound order'], 'wms.operateBill', { loose: true, derived: true, filter: true }),
    storeId: ref(['门店', 'Store'], 'wms.store', { derived: true, filter: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, derived: true, filter: true }),
    /** Of sorting: what is being put now. */
    productId: ref(['正在播种', 'Being put'], 'mdm.product', { derived: true }),
    parentId: ref(['换箱自', 'Split from'], 'dps.task', { loose: true, derived: true }),
    priority: int(['优先级', 'Priority'], { required: true, derived: true, initial: 50, most: 99, filter: true }),
    dueAt: instant(['要求完成', 'Due'], { derived: true }),
    boundAt: instant(['绑箱时间', 'Bound at'], { derived: true, filter: true }),
    lineCount: int(['行数', 'Lines'], { required: true, derived: true, initial: 0, total: true }),
    doneLines: int(['完成行数', 'Lines done'], { required: true, derived: true, initial: 0, total: true }),
    planQty: qty(['计划数量', 'Planned'], { required: true, derived: true, initial: '0', total: true }),
    doneQty: qty(['完成数量', 'Done'], { required: true, derived: true, initial: '0', total: true }),
    shortQty: qty(['缺货数量', 'Short'], { required: true, derived: true, initial: '0', total: true }),
    points: computed(text(['作业点进度', 'Points'])),
  },
  list: [
    'billNo',
    'state',
    'containerId',
    'storeId',
    'jobpointId',
    'points',
    'doneLines',
    'lineCount',
    'doneQty',
    'planQty',
    'shortQty',
    'lineId',
    'mode',
    'priority',
    'dueAt',
    'waveId',
    'orderId',
    'wmsTaskId',
    'ownerId',
    'startedAt',
    'finishedAt',
    'reason',
  ],
  form: [],
  indexes: [['lineId', 'state']],
  actions: ['update', 'start', 'stop', 'cancel', 'finish', 'export', 'run'],
  verbs: titlesOf(moves as never),
  details: { qty: qty(['数量', 'Quantity']), isShort: flag(['缺货', 'Short']) },
})
const taskKey = dpsTask.header.key

export const pointStates = {
  PENDING: ['未到', 'Not yet'],
  ARRIVED: ['已到', 'There'],
  LIT: ['亮灯', 'Lit'],
  DONE: ['已完成', 'Done'],
  SKIPPED: ['跳过', 'Skipped'],
} as const satisfies Record<string, Text>

/** Where a task has work, in the order of the line. */
export const taskPoint = entity('dps', 'taskPoint', {
  title: ['任务作业点', 'Point of a task'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'taskId',
  fields: {
    taskId: ref(['任务', 'Task'], taskKey, { required: true }),
    jobpointId: ref(['作业点', 'Job point'], 'dps.jobpoint', { required: true }),
    seq: int(['顺序', 'Sequence'], { required: true }),
    /** Of a cart: at whose position the container stands. */
    tagId: ref(['标签', 'Tag'], 'dps.tag', { loose: true }),
    state: choice(['状态', 'State'], pointStates, { required: true, initial: 'PENDING' }),
    colour: choice(['颜色', 'Colour'], lightColours, {}),
    operatorId: ref(['作业人', 'Operator'], 'sys.user', { loose: true }),
    arrivedAt: instant(['到达', 'Arrived']),
    litAt: instant(['亮灯', 'Lit at']),
    doneAt: instant(['完成', 'Done at']),
  },
  unique: [['taskId', 'jobpointId']],
  actions: [],
})

export const pickStates = {
  WAIT: ['待亮灯', 'Waiting'],
  LIT: ['亮灯', 'Lit'],
  DONE: ['已拣', 'Picked'],
  SHORT: ['缺货', 'Short'],
  CANCELLED: ['已取消', 'Cancelled'],
} as const satisfies Record<string, Text>

/** 拣货明细: one line of the warehouse's task, as the light of one tag tells it. */
export const dpsPick = entity('dps', 'pick', {
  title: ['拣货明细', 'Light pick'],
  module: 'task.pick',
  scope: 'org',
  worksAt: ['DC'],
  fields: {
    taskId: ref(['任务', 'Task'], taskKey, { required: true, filter: true }),
    state: choice(['状态', 'Status'], pickStates, { required: true, filter: true, initial: 'WAIT' }),
    mode: choice(['模式', 'Mode'], lineModes, { required: true }),
    jobpointId: ref(['作业点', 'Job point'], 'dps.jobpoint', { filter: true }),
    tagId: ref(['标签', 'Tag'], 'dps.tag', { filter: true }),
    binId: ref(['货位', 'Bin'], 'wms.bin', { required: true, filter: true }),
    /** One to one: what it books is this line. */
    taskLineId: ref(['任务行', 'Task line'], 'wms.taskLine', { required: true, loose: true }),
    storeId: ref(['门店', 'Store'], 'wms.store', { filter: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, filter: true }),
    lotId: ref(['批次', 'Lot'], 'wms.lot', { loose: true }),
    seq: int(['顺序', 'Sequence'], { required: true, initial: 0 }),
    planQty: qty(['计划数量', 'Planned'], { required: true, total: true }),
    doneQty: qty(['已拣数量', 'Picked'], { required: true, initial: '0', total: true }),
    shortQty: qty(['缺货数量', 'Short'], { required: true, initial: '0', total: true }),
    operatorId: ref(['作业人', 'Operator'], 'sys.user', { loose: true, filter: true }),
    /** By a tag, or by hand. */
    by: choice(
      ['确认方式', 'Confirmed by'],
      { TAG: ['标签', 'Tag'], HAND: ['手持或页面', 'By hand'] },
      { filter: true },
    ),
    closedAt: instant(['完成时间', 'Closed at'], { filter: true }),
    /** Goods are short, and its line waits for more. */
    blockedAt: instant(['等待补货', 'Waits for goods']),
    containerId: computed(ref(['周转箱', 'Container'], 'wms.container')),
  },
  list: [
    'taskId',
    'state',
    'productId',
    'binId',
    'tagId',
    'planQty',
    'doneQty',
    'shortQty',
    'jobpointId',
    'storeId',
    'containerId',
    'operatorId',
    'by',
    'closedAt',
    'blockedAt',
    'lotId',
    'ownerId',
  ],
  unique: [['taskLineId']],
  indexes: [['jobpointId', 'state']],
  label: { code: 'taskId', name: 'taskId' },
  sort: '-id',
  found: false,
  // What is picked is confirmed by a verb of its own: nobody types it.
  actions: ['export', 'run'],
})
/** 拣货明细, picked and not sorted. */
export const dpsPickTask = view(dpsPick, 'dps', 'pickTask', {
  title: ['拣货明细', 'Light pick'],
  module: 'task.pick',
  only: { mode: ['DPS', 'CART'] },
  actions: ['export', 'run'],
})
/** 播种任务: what is put at its store's position. */
export const dasPickTask = view(dpsPick, 'dps', 'sowPick', {
  title: ['播种明细', 'Sorting pick'],
  module: 'sowing.pick',
  only: { mode: 'DAS' },
  list: [
    'taskId',
    'productId',
    'state',
    'storeId',
    'binId',
    'tagId',
    'planQty',
    'doneQty',
    'shortQty',
    'operatorId',
    'by',
    'closedAt',
    'jobpointId',
    'lotId',
    'ownerId',
  ],
  actions: ['export', 'run'],
})

/** 周转箱查询: where a container of the rack is, or was when its task ended. */
export const containerTask = view(dpsTask.header, 'dps', 'containerTask', {
  title: ['周转箱', 'Container'],
  module: 'task.container',
  fields: { containerCode: computed(code(['周转箱', 'Container'], { filter: true })), ...dpsTask.header.fields },
  list: [
    'containerCode',
    'state',
    'jobpointId',
    'points',
    'storeId',
    'billNo',
    'doneLines',
    'lineCount',
    'doneQty',
    'planQty',
    'shortQty',
    'boundAt',
    'finishedAt',
    'lineId',
    'ownerId',
  ],
  only: { state: [...boundStates, 'DONE'] },
  sort: '-boundAt',
  found: false,
  actions: ['export'],
})
