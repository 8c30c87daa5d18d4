import { product } from '@lading/contract/mdm/product.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const productPages: PageSet = {
  entity: product,
  views: {
    ...entityPage(product).views,
    List: async () => ({ default: (await import('./ProductPages.tsx')).ProductList }),
    Dtl: async () => ({ default: (await import('./ProductPages.tsx')).ProductDetail }),
  },
}
