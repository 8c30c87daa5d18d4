import { agentOrder, platOrder } from '@lading/contract/saas/rationOrder.ts'
import { billPage } from '../platform/bill/billPage.ts'

export const agentOrderPages = billPage(agentOrder)
export const platOrderPages = billPage(platOrder)
