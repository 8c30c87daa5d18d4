import { inspectionPhotos } from '@lading/contract/wms/photos.ts'
import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { photoTab } from '../../platform/file/photoTab.ts'
import { later } from '../../platform/later.ts'
import { printings } from '../printings.ts'

const CheckName = later(async () => (await import('./CheckName.tsx')).CheckName)

export const qualityPages = billPage(qualityBill, {
  next: later(async () => (await import('./QualityNext.tsx')).QualityNext),
  print: printings.qualityBill,
  tabs: (bill) => [photoTab(inspectionPhotos, bill, CheckName)],
  controls: async () => {
    const { InspectionLines, InspectionResults } = await import('./Sheet.tsx')
    return { lines: InspectionLines, results: InspectionResults }
  },
})
