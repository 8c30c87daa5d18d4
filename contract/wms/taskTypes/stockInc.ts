import { childRows } from '../../kernel/entity.ts'
import { choice, code, date, int, qty, ref, rows, text } from '../../kernel/field.ts'
import { stockTypes } from '../place.ts'
import { approvedList, asked, taskType, typeOmits } from '../taskType.ts'

/** Why goods come into the book without a receipt. */
export const increaseCauses = {
  OPENING: ['期初', 'Opening stock'],
  COUNT_GAIN: ['盘盈', 'Count surplus'],
  FOUND: ['找回', 'Found again'],
  SAMPLE_BACK: ['样品退回', 'Sample returned'],
  OTHER_IN: ['其他', 'Other'],
} as const

const line = childRows('wms', 'stockIncLine', 'wms.stockIncTask', {
  title: ['库存增加明细', 'Stock increase line'],
  scope: 'org',
  fields: {
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true }),
    qpcId: ref(['规格', 'Pack'], 'mdm.productQpc'),
    planQty: qty(['增加数量', 'Increase'], { required: true }),
    binId: ref(['货位', 'Bin'], 'wms.bin', { required: true }),
    stockType: choice(['库存类型', 'Stock type'], stockTypes, { required: true, initial: 'GOOD' }),
    productionDate: date(['生产日期', 'Produced']),
    expireDate: date(['到期日期', 'Expires']),
    batch: code(['批号', 'Batch'], { max: 32 }),
    lotId: ref(['批次', 'Lot'], 'wms.lot', {
      hint: ['已有批次；不填则按日期与批号归入或新建', 'An existing lot; if blank, found or made by dates and batch'],
    }),
    vendorId: ref(['供应商', 'Vendor'], 'wms.vendor'),
    containerId: ref(['容器', 'Container'], 'wms.container', {
      hint: ['不填则为散货', 'Leave blank for loose goods'],
    }),
    pieces: int(['称重个数', 'Weighed pcs']),
    attrs: text(['批次属性', 'Lot attributes'], {
      max: 200,
      hint: ['如 产地=山东；证书=A12', 'Such as Origin=Shandong; Certificate=A12'],
    }),
  },
})

/** 库存增加: goods that are there and not in the book come into it once somebody else has approved it. */
export const stockInc = taskType({
  title: ['库存增加', 'Stock increase'],
  prefix: 'ZK',
  module: 'warehouse.stockInc',
  noun: 'stockIncTask',
  page: ['库存增加任务', 'Stock increase task'],
  entry: 'taskStockIncList',
  list: approvedList,
  fields: {
    cause: choice(['原因', 'Reason'], increaseCauses, { required: true, filter: true }),
    lines: rows(['明细', 'Lines'], line, { required: true }),
  },
  form: asked,
  actions: ['create', 'approve', 'import'],
  omits: [...typeOmits, 'storeId', 'pickAreaId', 'vendorId', 'billNo'],
  at: 'to',
  approved: true,
  noUndo: true,
  sheet: true,
  reasons: {
    FEWER: ['实际较少', 'Fewer than requested'],
    OTHER: ['其他', 'Other'],
  },
})
