import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import { takeBins, takeCounts, takeDiffs } from '@lading/contract/wms/stockTakeCalls.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { later } from '../../platform/later.ts'
import { trailTabs } from '../../platform/trail/trailTabs.ts'
import { takeDialogs } from './takeDialogs.ts'

export const takePages = billPage(stockTakeBill, {
  tabs: trailTabs(takeDiffs, takeBins, takeCounts),
  next: later(async () => (await import('./TakeNext.tsx')).TakeNext),
  ...takeDialogs,
})
