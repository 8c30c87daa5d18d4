import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { decreaseStock } from '@lading/contract/wms/adjustCalls.ts'
import { historyTask } from '@lading/contract/wms/historyTask.ts'
import { task } from '@lading/contract/wms/task.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { type ComponentType, createElement } from 'react'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import type { Load, PageSet } from '../../kernel/page.ts'
import { printView } from '../../platform/print/printPage.ts'
import { taskPrintings } from './taskPrintings.ts'

/** List, station and detail of one type of task, and what is printed of it. */
export const taskPages = (type: TaskType): PageSet => {
  const of = viewOf(type)
  const prints = taskPrintings(type)
  return {
    entity: of,
    views: {
      List: async () => {
        const { TaskPage } = await import('./TaskPage.tsx')
        return { default: () => createElement(TaskPage, { of, type }) }
      },
      Dtl: detail(of),
    },
    ...(prints.length > 0 && { printView: printView(of, prints) }),
  }
}
const detail =
  (of: AnyEntity): Load =>
  async () => {
    const { TaskDetail } = await import('./TaskDetail.tsx')
    return { default: () => createElement(TaskDetail, { of }) }
  }
export const taskCentrePages: PageSet = {
  entity: task,
  views: { List: async () => ({ default: (await import('./TaskCentre.tsx')).TaskCentre }), Dtl: detail(task) },
}

export const historyPages: PageSet = {
  entity: historyTask,
  views: { List: async () => ({ default: (await import('./TaskHistory.tsx')).TaskHistory }), Dtl: detail(historyTask) },
}

/** With a page on which the stock is chosen that a task begins with. */
const startedPages = (type: TaskType, Add: Load): PageSet => {
  const pages = taskPages(type)
  return { ...pages, views: { ...pages.views, Add } }
}
export const putAwayPages = startedPages('PUTAWAY', async () => ({
  default: (await import('../putAway/PutAwayAdd.tsx')).PutAwayAdd,
}))
export const movePages = startedPages('MOVE', async () => ({ default: (await import('../move/MoveAdd.tsx')).MoveAdd }))

export const mergePages = startedPages('CONTAINER_MERGE', async () => ({
  default: (await import('../merge/MergeAdd.tsx')).MergeAdd,
}))

export const unloadPages = startedPages('ABOLISH_TRUCK', async () => ({
  default: (await import('../ship/UnloadAdd.tsx')).UnloadAdd,
}))

/** With the form in which it is written down. */
const typedPages = (type: TaskType, lines: () => Promise<ComponentType<InputProps>>): PageSet => {
  const pages = taskPages(type)
  const form: Load = async () => {
    const { EntityForm } = await import('../../kernel/form/EntityForm.tsx')
    const shape = { controls: { lines: await lines() } }
    return { default: () => createElement(EntityForm, { of: viewOf(type), shape }) }
  }
  return { ...pages, views: { ...pages.views, Add: form, Edit: form } }
}
export const decreasePages = typedPages('STOCK_DEC', async () => {
  const { StockLines } = await import('../stock/StockLines.tsx')
  return (p) => createElement(StockLines, { ...p, of: decreaseStock })
})
export const increasePages = typedPages(
  'STOCK_INC',
  async () => (await import('../../platform/bill/LineTable.tsx')).LineTable,
)
