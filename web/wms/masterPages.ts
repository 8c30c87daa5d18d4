import { product, qpc } from '@lading/contract/mdm/product.ts'
import { owner } from '@lading/contract/wms/owner.ts'
import { productCategory } from '@lading/contract/wms/partner.ts'
import type { Load, PageSet } from '../kernel/page.ts'
import { offerOnly } from '../kernel/registry.ts'
import { entityPage } from '../platform/entityPage.ts'

export const productPages: PageSet = {
  entity: product,
  views: {
    ...entityPage(product).views,
    List: async () => ({ default: (await import('./product/ProductPages.tsx')).ProductList }),
    Dtl: async () => ({ default: (await import('./product/ProductPages.tsx')).ProductDetail }),
  },
}

/** Packs are made and changed in a dialog beside their product. */
export const packPages: PageSet = {
  entity: qpc,
  views: {
    List: async () => ({ default: (await import('./pack/PackPage.tsx')).PackPage }),
    Dtl: async () => ({ default: (await import('./pack/PackDetail.tsx')).PackDetail }),
  },
}

// A centre's documents are made for the owners that it serves.
offerOnly(owner.key, { isOpenHere: 'true' })
const ownerForm: Load = async () => ({ default: (await import('./partner/OwnerForm.tsx')).OwnerForm })
export const ownerPages: PageSet = {
  entity: owner,
  views: {
    ...entityPage(owner).views,
    Add: ownerForm,
    Edit: ownerForm,
    Dtl: async () => ({ default: (await import('./partner/OwnerDetail.tsx')).OwnerDetail }),
  },
}

export const categoryPages: PageSet = {
  entity: productCategory,
  views: {
    ...entityPage(productCategory).views,
    List: async () => ({ default: (await import('./partner/CategoryPages.tsx')).CategoryList }),
    Dtl: async () => ({ default: (await import('./partner/CategoryPages.tsx')).CategoryDetail }),
  },
}
