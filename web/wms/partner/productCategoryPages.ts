import { productCategory } from '@lading/contract/mdm/partner.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const categoryPages: PageSet = {
  entity: productCategory,
  views: {
    ...entityPage(productCategory).views,
    List: async () => ({ default: (await import('./CategoryPages.tsx')).CategoryList }),
    Dtl: async () => ({ default: (await import('./CategoryPages.tsx')).CategoryDetail }),
  },
}
