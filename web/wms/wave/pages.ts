import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { waveOrders, wavePicks, waveShorts, waveSupplies } from '@lading/contract/wms/waveCalls.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { later } from '../../platform/later.ts'
import { trailTabs } from '../../platform/trail/trailTabs.ts'
import { waveVerbs } from './waveDialogs.ts'

export const wavePages = billPage(waveBill, {
  tabs: trailTabs(waveOrders, waveShorts, waveSupplies, wavePicks),
  next: later(async () => (await import('./WaveNext.tsx')).WaveNext),
  Tools: later(async () => (await import('../auto/ChooseButton.tsx')).ChooseButton),
  ...waveVerbs,
})
