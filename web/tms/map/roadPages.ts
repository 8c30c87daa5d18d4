import { roadNet } from '@lading/contract/tms/roadNet.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const roadPages: PageSet = {
  entity: roadNet,
  views: {
    ...entityPage(roadNet).views,
    List: async () => ({ default: (await import('./RoadNet.tsx')).RoadNet }),
  },
}
