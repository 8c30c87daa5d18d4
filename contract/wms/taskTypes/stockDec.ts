import { childRows } from '../../kernel/entity.ts'
import { choice, int, qty, rows } from '../../kernel/field.ts'
import { stockKeyFields } from '../stockKey.ts'
import { approvedList, asked, taskType, typeOmits } from '../taskType.ts'

/** Why goods leave the book. */
export const decreaseCauses = {
  SCRAP: ['报损', 'Damaged'],
  LOST: ['丢失', 'Lost'],
  COUNT_LOSS: ['盘亏', 'Count shortage'],
  SAMPLE: ['样品', 'Sample'],
  DESTROYED: ['过期销毁', 'Expired, destroyed'],
} as const

const { binId, productId, stockType, lotId, containerId, qpcId } = stockKeyFields
const line = childRows('wms', 'stockDecLine', 'wms.stockDecTask', {
  title: ['库存减少明细', 'Stock decrease line'],
  scope: 'org',
  fields: {
    binId,
    productId,
    stockType,
    qty: qty(['减少数量', 'Decrease'], { required: true }),
    pieces: int(['称重个数', 'Weighed pcs']),
    lotId,
    containerId,
    qpcId,
  },
})

/** 库存减少: goods that are gone, or are to go, leave the book once somebody else has approved it. */
export const stockDec = taskType({
  title: ['库存减少', 'Stock decrease'],
  prefix: 'JK',
  module: 'warehouse.stockDec',
  noun: 'stockDecTask',
  page: ['库存减少任务', 'Stock decrease task'],
  entry: 'taskStockDecList',
  list: approvedList,
  fields: {
    cause: choice(['原因', 'Reason'], decreaseCauses, { required: true, filter: true }),
    lines: rows(['明细', 'Lines'], line, { required: true }),
  },
  form: asked,
  actions: ['create', 'approve', 'import'],
  omits: [...typeOmits, 'storeId', 'pickAreaId', 'vendorId', 'billNo'],
  at: 'from',
  promised: true,
  approved: true,
  noUndo: true,
  sheet: true,
  reasons: {
    NOT_FOUND: ['找不到货', 'Goods not found'],
    OTHER: ['其他', 'Other'],
  },
})
