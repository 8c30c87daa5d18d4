import type { Manifest } from '../kernel/manifest.ts'
import { agent } from './agent.ts'
import { guidance } from './guidance.ts'
import { account, agentAccount, entry, platAccount, quotaMonitor, txn } from './ledger.ts'
import { quotaPackage } from './quotaPackage.ts'
import { agentOrder, platOrder, rationOrder } from './rationOrder.ts'
import { tenantApplication } from './tenantApplication.ts'
import { saasTouches } from './touches.ts'

/** 渠道专区 */
export const saas: Manifest = {
  area: 'saas',
  codes: { business: [[43200, 43299]], others: [85, 89] },
  nouns: [agent, quotaPackage, tenantApplication],
  kept: [rationOrder.header, account, txn, entry],
  views: [agentOrder.header, platOrder.header, agentAccount, platAccount, quotaMonitor, guidance],
  numbered: [{ kind: rationOrder.prefix, title: rationOrder.header.title }],
  touches: saasTouches,
}
