import type { Fields } from '../kernel/entity.ts'
import { choice, ref } from '../kernel/field.ts'
import { stockTypes } from './place.ts'

const required = { required: true } as const
/** What stock a line is about: the key of its row, as `server/wms/stock/key.ts` has it, the owner apart. */
export const stockKeyFields = {
  binId: ref(['货位', 'Bin'], 'wms.bin', required),
  containerId: ref(['容器', 'Container'], 'wms.container', required),
  productId: ref(['商品', 'Product'], 'mdm.product', required),
  qpcId: ref(['规格', 'Pack'], 'mdm.productQpc', required),
  lotId: ref(['批次', 'Lot'], 'wms.lot', required),
  stockType: choice(['库存类型', 'Stock type'], stockTypes, required),
} as const satisfies Fields
/** Names of the fields that say which stock a line means. */
export const stockKeyNames = Object.keys(stockKeyFields) as readonly (keyof typeof stockKeyFields)[]
