import { choice, ref } from '../kernel/field.ts'
import { stockTypes } from './place.ts'
import { stockBill } from './stockBill.ts'

/** 库存类型调整: goods that stay where they are become damaged, near expiry, inspected, or good again. */
export const typeChangeBill = stockBill('typeChangeBill', {
  title: ['库存类型调整', 'Stock type adjustment'],
  module: 'warehouse.typeChange',
  prefix: 'LX',
  lines: {
    typeTo: choice(['新类型', 'To type'], stockTypes, { required: true }),
    toBinId: ref(['移至货位', 'Move to bin'], 'wms.bin', { hint: ['不填则留在原处', 'Leave blank to stay in place'] }),
  },
})
