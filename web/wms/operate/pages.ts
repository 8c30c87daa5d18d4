import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { operateAllocation, operateContainers, operateLinks, operateShips } from '@lading/contract/wms/trail.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { later } from '../../platform/later.ts'
import { trailTabs } from '../../platform/trail/trailTabs.ts'
import { printings } from '../printings.ts'
import { tasksOf } from '../task/tasksOf.ts'
import { operateVerbs } from './operateVerbs.ts'

export const operatePages = billPage(operateBill, {
  tasks: tasksOf('PICK'),
  tabs: trailTabs(operateAllocation, operateContainers, operateShips, operateLinks),
  next: later(async () => (await import('./OperateNext.tsx')).OperateNext),
  print: printings.operateBill,
  ...operateVerbs,
})
