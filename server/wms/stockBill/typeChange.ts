import { refuse } from '@lading/contract/kernel/fault.ts'
import { type StockType, stockTypes } from '@lading/contract/wms/place.ts'
import { stockBillFaults } from '@lading/contract/wms/stockBillFaults.ts'
import { mayBecome } from '@lading/contract/wms/typeChangeBill.ts'
import { converted, type StockWork } from './served.ts'

/** Goods stay where they are and become another kind of stock. */
export const typeChangeWork: StockWork = {
  bizType: 'TYPE_CHANGE',
  check: ({ stockType, typeTo }, line) => {
    const to = typeTo as StockType // The line's own field of this choice.
    if (!mayBecome(stockType, to))
      refuse(stockBillFaults.notAllowed, { line, a: stockTypes[stockType], b: stockTypes[to] })
  },
  moves: (line, from, via) => converted(line, from, { ...from, stockType: line.typeTo as StockType }, via),
}
