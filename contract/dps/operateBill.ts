import { bulkAnswer, post, seenMany } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, computed, decimal, int } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { view } from '../kernel/view.ts'
import { operateBill } from '../wms/operateBill.ts'

/** How far an order, or a wave, is at the rack. */
export const lightStages = {
  NONE: ['未生成', 'Not by light'],
  READY: ['未开始', 'Not begun'],
  RUNNING: ['进行中', 'In progress'],
  DONE: ['已完成', 'Done'],
} as const satisfies Record<string, Text>
/** What a list of orders, or of waves, says of their picks at the rack. */
export const lightFields = {
  stage: computed(choice(['拣选进度', 'At the rack'], lightStages, { filter: true })),
  lightLines: computed(int(['电子标签行', 'Lines by light'])),
  lightDone: computed(int(['完成行数', 'Lines done'])),
  lightShort: computed(int(['缺货行', 'Short lines'])),
  lightPct: computed(decimal(['完成率%', 'Done %'], { scale: 1 })),
  /** Picks by handheld that nobody has begun, of areas that are picked by light. */
  byHand: computed(int(['手持未开始', 'By handheld, not begun'])),
} as const

const { billNo, state, storeId, ownerId, waveId, route, bizDate, deadlineAt, priority, delivery } =
  operateBill.header.fields
// density: its figures, shared with waves, are worked out from picks, and it hands work over to the rack and back
/** 配单: outbound orders with goods in areas that are picked by light. */
export const lightOrder = view(operateBill.header, 'dps', 'operateBill', {
  title: ['配单', 'Outbound order'],
  module: 'bill.operate',
  fields: {
    ...{ billNo, state, storeId, ...lightFields },
    openTasks: computed(int(['未完成任务', 'Open light tasks'])),
    /** That have no container yet, and can go to handhelds. */
    freeTasks: computed(int(['未开始任务', 'Tasks not begun'])),
    ...{ waveId, route, deadlineAt, priority, delivery, bizDate, ownerId },
  },
  list: ['billNo', 'stage', 'storeId', 'lightPct', 'lightDone', 'lightLines', 'lightShort', 'openTasks', 'byHand', 'deadlineAt', 'waveId', 'route', 'priority', 'state', 'bizDate', 'ownerId'],
  form: [],
  found: false,
  actions: ['start', 'cancel', 'export'],
  verbs: { ...operateBill.header.verbs, toLights: ['生成任务', 'Make light tasks'], toHandhelds: ['转手持', 'Back to handhelds'] },
  details: { count: int(['任务数', 'Tasks']) },
}) // biome-ignore format: columns of a kind a line

const path = entityPath(lightOrder)
/** 生成任务: picks by handheld that nobody has begun are done by light. @throws Fault nothingToLight */
export const ordersToLights = post(`${path}/toLights`, {
  title: ['生成任务', 'Make light tasks'],
  permission: entityPermission(lightOrder, 'start'),
  input: seenMany,
  output: bulkAnswer,
})
/** 转手持: tasks that have no container yet; those that have begun stay, and the answer says so. @throws Fault picksBegun, noOpenTasks */
export const ordersToHandhelds = post(`${path}/toHandhelds`, {
  title: ['转手持', 'Back to handhelds'],
  permission: entityPermission(lightOrder, 'cancel'),
  input: seenMany,
  output: bulkAnswer,
})
