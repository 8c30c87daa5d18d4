import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { billPage } from '../../platform/bill/billPage.ts'

export const qualityPages = billPage(qualityBill)
