import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { account, quotaMonitor } from '@lading/contract/saas/ledger.ts'
import { agentOrder } from '@lading/contract/saas/rationOrder.ts'
import { count, type ReportModel, sum } from '../../platform/report/model.ts'

/** What reports of the channel may be made of: each sees what is his own and below. */
export const saasReportModels: readonly ReportModel[] = [
  {
    key: 'saas.account',
    title: ['配额账户', 'Quota accounts'],
    permission: entityPermission(quotaMonitor, 'view'),
    of: account,
    dims: [
      ...['code', 'kind', 'unit', 'isFrozen', 'agentId', 'agentId.code'],
      ...['applicationId', 'applicationId.tenantCode', 'applicationId.state'],
    ],
    measures: { balance: sum('balance'), accounts: count(['账户数', 'Accounts']) },
  },
  {
    key: 'saas.agentOrder',
    title: agentOrder.header.title,
    permission: entityPermission(agentOrder.header, 'view'),
    of: agentOrder.header,
    dims: ['billNo', 'state', 'bizDate', 'agentId', 'agentId.code', 'applicationId', 'packageId', 'packageId.code'],
    measures: {
      amount: sum('amount'),
      paid: sum('paid'),
      refunded: sum('refunded'),
      orders: count(['订单数', 'Orders']),
    },
  },
]
