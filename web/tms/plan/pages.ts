import { routePlan } from '@lading/contract/tms/routePlan.ts'
import type { PageSet } from '../../kernel/page.ts'
import { billPage } from '../../platform/bill/billPage.ts'

const { List } = billPage(routePlan).views

/** Nobody types a plan in: it is generated, and arranged on its own page. */
export const routePlanPages: PageSet = {
  entity: routePlan.header,
  views: {
    ...(List && { List }),
    Dtl: async () => ({ default: (await import('./PlanPage.tsx')).PlanPage }),
  },
}
