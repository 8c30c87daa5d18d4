import { client } from '@lading/contract/tms/client.ts'
import { sysTruckType } from '@lading/contract/tms/sysTruckType.ts'
import type { PageSet } from '../kernel/page.ts'
import { entityPage } from '../platform/entityPage.ts'

export const sysTruckTypePages: PageSet = {
  entity: sysTruckType,
  views: {
    ...entityPage(sysTruckType).views,
    List: async () => ({ default: (await import('./SysTruckTypes.tsx')).SysTruckTypes }),
  },
}
export const clientPages: PageSet = {
  entity: client,
  views: {
    ...entityPage(client).views,
    List: async () => ({ default: (await import('./Clients.tsx')).Clients }),
  },
}
