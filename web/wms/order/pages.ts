import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { orderInspections, orderPutAways, orderReceipts } from '@lading/contract/wms/trail.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { later } from '../../platform/later.ts'
import { trailTabs } from '../../platform/trail/trailTabs.ts'
import { printings } from '../printings.ts'
import { tasksOf } from '../task/tasksOf.ts'
import { orderAside, orderVain } from './orderVain.ts'

export const orderPages = billPage(orderBill, {
  tasks: tasksOf('RECEIVE', 'PUTAWAY'),
  tabs: trailTabs(orderReceipts, orderInspections, orderPutAways),
  next: later(async () => (await import('./OrderNext.tsx')).OrderNext),
  refuses: orderVain,
  aside: orderAside,
  print: printings.orderBill,
})
