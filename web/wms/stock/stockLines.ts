import { type StockBill, stockOf } from '@lading/contract/wms/stockBill.ts'
import { type ComponentType, createElement } from 'react'
import type { InputProps } from '../../kernel/field/inputs.tsx'

/** Lines of a stock bill: stock is chosen, and of each how much and what becomes of it is typed. */
export const stockLines = (b: StockBill) => async (): Promise<ComponentType<InputProps>> => {
  const { StockLines } = await import('./StockLines.tsx')
  return (p) => createElement(StockLines, { ...p, of: stockOf(b) })
}
