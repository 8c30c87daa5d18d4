import type { Manifest } from '../kernel/manifest.ts'
import { pageSet } from '../kernel/page.ts'

/** 运输 */
export const tms: Manifest = {
  pages: {
    'tms/sysTruckTypeList': pageSet('tms.sysTruckType', async () => (await import('./pages.ts')).sysTruckTypePages, [
      'List',
      'Dtl',
    ]),
    'tms/clientList': pageSet('tms.client', async () => (await import('./pages.ts')).clientPages),
  },
}
