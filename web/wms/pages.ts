import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { container } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { area, bin, dock } from '@lading/contract/wms/place.ts'
import { productStorageScheme } from '@lading/contract/wms/scheme.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { type TaskType, task } from '@lading/contract/wms/task.ts'
import {
  operateAllocation,
  operateContainers,
  operateLinks,
  operateShips,
  orderPutAways,
  orderReceipts,
  shipContainers,
  shipGoods,
} from '@lading/contract/wms/trail.ts'
import { type ComponentType, createElement } from 'react'
import type { Load, PageSet } from '../kernel/page.ts'
import type { Row } from '../kernel/records.ts'
import { billPage } from '../platform/bill/billPage.ts'
import { entityPage } from '../platform/entityPage.ts'
import { later } from '../platform/later.ts'
import { printPage } from '../platform/print/printPage.ts'
import { operateVerbs } from './operate/operateVerbs.ts'
import { orderVain } from './order/orderVain.ts'
import { printings } from './printings.ts'
import { shipDialogs, shipVain } from './ship/shipDialogs.ts'
import { viewOf } from './task/views.ts'
import { trailTabs } from './trail/trailTabs.ts'

const BillTasks = later(async () => (await import('./task/BillTasks.tsx')).BillTasks)
const tasksOf =
  (...types: readonly TaskType[]): ComponentType<{ bill: Row }> =>
  ({ bill }) =>
    createElement(BillTasks, { bill, types })

export const orderPages = billPage(orderBill, {
  tasks: tasksOf('RECEIVE', 'PUTAWAY'),
  tabs: trailTabs(orderReceipts, orderPutAways),
  next: later(async () => (await import('./order/OrderNext.tsx')).OrderNext),
  refuses: orderVain,
  print: printings.orderBill,
})
export const operatePages = billPage(operateBill, {
  tasks: tasksOf('PICK'),
  tabs: trailTabs(operateAllocation, operateContainers, operateShips, operateLinks),
  next: later(async () => (await import('./operate/OperateNext.tsx')).OperateNext),
  print: printings.operateBill,
  ...operateVerbs,
})
export const shipPages = billPage(shipBill, {
  tasks: tasksOf('ENTER_TRUCK', 'DESPATCH'),
  tabs: trailTabs(shipContainers, shipGoods),
  stages: ['containers', 'loaded'],
  next: later(async () => (await import('./ship/NextStep.tsx')).ShipNext),
  dialogs: shipDialogs,
  refuses: shipVain,
  print: [printings.shipBill, printings.shipNotes, printings.gatePass],
})

export const binPages: PageSet = {
  entity: bin,
  views: {
    ...entityPage(bin).views,
    List: async () => ({ default: (await import('./bin/BinList.tsx')).BinList }),
    Dtl: async () => ({ default: (await import('./bin/BinList.tsx')).BinDetail }),
  },
}

export const areaPages: PageSet = {
  entity: area,
  views: {
    ...entityPage(area).views,
    List: async () => ({ default: (await import('./area/AreaList.tsx')).AreaList }),
  },
}

export const dockPages: PageSet = {
  entity: dock,
  views: {
    ...entityPage(dock).views,
    List: async () => ({ default: (await import('./dock/DockList.tsx')).DockList }),
    Dtl: async () => ({ default: (await import('./dock/DockList.tsx')).DockDetail }),
  },
}

export const schemePages: PageSet = {
  entity: productStorageScheme,
  views: {
    ...entityPage(productStorageScheme).views,
    List: async () => ({ default: (await import('./scheme/SchemeList.tsx')).SchemeList }),
    Dtl: async () => ({ default: (await import('./scheme/SchemeList.tsx')).SchemeDetail }),
  },
}

const { Add: _, ...containerViews } = printPage(container, printings.container).views
export const containerPages: PageSet = {
  entity: container,
  views: {
    ...containerViews,
    List: async () => ({ default: (await import('./container/ContainerList.tsx')).ContainerList }),
    Dtl: async () => ({ default: (await import('./container/ContainerDetail.tsx')).ContainerDetail }),
  },
}

/** List, station and detail of one type of task. */
export const taskPages = (type: TaskType): PageSet => {
  const of = viewOf(type)
  return {
    entity: of,
    views: {
      List: async () => {
        const { TaskPage } = await import('./task/TaskPage.tsx')
        return { default: () => createElement(TaskPage, { of, type }) }
      },
      Dtl: detail(of),
    },
  }
}
const detail =
  (of: AnyEntity): Load =>
  async () => {
    const { TaskDetail } = await import('./task/TaskDetail.tsx')
    return { default: () => createElement(TaskDetail, { of }) }
  }
export const taskCentrePages: PageSet = {
  entity: task,
  views: { List: async () => ({ default: (await import('./task/TaskCentre.tsx')).TaskCentre }), Dtl: detail(task) },
}

export const putAwayPages: PageSet = {
  ...taskPages('PUTAWAY'),
  views: {
    ...taskPages('PUTAWAY').views,
    Add: async () => ({ default: (await import('./putAway/PutAwayAdd.tsx')).PutAwayAdd }),
  },
}
