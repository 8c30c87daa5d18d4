import { mergeMax, mergeWayBills } from '@lading/contract/tms/orderCalls.ts'
import { orderFaults } from '@lading/contract/tms/orderFaults.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import type { Row } from '../kernel/records.ts'
import { mergeBills } from '../platform/bill/mergeBills.tsx'

/** Way bills of one way, day and window become one. */
export const mergeAll = (rows: readonly Row[]): Promise<boolean> =>
  mergeBills({ of: wayBill.header, call: mergeWayBills, max: mergeMax, several: orderFaults.several.text }, rows)
