import { container } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import type { TaskType } from '@lading/contract/wms/task.ts'
import { type ComponentType, createElement, lazy, Suspense } from 'react'
import type { PageSet } from '../kernel/page.ts'
import type { Row } from '../kernel/records.ts'
import { billPage } from '../platform/bill/billPage.ts'
import { entityPage } from '../platform/entityPage.ts'

const BillTasks = lazy(async () => ({ default: (await import('./task/BillTasks.tsx')).BillTasks }))
const tasksOf =
  (...types: readonly TaskType[]): ComponentType<{ bill: Row }> =>
  ({ bill }) =>
    createElement(Suspense, { fallback: null }, createElement(BillTasks, { bill, types }))

export const orderPages = billPage(orderBill, { tasks: tasksOf('RECEIVE', 'PUTAWAY') })
export const operatePages = billPage(operateBill, { tasks: tasksOf('PICK') })
export const shipPages = billPage(shipBill, {
  tasks: tasksOf('ENTER_TRUCK', 'DESPATCH'),
  stages: ['containers', 'loaded'],
})

const containerViews = entityPage(container).views
export const containerPages: PageSet = {
  entity: container,
  views: {
    ...(containerViews.Dtl && { Dtl: containerViews.Dtl }),
    ...(containerViews.Edit && { Edit: containerViews.Edit }),
    List: async () => ({ default: (await import('./container/ContainerList.tsx')).ContainerList }),
  },
}
