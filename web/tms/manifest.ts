import type { Manifest } from '../kernel/manifest.ts'
import { pageSet } from '../kernel/page.ts'

/** 运输 */
export const tms: Manifest = {
  pages: {
    'tms/sysTruckTypeList': pageSet('tms.sysTruckType', async () => (await import('./pages.ts')).sysTruckTypePages, [
      'List',
      'Dtl',
    ]),
    'tms/wayBillList': pageSet('tms.wayBill', async () => (await import('./orderPages.ts')).wayBillPages),
    'tms/takeDeliveryBillList': pageSet(
      'tms.takeDeliveryBill',
      async () => (await import('./orderPages.ts')).takeDeliveryPages,
    ),
    'tms/clientList': pageSet('tms.client', async () => (await import('./pages.ts')).clientPages),
  },
}
