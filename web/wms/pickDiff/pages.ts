import { pickDiffAdj, pickDiffCancel } from '@lading/contract/wms/pickDiff.ts'
import type { PageSet } from '../../kernel/page.ts'

export const adjustPages: PageSet = {
  entity: pickDiffAdj,
  views: {
    List: async () => ({ default: (await import('./DiffList.tsx')).AdjustList }),
    Dtl: async () => ({ default: (await import('./DiffList.tsx')).AdjustDetail }),
  },
}
export const cancelPages: PageSet = {
  entity: pickDiffCancel,
  views: {
    List: async () => ({ default: (await import('./DiffList.tsx')).CancelList }),
    Dtl: async () => ({ default: (await import('./DiffList.tsx')).CancelDetail }),
  },
}
