import type { Manifest } from '../kernel/manifest.ts'
import { pageSet } from '../kernel/page.ts'

/** 运输 */
export const tms: Manifest = {
  pages: {
    'tms/sysTruckTypeList': pageSet('tms.sysTruckType', async () => (await import('./pages.ts')).sysTruckTypePages, [
      'List',
      'Dtl',
    ]),
    'tms/regionList': pageSet('tms.region', async () => (await import('./map/pages.ts')).regionPages),
    'tms/clientShipmentList': pageSet('tms.clientShipment', async () => (await import('./map/pages.ts')).shipmentPages),
    'tms/clientStoreList': pageSet('tms.clientStore', async () => (await import('./map/pages.ts')).storePages),
    'tms/sysRoadNet': pageSet('tms.roadNet', async () => (await import('./map/roadPages.ts')).roadPages),
    'tms/vrpConfig': pageSet('tms.vrpConfig', async () => (await import('./vrp/pages.ts')).vrpConfigPages),
    'tms/clientList': pageSet('tms.client', async () => (await import('./pages.ts')).clientPages),
  },
}
