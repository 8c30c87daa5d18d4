import { owner } from '@lading/contract/wms/owner.ts'
import { entityPage, type Pages } from './kernel/page.ts'

/**
 * The pages of the product by menu entry, `<sub-system>/<entry>`. A master or a bill type is one line: its
 * declaration. `contract/built.ts` lists the same keys.
 */
export const pages = {
  'wms/ownerList': entityPage(owner),
} as const satisfies Pages
