import { routePlan } from '@lading/contract/tms/routePlan.ts'
import type { PageSet } from '../../kernel/page.ts'
import { billPage } from '../../platform/bill/billPage.ts'

export const routePlanPages: PageSet = {
  entity: routePlan.header,
  views: {
    ...billPage(routePlan).views,
    Dtl: async () => ({ default: (await import('./PlanPage.tsx')).PlanPage }),
  },
}
