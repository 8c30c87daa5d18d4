import type { AnyBill } from '@lading/contract/wms/bill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { sjReturn } from '@lading/contract/wms/sjReturn.ts'
import { storeReturnBill } from '@lading/contract/wms/storeReturnBill.ts'
import { raw, type Sql } from 'sql-template-tag'

/** Papers by which goods come in: their lines count what was received (done) and put away (sent). */
const incoming: readonly AnyBill[] = [orderBill, storeReturnBill, sjReturn]

/** The table of the lines that work for such a paper counts on; an order's where it names none. */
export const incomingLines = (billKey: string | null): Sql =>
  raw((incoming.find((b) => b.header.key === billKey) ?? orderBill).line.table)
