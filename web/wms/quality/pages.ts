import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { billPage } from '../../platform/bill/billPage.ts'

export const qualityPages = billPage(qualityBill, {
  controls: async () => {
    const { InspectionLines, InspectionResults } = await import('./Sheet.tsx')
    return { lines: InspectionLines, results: InspectionResults }
  },
})
