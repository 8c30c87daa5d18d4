import { preRplBill } from '@lading/contract/wms/preRplBill.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { later } from '../../platform/later.ts'
import { printings } from '../printings.ts'
import { tasksOf } from '../task/tasksOf.ts'

export const preRplPages = billPage(preRplBill, {
  tasks: tasksOf('RPL_DOWN', 'RPL_UP'),
  print: printings.preRplBill,
  next: later(async () => (await import('./PreRplNext.tsx')).PreRplNext),
})
