import { money, ref, text } from '../kernel/field.ts'
import { reversible, stockBill } from './stockBill.ts'

/** 货主调整: goods stay where they are and become another owner's. */
export const ownerAdjBill = stockBill('ownerAdjBill', {
  title: ['货主调整', 'Title transfer'],
  module: 'warehouse.ownerAdj',
  prefix: 'HZ',
  flow: reversible,
  fields: {
    toOwnerId: ref(['新货主', 'New owner'], 'wms.owner', { required: true, filter: true }),
    contractNo: text(['合同号', 'Contract no.'], { max: 64, filter: true }),
  },
  lines: {
    price: money(['单价', 'Unit price']),
  },
})
