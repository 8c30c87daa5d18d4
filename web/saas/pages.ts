import { guidance } from '@lading/contract/saas/guidance.ts'
import { agentAccount, quotaMonitor } from '@lading/contract/saas/ledger.ts'
import { agentOrder, platOrder } from '@lading/contract/saas/rationOrder.ts'
import {
  initialPassword,
  liveStates,
  supportPassword,
  tenantApplication,
} from '@lading/contract/saas/tenantApplication.ts'
import type { PageSet } from '../kernel/page.ts'
import { billPage } from '../platform/bill/billPage.ts'
import { entityPage } from '../platform/entityPage.ts'
import { guidancePages } from '../platform/guidance/pages.ts'
import { later } from '../platform/later.ts'

export const agentOrderPages = billPage(agentOrder, { aside: () => ['refund'] })
export const platOrderPages = billPage(platOrder, { aside: () => ['refund'] })
export const applicationPages = billPage(tenantApplication, {
  Tools: later(async () => (await import('./ApplyLink.tsx')).ApplyLink),
  aside: () => ['transfer', 'extend'],
  dialogs: [
    {
      key: 'initialPassword',
      title: initialPassword.title,
      verb: 'start',
      from: liveStates,
      view: later(async () => (await import('./FirstPassword.tsx')).FirstPassword),
    },
    {
      key: 'supportPassword',
      title: supportPassword.title,
      verb: 'start',
      from: liveStates,
      view: later(async () => (await import('./FirstPassword.tsx')).SupportPassword),
    },
  ],
})
export const guidanceMaterialPages = guidancePages(guidance)
export const agentAccountPages: PageSet = {
  entity: agentAccount,
  views: {
    ...entityPage(agentAccount).views,
    List: async () => ({ default: (await import('./Accounts.tsx')).AgentAccounts }),
  },
}
export const monitorPages: PageSet = {
  entity: quotaMonitor,
  views: {
    ...entityPage(quotaMonitor).views,
    List: async () => ({ default: (await import('./Accounts.tsx')).QuotaMonitor }),
  },
}
