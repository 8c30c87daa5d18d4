import { dock } from '@lading/contract/wms/place.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const dockPages: PageSet = {
  entity: dock,
  views: {
    ...entityPage(dock).views,
    List: async () => ({ default: (await import('./DockList.tsx')).DockList }),
    Dtl: async () => ({ default: (await import('./DockList.tsx')).DockDetail }),
  },
}
