import { bulkAnswer, post, seenMany } from '../kernel/call.ts'
import { type AnyEntity, entity, entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, instant, qty, ref, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { view } from '../kernel/view.ts'
import { shortReasons } from './taskTypes/pick.ts'

export const diffStates = {
  OPEN: ['未处理', 'Open'],
  ADJUSTED: ['已补拣', 'Re-allocated'],
  CANCELED: ['已取消', 'Closed short'],
} as const satisfies Record<string, Text>
/** 责任: why a store did not get what it ordered. */
export const liabilities = {
  INACCURATE: ['库存不准', 'Stock was wrong'],
  DAMAGED: ['破损', 'Damaged'],
  EXPIRED: ['过期', 'Expired'],
  LATE: ['超时', 'Too late'],
  OTHER: ['其他', 'Other'],
} as const satisfies Record<string, Text>

/** What a picker's reason says of the cause. */
export const liabilityOf = {
  NOT_FOUND: 'INACCURATE',
  DAMAGED: 'DAMAGED',
  EXPIRED: 'EXPIRED',
  WRONG: 'INACCURATE',
  OTHER: 'OTHER',
} as const satisfies Record<keyof typeof shortReasons, keyof typeof liabilities>
/** 拣货差异: what could not be picked, why, and what became of it. */
export const pickDiff = entity('wms', 'pickDiff', {
  title: ['拣货差异', 'Short pick'],
  scope: 'org',
  worksAt: ['DC'],
  fields: {
    taskId: ref(['任务', 'Task'], 'wms.task', { required: true, filter: true }),
    taskLineId: ref(['任务行', 'Task line'], 'wms.taskLine', { required: true, loose: true }),
    billId: ref(['单据', 'Order'], 'wms.operateBill', { required: true, filter: true }),
    billLineId: ref(['单据行', 'Document line'], 'wms.operateBillLine', { required: true, loose: true }),
    storeId: ref(['门店', 'Store'], 'wms.store', { filter: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, filter: true }),
    binId: ref(['货位', 'Bin'], 'wms.bin', { required: true, filter: true }),
    lotId: ref(['批次', 'Lot'], 'wms.lot', { required: true }),
    shortQty: qty(['缺货数量', 'Short'], { required: true, total: true }),
    reason: choice(['原因', 'Reason'], shortReasons, { required: true, filter: true }),
    state: choice(['状态', 'Status'], diffStates, { required: true, filter: true, initial: 'OPEN' }),
    liability: choice(['责任', 'Cause'], liabilities, { filter: true }),
    settledAt: instant(['处理时间', 'Settled at'], { filter: true }),
    note: text(['说明', 'Note'], { max: 200 }),
  },
  list: [
    'billId',
    'storeId',
    'productId',
    'shortQty',
    'reason',
    'state',
    'binId',
    'taskId',
    'liability',
    'settledAt',
    'ownerId',
  ],
  actions: [],
  label: { code: 'billId', name: 'billId' },
  verbs: { adjust: ['重新分配', 'Re-allocate'], close: ['取消缺货', 'Close short'] },
  sort: '-id',
})

/** The same rows on a page of their own, with its rights. */
const page = (noun: string, module: string, title: Text): AnyEntity =>
  view(pickDiff, 'wms', noun, { title, module, actions: ['approve', 'export'] })
/** 拣货差异调整: other goods are looked for. */
export const pickDiffAdj = page('pickDiffAdj', 'delivery.pickDiffAdj', ['拣货差异', 'Short pick'])
/** 拣货差异取消: the store does not get them. */
export const pickDiffCancel = page('pickDiffCancel', 'delivery.pickDiffCancel', ['拣货差异', 'Short pick'])

/** 重新分配: a new pick of other goods, where there are any. */
export const adjustDiffs = post(`${entityPath(pickDiffAdj)}/adjust`, {
  title: ['重新分配', 'Re-allocate'],
  permission: entityPermission(pickDiffAdj, 'approve'),
  input: seenMany,
  output: bulkAnswer,
})
/** 取消缺货: the quantity is off the order; whose cause it was follows from why it was short. */
export const closeDiffs = post(`${entityPath(pickDiffCancel)}/close`, {
  title: ['取消缺货', 'Close short'],
  permission: entityPermission(pickDiffCancel, 'approve'),
  input: seenMany,
  output: bulkAnswer,
})
