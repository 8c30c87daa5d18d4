import type { Manifest } from '../kernel/manifest.ts'
import { pageSet } from '../kernel/page.ts'

/** 电子标签 */
export const dps: Manifest = {
  pages: {
    'dps/pickDashboard': async () => ({ default: (await import('./rack/PickBoard.tsx')).PickBoard }),
    'dps/warehouseBinList': pageSet('dps.warehouseBin', async () => (await import('./warehouse/pages.ts')).binPages, [
      'List',
      'Dtl',
    ]),
    'dps/operateBillList': pageSet('dps.operateBill', async () => (await import('./warehouse/pages.ts')).orderPages, [
      'List',
      'Dtl',
    ]),
    'dps/waveBillList': pageSet('dps.waveBill', async () => (await import('./warehouse/pages.ts')).wavePages, [
      'List',
      'Dtl',
    ]),
  },
}
