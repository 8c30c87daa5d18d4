import { worker } from '@lading/contract/wms/worker.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const workerPages: PageSet = {
  entity: worker,
  views: {
    ...entityPage(worker).views,
    List: async () => ({ default: (await import('./WorkerList.tsx')).WorkerList }),
    Dtl: async () => ({ default: (await import('./WorkerList.tsx')).WorkerDetail }),
  },
}
