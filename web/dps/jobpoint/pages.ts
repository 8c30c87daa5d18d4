import { jobpoint, line } from '@lading/contract/dps/line.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const linePages: PageSet = {
  entity: line,
  views: {
    ...entityPage(line, { show: { pickAreaId: (v) => v.mode === 'CART' } }).views,
    List: async () => ({ default: (await import('./Running.tsx')).Lines }),
  },
}
const of = (kind: string) => () => ({ kind })
export const jobpointPages: PageSet = {
  entity: jobpoint,
  views: {
    ...entityPage(jobpoint, {
      where: {
        displayTagId: of('ORDER_DISPLAY'),
        completerTagId: of('COMPLETER'),
        laneTagId: of('LANE'),
      },
    }).views,
    List: async () => ({ default: (await import('./Running.tsx')).Jobpoints }),
  },
}
