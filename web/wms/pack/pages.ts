import { qpc } from '@lading/contract/mdm/product.ts'
import type { PageSet } from '../../kernel/page.ts'
import { printView } from '../../platform/print/printPage.ts'
import { printings } from '../printings.ts'

/** Packs are made and changed in a dialog beside their product. */
export const packPages: PageSet = {
  entity: qpc,
  views: {
    List: async () => ({ default: (await import('./PackPage.tsx')).PackPage }),
    Dtl: async () => ({ default: (await import('./PackDetail.tsx')).PackDetail }),
  },
  printView: printView(qpc, printings.productQpc),
}
