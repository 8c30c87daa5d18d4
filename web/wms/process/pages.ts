import { bom } from '@lading/contract/wms/bom.ts'
import { ownerAdjBill } from '@lading/contract/wms/ownerAdjBill.ts'
import { processTask } from '@lading/contract/wms/processTask.ts'
import { productAdjBill } from '@lading/contract/wms/productAdjBill.ts'
import { recipientBill } from '@lading/contract/wms/recipientBill.ts'
import { weighSow } from '@lading/contract/wms/weighSow.ts'
import { createElement } from 'react'
import type { Values } from '../../kernel/form/draft.ts'
import type { Load, PageSet } from '../../kernel/page.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { printings } from '../printings.ts'
import { stockLines } from '../stock/stockLines.ts'
import { taskPages } from '../task/pages.ts'
import { tasksOf } from '../task/tasksOf.ts'

const recipes = billPage(bom)
const recipeForm: Load = async () => {
  const { EntityForm } = await import('../../kernel/form/EntityForm.tsx')
  // A pack is one of the product.
  const where = { qpcId: ({ productId }: Values) => (productId ? { productId: String(productId) } : undefined) }
  return { default: () => createElement(EntityForm, { of: bom.header, shape: { where } }) }
}
export const bomPages: PageSet = { ...recipes, views: { ...recipes.views, Add: recipeForm, Edit: recipeForm } }
export const processPages = billPage(processTask, {
  tasks: tasksOf('PROC_MOVE_IN', 'PUTAWAY', 'MOVE'),
  stages: ['planQty', 'doneQty'],
  print: printings.processTask,
  controls: async () => ({ lines: (await import('./ProcessLines.tsx')).ProcessLines }),
})
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
