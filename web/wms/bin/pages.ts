import { bin } from '@lading/contract/wms/place.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'
import { printView } from '../../platform/print/printPage.ts'
import { printings } from '../printings.ts'

export const binPages: PageSet = {
  entity: bin,
  views: {
    ...entityPage(bin).views,
    List: async () => ({ default: (await import('./BinList.tsx')).BinList }),
    Dtl: async () => ({ default: (await import('./BinList.tsx')).BinDetail }),
  },
  printView: printView(bin, printings.bin),
}
