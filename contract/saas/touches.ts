import type { Touches } from '../kernel/touches.ts'

const orders = ['saas.agentOrder', 'saas.platOrder'] as const
const accounts = ['saas.agentAccount', 'saas.platAccount', 'saas.quotaMonitor'] as const

/** What changes with orders, tenants and quota. */
export const saasTouches: Touches = {
  writes: {
    'saas.agentOrder': ['saas.rationOrder'],
    'saas.platOrder': ['saas.rationOrder'],
    'saas.quotaMonitor': ['saas.account'],
    'saas.guidance': ['sys.guidance'],
  },
  shownBy: {
    'saas.rationOrder': [...orders, 'saas.agent'],
    'sys.guidance': ['saas.guidance'],
    'saas.account': [...accounts, 'saas.agent'],
    'saas.tenantApplication': ['saas.agent', ...orders],
  },
}
