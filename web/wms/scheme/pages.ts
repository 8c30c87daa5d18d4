import { productStorageScheme } from '@lading/contract/wms/scheme.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const schemePages: PageSet = {
  entity: productStorageScheme,
  views: {
    ...entityPage(productStorageScheme).views,
    List: async () => ({ default: (await import('./SchemeList.tsx')).SchemeList }),
    Dtl: async () => ({ default: (await import('./SchemeList.tsx')).SchemeDetail }),
  },
}
