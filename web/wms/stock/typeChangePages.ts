import { typeChangeBill } from '@lading/contract/wms/typeChangeBill.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { stockLines } from './stockLines.ts'

export const typeChangePages = billPage(typeChangeBill, { controls: stockLines(typeChangeBill) })
