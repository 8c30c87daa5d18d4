import { abnormal, abnormalPhotos } from '@lading/contract/tms/abnormal.ts'
import { tripEvaluate } from '@lading/contract/tms/evaluate.ts'
import { gpsConfig } from '@lading/contract/tms/gps.ts'
import { guidance } from '@lading/contract/tms/guidance.ts'
import { messageSubscription } from '@lading/contract/tms/messageSubscription.ts'
import type { PageSet } from '../kernel/page.ts'
import { billPage } from '../platform/bill/billPage.ts'
import { entityPage } from '../platform/entityPage.ts'
import { photoTab } from '../platform/file/photoTab.ts'
import { guidancePages } from '../platform/guidance/pages.ts'

export const guidanceMaterialPages = guidancePages(guidance)
export const gpsPages: PageSet = {
  entity: gpsConfig,
  views: {
    ...entityPage(gpsConfig).views,
    List: async () => ({ default: (await import('./gps/GpsConfigs.tsx')).GpsConfigs }),
  },
}
export const abnormalPages = billPage(abnormal, {
  // What comes of it is made beside its way to the end.
  aside: () => ['toFee', 'toWayBill', 'toWmsDiff'],
  tabs: (bill) => [photoTab(abnormalPhotos, bill)],
})
export const evaluatePages = billPage(tripEvaluate)
export const messagePages: PageSet = {
  entity: messageSubscription,
  views: { List: async () => ({ default: (await import('./message/TripMessages.tsx')).TripMessages }) },
}
