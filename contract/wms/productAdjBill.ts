import { date, qty, ref } from '../kernel/field.ts'
import { reversible, stockBill } from './stockBill.ts'

/** 库存商品调整: goods that were received as other ones, or that stand in another pack, become what they are. */
export const productAdjBill = stockBill('productAdjBill', {
  title: ['库存商品调整', 'Stock product adjustment'],
  module: 'warehouse.productAdj',
  prefix: 'SP',
  flow: reversible,
  lines: {
    toProductId: ref(['调整为商品', 'To product'], 'mdm.product', { required: true }),
    toQty: qty(['调整后数量', 'Quantity after'], { derived: true }),
    toQpcId: ref(['调整为规格', 'To pack'], 'mdm.productQpc', {
      hint: ['不填则为默认规格', 'The default pack if blank'],
    }),
    ratioFrom: qty(['折算:原数量', 'Ratio: from'], { required: true, initial: '1' }),
    ratioTo: qty(['折算:新数量', 'Ratio: to'], { required: true, initial: '1' }),
    toExpires: date(['新到期日期', 'New expiry'], { hint: ['不填则不变', 'Unchanged if blank'] }),
  },
})
