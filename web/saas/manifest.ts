import type { Manifest } from '../kernel/manifest.ts'
import { pageSet } from '../kernel/page.ts'

/** One way to all pages of a kind: the first list carries each that is written here. */
const own = () => import('./pages.ts')

/** 渠道专区 */
export const saas: Manifest = {
  pages: {
    'saas/agentRationOrderList': pageSet('saas.agentOrder', async () => (await own()).agentOrderPages),
    'saas/platRationOrderList': pageSet('saas.platOrder', async () => (await own()).platOrderPages),
    'saas/tenantApplicationList': pageSet('saas.tenantApplication', async () => (await own()).applicationPages),
    'saas/agentRationAccountList': pageSet('saas.agentAccount', async () => (await own()).agentAccountPages, [
      'List',
      'Dtl',
    ]),
    'saas/productGuidanceMaterialsList': pageSet('saas.guidance', async () => (await own()).guidanceMaterialPages),
    'saas/quotaMonitorList': pageSet('saas.quotaMonitor', async () => (await own()).monitorPages, ['List', 'Dtl']),
  },
}
