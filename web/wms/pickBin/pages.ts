import { pickBinBill } from '@lading/contract/wms/pickBinBill.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { tasksOf } from '../task/tasksOf.ts'

export const pickBinPages = billPage(pickBinBill, { tasks: tasksOf('MOVE') })
