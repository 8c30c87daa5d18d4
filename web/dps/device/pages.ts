import { controller } from '@lading/contract/dps/equipment.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const controllerPages: PageSet = {
  entity: controller,
  views: {
    ...entityPage(controller, { show: { host: ({ driver }) => driver !== 'SIM' } }).views,
    List: async () => ({ default: (await import('./Controllers.tsx')).Controllers }),
    Dtl: async () => ({ default: (await import('./Controllers.tsx')).ControllerDetail }),
  },
}
