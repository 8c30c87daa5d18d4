import { attrChangeBill } from '@lading/contract/wms/attrChangeBill.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { stockLines } from './stockLines.ts'

export const attrChangePages = billPage(attrChangeBill, { controls: stockLines(attrChangeBill) })
