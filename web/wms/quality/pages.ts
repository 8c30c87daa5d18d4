import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { printings } from '../printings.ts'

export const qualityPages = billPage(qualityBill, {
  print: printings.qualityBill,
  controls: async () => {
    const { InspectionLines, InspectionResults } = await import('./Sheet.tsx')
    return { lines: InspectionLines, results: InspectionResults }
  },
})
