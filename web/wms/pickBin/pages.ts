import { pickBinBill } from '@lading/contract/wms/pickBinBill.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { printings } from '../printings.ts'
import { tasksOf } from '../task/tasksOf.ts'

export const pickBinPages = billPage(pickBinBill, { tasks: tasksOf('MOVE'), print: printings.pickBinBill })
