import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { bom } from '@lading/contract/wms/bom.ts'
import { ownerAdjBill } from '@lading/contract/wms/ownerAdjBill.ts'
import { processTask } from '@lading/contract/wms/processTask.ts'
import { productAdjBill } from '@lading/contract/wms/productAdjBill.ts'
import { recipientBill } from '@lading/contract/wms/recipientBill.ts'
import { weighSow } from '@lading/contract/wms/weighSow.ts'
import { createElement } from 'react'
import type { FormShape } from '../../kernel/form/shape.ts'
import type { Load, PageSet } from '../../kernel/page.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { printings } from '../printings.ts'
import { stockLines } from '../stock/stockLines.ts'
import { taskPages } from '../task/pages.ts'
import { tasksOf } from '../task/tasksOf.ts'

/** With a form of which refs offer only what makes sense. */
const formed = (of: AnyEntity, pages: PageSet, shape: () => Promise<FormShape>): PageSet => {
  const form: Load = async () => {
    const { EntityForm } = await import('../../kernel/form/EntityForm.tsx')
    const given = await shape()
    return { default: () => createElement(EntityForm, { of, shape: given }) }
  }
  return { ...pages, views: { ...pages.views, Add: form, Edit: form } }
}
export const bomPages = formed(bom.header, billPage(bom), async () => ({
  where: { qpcId: ({ productId }) => (productId ? { productId: String(productId) } : undefined) },
}))
export const processPages = formed(
  processTask.header,
  billPage(processTask, {
    tasks: tasksOf('PROC_MOVE_IN', 'PUTAWAY', 'MOVE'),
    stages: ['planQty', 'doneQty'],
    print: printings.processTask,
  }),
  async () => ({
    where: { bomId: () => ({ state: 'ACTIVE' }), binId: () => ({ usage: 'PROCESS' }) },
    controls: { lines: (await import('./ProcessLines.tsx')).ProcessLines },
  }),
)
export const productAdjPages = billPage(productAdjBill, { controls: stockLines(productAdjBill) })
export const ownerAdjPages = billPage(ownerAdjBill, { controls: stockLines(ownerAdjBill) })
export const recipientPages = billPage(recipientBill, {
  stages: ['planQty', 'bookedQty', 'doneQty'],
  tasks: tasksOf('PUTAWAY'),
  print: printings.recipientBill,
})
const sowing = taskPages('SOW')
export const weighPages: PageSet = {
  entity: weighSow,
  views: { ...sowing.views, List: async () => ({ default: (await import('./WeighStation.tsx')).WeighStation }) },
}
