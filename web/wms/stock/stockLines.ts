import { type StockBill, stockOf } from '@lading/contract/wms/stockBill.ts'
import { createElement } from 'react'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import type { BillOptions } from '../../platform/bill/BillDetail.tsx'

/** Lines of a stock bill: stock is chosen, and of each how much and what becomes of it is typed. */
export const stockLines =
  (b: StockBill): NonNullable<BillOptions['controls']> =>
  async () => {
    const { StockLines } = await import('./StockLines.tsx')
    return { lines: (p: InputProps) => createElement(StockLines, { ...p, of: stockOf(b) }) }
  }
