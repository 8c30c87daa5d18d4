import { sowContainer } from '@lading/contract/dps/sowing.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const boxPages: PageSet = {
  entity: sowContainer,
  views: {
    ...entityPage(sowContainer).views,
    List: async () => ({ default: (await import('./Boxes.tsx')).Boxes }),
  },
}
