import type { PageSet } from '../../kernel/page.ts'
import { printPage } from '../../platform/print/printPage.ts'
import { printings } from '../printings.ts'
import { listed } from './states.tsx'

const printed = printPage(listed, printings.pickContainer)
export const pickContainerPages: PageSet = {
  ...printed,
  views: {
    ...printed.views,
    List: async () => ({ default: (await import('./PickContainers.tsx')).PickContainers }),
  },
}
