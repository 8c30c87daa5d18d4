import { agent } from '@lading/contract/saas/agent.ts'
import { applyLink } from '@lading/contract/saas/applying.ts'
import { guidance } from '@lading/contract/saas/guidance.ts'
import { account, lot } from '@lading/contract/saas/ledger.ts'
import { quotaPackage } from '@lading/contract/saas/quotaPackage.ts'
import { agentOrder, orderLine, platOrder } from '@lading/contract/saas/rationOrder.ts'
import { tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import { serve } from '../kernel/http/serve.ts'
import { documentServed } from '../platform/document/served.ts'
import { guidanceExtent, guidanceServed, guidanceTopic } from '../platform/guidance/served.ts'
import type { Manifest } from '../platform/manifest.ts'
import { signedServed } from '../platform/signed/signedPages.ts'
import { agentServed } from './agent/served.ts'
import type { Administration } from './asks.ts'
import { saasComputed } from './ledger/computed.ts'
import { accountServed } from './ledger/served.ts'
import { orderRules } from './order/rules.ts'
import { orderSteps } from './order/steps.ts'
import { packageExtent, packageRules, packageSteps } from './package.ts'
import { saasReportModels } from './report/models.ts'
import { applyAddress, applyPage, confirmPage, forgetUnconfirmed } from './tenant/apply.ts'
import { carry } from './tenant/carry.ts'
import { bringGuidance } from './tenant/guidance.ts'
import { askMeters, expireStock, meter, meterTopic } from './tenant/meter.ts'
import { passwordServed, passwordTopic, setPassword } from './tenant/password.ts'
import { provision } from './tenant/provision.ts'
import { applicationRules, applicationSteps, provisionTopic } from './tenant/rules.ts'
import { entitleTopic } from './tenant/state.ts'
import { noteSupport } from './tenant/support.ts'

/** 渠道专区 */
export const saasOver = (asks: Administration): Manifest<unknown> => ({
  served: (_, sign) => [
    serve(applyLink, applyAddress(sign, asks)),
    ...agentServed(asks),
    ...documentServed(quotaPackage, packageSteps, packageRules),
    ...documentServed(agentOrder, orderSteps, orderRules(agentOrder, 'AGENT')),
    ...documentServed(tenantApplication, applicationSteps, applicationRules),
    ...passwordServed(asks),
    ...guidanceServed(guidance),
    ...accountServed,
    ...documentServed(platOrder, orderSteps, orderRules(platOrder, 'PLAT')),
  ],
  signed: (o) => [...signedServed(o, applyPage(o.secret, asks)), ...signedServed(o, confirmPage)],
  listeners: (kernel) => ({
    [provisionTopic]: { long: (tenantId, [event]) => provision(kernel, tenantId, event?.key ?? '', asks) },
    [entitleTopic]: (tenantId, [event]) => carry(kernel, asks, tenantId, event?.key ?? ''),
    [meterTopic]: { long: (tenantId, [event]) => meter(kernel, asks, tenantId, event?.key ?? '') },
    [guidanceTopic]: { long: (tenantId) => bringGuidance(kernel, tenantId) },
    [passwordTopic]: async (_tenantId, events) => {
      const { target, hash, whose } = events.at(-1)?.payload ?? {}
      await setPassword(kernel, { target: String(target), hash: String(hash), whose: String(whose) })
    },
    [asks.supportTopic]: (tenantId) => noteSupport(kernel, asks, tenantId),
  }),
  jobs: () => ({
    /** 配额计量: what each tenant used yesterday, and what has expired. */
    saasMeter: {
      title: ['配额计量', 'Meter quota'],
      cron: '0 1 * * *',
      worksAt: ['PLAT'],
      run: async (ctx) =>
        `${await expireStock(ctx)} lots expired, ${await forgetUnconfirmed(ctx)} applications over, ${await askMeters(ctx)} tenants asked`,
    },
  }),
  demo: async () => (await import('./demo/demo.ts')).demoOver(asks),
  begins: {
    AGENT: {
      roles: [
        {
          name: '代理商',
          grants: [
            ...['saas:agent.agent', 'saas:ration_order.agentOrder', 'saas:account.agentAccount:view'],
            ...['view', 'create', 'update', 'cancel', 'export'].map((verb) => `saas:ration_order.platOrder:${verb}`),
            ...['saas:package.quotaPackage:view', 'saas:ration_monitor.quotaMonitor:view'],
            'saas:guidance.material:view',
            ...['view', 'create', 'update', 'export'].map((verb) => `saas:tenant_application.application:${verb}`),
          ],
        },
      ],
    },
  },
  reportModels: saasReportModels,
  computations: saasComputed,
  extents: { [guidance.key]: guidanceExtent, [quotaPackage.header.key]: packageExtent },
  extras: {
    [lot.key]: {
      checks: ['left_qty >= 0', 'left_qty <= qty'],
      // What can be drawn, in the order in which it is.
      indexes: [{ columns: 'account_id, priority, expires_on, id', where: 'left_qty > 0' }],
    },
    // Only a wallet can owe, and only what was issued begins below nothing.
    [account.key]: {
      indexes: [{ columns: 'code', unique: true, isAcross: true }],
      checks: ["kind in ('WALLET', 'ISSUE') or balance >= 0"],
    },
    // Each stands in an organisation of its own, and its code is one among all.
    [agent.key]: { indexes: [{ columns: 'code', unique: true, isAcross: true }] },
    [tenantApplication.header.key]: {
      indexes: [{ columns: 'tenant_code', where: 'tenant_code is not null', unique: true, isAcross: true }],
    },
    [orderLine.key]: { checks: ['refund_qty <= qty'] },
  },
})
