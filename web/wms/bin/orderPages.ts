import { pickOrder } from '@lading/contract/wms/pickOrder.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const orderPages: PageSet = {
  entity: pickOrder,
  views: {
    ...entityPage(pickOrder).views,
    List: async () => ({ default: (await import('./PickOrder.tsx')).PickOrder }),
  },
}
