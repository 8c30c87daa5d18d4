import { entity } from '../kernel/entity.ts'
import { choice, qty, ref } from '../kernel/field.ts'
import { shortReasons } from './taskTypes/pick.ts'

/** 拣货差异: what could not be picked, and why. */
export const pickDiff = entity('wms', 'pickDiff', {
  title: ['拣货差异', 'Short pick'],
  scope: 'org',
  worksAt: ['DC'],
  fields: {
    taskId: ref(['任务', 'Task'], 'wms.task', { required: true, filter: true }),
    taskLineId: ref(['任务行', 'Task line'], 'wms.taskLine', { required: true, loose: true }),
    billLineId: ref(['单据行', 'Document line'], 'wms.operateBillLine', { required: true, loose: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, filter: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, filter: true }),
    binId: ref(['货位', 'Bin'], 'wms.bin', { required: true, filter: true }),
    lotId: ref(['批次', 'Lot'], 'wms.lot', { required: true }),
    shortQty: qty(['缺货数量', 'Short'], { required: true, total: true }),
    reason: choice(['原因', 'Reason'], shortReasons, { required: true, filter: true }),
    state: choice(
      ['状态', 'Status'],
      { OPEN: ['未处理', 'Open'], ADJUSTED: ['已补拣', 'Re-allocated'], CANCELED: ['已取消', 'Closed short'] },
      { required: true, filter: true, initial: 'OPEN' },
    ),
  },
  actions: [],
  sort: '-id',
})
