import type { Manifest } from '../kernel/manifest.ts'
import { pageSet } from '../kernel/page.ts'

/** 渠道专区 */
export const saas: Manifest = {
  pages: {
    'saas/agentRationOrderList': pageSet('saas.agentOrder', async () => (await import('./pages.ts')).agentOrderPages),
    'saas/platRationOrderList': pageSet('saas.platOrder', async () => (await import('./pages.ts')).platOrderPages),
    'saas/tenantApplicationList': pageSet(
      'saas.tenantApplication',
      async () => (await import('./pages.ts')).applicationPages,
    ),
    'saas/agentRationAccountList': pageSet(
      'saas.agentAccount',
      async () => (await import('./pages.ts')).agentAccountPages,
      ['List', 'Dtl'],
    ),
    'saas/quotaMonitorList': pageSet('saas.quotaMonitor', async () => (await import('./pages.ts')).monitorPages, [
      'List',
      'Dtl',
    ]),
  },
}
