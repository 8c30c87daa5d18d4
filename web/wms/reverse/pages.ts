import { diffBill } from '@lading/contract/wms/diffBill.ts'
import { sjReturn } from '@lading/contract/wms/sjReturn.ts'
import { storeReturnBill } from '@lading/contract/wms/storeReturnBill.ts'
import { vendorReturnBill } from '@lading/contract/wms/vendorReturnBill.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { tasksOf } from '../task/tasksOf.ts'

export const storeReturnPages = billPage(storeReturnBill, { tasks: tasksOf('STORE_RTN_RECEIVE', 'PUTAWAY') })
export const sjPages = billPage(sjReturn, { tasks: tasksOf('STORE_RTN_RECEIVE', 'PUTAWAY') })
export const vendorReturnPages = billPage(vendorReturnBill, { tasks: tasksOf('RETURN_PICK', 'RETURN_HANDOVER') })
export const diffPages = billPage(diffBill, { tasks: tasksOf('OPERATE_DIFF') })
