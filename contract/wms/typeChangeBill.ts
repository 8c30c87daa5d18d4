import { choice } from '../kernel/field.ts'
import { type StockType, stockTypes } from './place.ts'
import { stockBill } from './stockBill.ts'

/** 库存类型调整: goods that stay where they are become damaged, near expiry, inspected, or good again. */
export const typeChangeBill = stockBill('typeChangeBill', {
  title: ['库存类型调整', 'Stock type adjustment'],
  module: 'warehouse.typeChange',
  prefix: 'LX',
  lines: { typeTo: choice(['新类型', 'To type'], stockTypes, { required: true }) },
})

/** Goods past their date are never sold again, whatever they are called. */
export const mayBecome = (from: StockType, to: StockType): boolean =>
  from !== to && (from !== 'EXPIRED' || to === 'DAMAGE' || to === 'RETURN')
