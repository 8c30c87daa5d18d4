import { area } from '@lading/contract/wms/place.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const areaPages: PageSet = {
  entity: area,
  views: {
    ...entityPage(area).views,
    List: async () => ({ default: (await import('./AreaList.tsx')).AreaList }),
  },
}
