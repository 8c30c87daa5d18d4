import { entity } from '../kernel/entity.ts'
import { choice, code, computed, decimal, int, qty, ref, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'

/** What becomes of a container that was assigned to a pick. */
export const pickContainerStates = {
  BOUND: ['已分配', 'Assigned'],
  USED: ['拣货中', 'In use'],
  DONE: ['已完成', 'Done'],
  /** Another one took its place: its label is worth nothing. */
  VOID: ['已作废', 'Void'],
  /** Its task ended, or changed, before anything came into it. */
  FREED: ['已退回', 'Given back'],
} as const satisfies Record<string, Text>
export type PickContainerState = keyof typeof pickContainerStates

/** The container is its task's and no other's. */
export const boundStates = ['BOUND', 'USED'] as const satisfies readonly PickContainerState[]

/** 拣货容器: the containers that a pick is to fill, known before anybody walks; the n-th of N. */
export const pickContainer = entity('wms', 'pickContainer', {
  title: ['拣货容器', 'Pick container'],
  module: 'delivery.pickContainer',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'taskId',
  fields: {
    /** The container's own, which stays to be read when it has gone elsewhere. */
    code: code(['容器号', 'Container no.'], { required: true, filter: true }),
    containerId: ref(['容器', 'Container'], 'wms.container', { required: true, loose: true }),
    state: choice(['状态', 'Status'], pickContainerStates, { required: true, filter: true, initial: 'BOUND' }),
    taskId: ref(['任务', 'Task'], 'wms.task', { required: true, filter: true }),
    seq: int(['第几个', 'Number'], { required: true, initial: 1 }),
    /** How many its task has with it. */
    total: computed(int(['共几个', 'Of'])),
    storeId: ref(['门店', 'Store'], 'wms.store', { loose: true, filter: true }),
    waveId: ref(['波次', 'Wave'], 'wms.waveBill', { loose: true, filter: true }),
    pickAreaId: ref(['拣货分区', 'Pick area'], 'wms.pickArea', { loose: true, filter: true }),
    /** What is to come into it, by the sizes of the goods. */
    lines: int(['计划行数', 'Lines planned'], { required: true, initial: 0 }),
    volume: decimal(['计划体积(m³)', 'Volume planned (m³)'], { scale: 6 }),
    weight: decimal(['计划重量(kg)', 'Weight planned (kg)'], {}),
    printCount: int(['打印次数', 'Prints'], { required: true, initial: 0 }),
    printed: computed(
      choice(['打印', 'Printed'], { YES: ['已打印', 'Printed'], NO: ['未打印', 'Not printed'] }, { filter: true }),
    ),
    /** Why it is void, and what stands in its place. */
    reason: text(['原因', 'Reason'], { max: 200 }),
    replacedById: ref(['换为', 'Replaced by'], 'wms.pickContainer', { loose: true }),
  },
  list: [
    'code',
    'state',
    'taskId',
    'seq',
    'total',
    'storeId',
    'pickAreaId',
    'lines',
    'volume',
    'weight',
    'printCount',
    'reason',
  ],
  label: { code: 'code', name: 'code' },
  actions: ['print', 'update'],
  verbs: {
    assign: ['分配', 'Assign'],
    rebind: ['换绑', 'Replace'],
    free: ['退回', 'Give back'],
    print: ['打印', 'Print'],
    replan: ['改装箱计划', 'Change the plan'],
  },
  indexes: [['containerId'], ['code']],
  sort: '-id',
})

/** 装箱明细: how much of a line of its pick is to come into a container, and how much has. */
export const pickContainerLine = entity('wms', 'pickContainerLine', {
  title: ['装箱明细', 'Contents of a pick container'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'pickContainerId',
  fields: {
    pickContainerId: ref(['拣货容器', 'Pick container'], 'wms.pickContainer', { required: true, derived: true }),
    taskLineId: ref(['任务行', 'Task line'], 'wms.taskLine', { required: true, derived: true, loose: true }),
    /** None where goods came into it that were meant for another. */
    planQty: qty(['计划数量', 'Planned'], { required: true }),
    /** As long as no confirm of the line was taken back. */
    doneQty: qty(['已放入', 'Put in'], { required: true }),
  },
  unique: [['pickContainerId', 'taskLineId']],
  indexes: [['taskLineId']],
  actions: [],
})
