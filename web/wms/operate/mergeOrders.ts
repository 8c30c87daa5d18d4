import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { mergeMax, mergeOperate } from '@lading/contract/wms/operateCalls.ts'
import { operateFaults } from '@lading/contract/wms/operateFaults.ts'
import type { Row } from '../../kernel/records.ts'
import { mergeBills } from '../../platform/bill/mergeBills.tsx'

/** Orders of one store, owner, mode and day become one. */
export const mergeOrders = (rows: readonly Row[]): Promise<boolean> =>
  mergeBills({ of: operateBill.header, call: mergeOperate, max: mergeMax, several: operateFaults.several.text }, rows)
