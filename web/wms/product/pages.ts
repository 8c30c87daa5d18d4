import { product } from '@lading/contract/mdm/product.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'
import { printView } from '../../platform/print/printPage.ts'
import { printings } from '../printings.ts'
import { productShape } from './productShape.ts'

export const productPages: PageSet = {
  entity: product,
  views: {
    ...entityPage(product, productShape).views,
    List: async () => ({ default: (await import('./ProductPages.tsx')).ProductList }),
    Dtl: async () => ({ default: (await import('./ProductPages.tsx')).ProductDetail }),
  },
  printView: printView(product, printings.product),
}
