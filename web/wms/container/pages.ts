import { container } from '@lading/contract/wms/container.ts'
import type { PageSet } from '../../kernel/page.ts'
import { printPage } from '../../platform/print/printPage.ts'
import { printings } from '../printings.ts'

const printed = printPage(container, printings.container)
const { Add: _, ...containerViews } = printed.views
export const containerPages: PageSet = {
  ...printed,
  views: {
    ...containerViews,
    List: async () => ({ default: (await import('./ContainerList.tsx')).ContainerList }),
    Dtl: async () => ({ default: (await import('./ContainerDetail.tsx')).ContainerDetail }),
  },
}
