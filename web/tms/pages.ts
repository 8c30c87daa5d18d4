import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { client } from '@lading/contract/tms/client.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { sysTruckType } from '@lading/contract/tms/sysTruckType.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { createElement } from 'react'
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

const expiring = (of: AnyEntity): PageSet => ({
  entity: of,
  views: {
    ...entityPage(of).views,
    List: async () => {
      const { ExpiringList } = await import('./Expiring.tsx')
      return { default: () => createElement(ExpiringList, { of }) }
    },
  },
})
export const truckPages = expiring(truck)
export const staffPages = expiring(staff)
export const carrierPages: PageSet = {
  entity: carrier,
  views: {
    ...entityPage(carrier).views,
    List: async () => ({ default: (await import('./Carriers.tsx')).Carriers }),
  },
}
