import { ownerAdjBill } from '@lading/contract/wms/ownerAdjBill.ts'
import { processTask } from '@lading/contract/wms/processTask.ts'
import { productAdjBill } from '@lading/contract/wms/productAdjBill.ts'
import { recipientBill } from '@lading/contract/wms/recipientBill.ts'
import { weighSow } from '@lading/contract/wms/weighSow.ts'
import type { PageSet } from '../../kernel/page.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { printings } from '../printings.ts'
import { stockLines } from '../stock/stockLines.ts'
import { taskPages } from '../task/pages.ts'
import { tasksOf } from '../task/tasksOf.ts'

export const processPages = billPage(processTask, {
  tasks: tasksOf('PROC_MOVE_IN', 'PUTAWAY', 'MOVE'),
  print: printings.processTask,
  controls: async () => ({ lines: (await import('./ProcessLines.tsx')).ProcessLines }),
})
export const productAdjPages = billPage(productAdjBill, { controls: stockLines(productAdjBill) })
export const ownerAdjPages = billPage(ownerAdjBill, { controls: stockLines(ownerAdjBill) })
export const recipientPages = billPage(recipientBill, {
  tasks: tasksOf('PUTAWAY'),
  print: printings.recipientBill,
})
const sowing = taskPages('SOW')
export const weighPages: PageSet = {
  entity: weighSow,
  views: { ...sowing.views, List: async () => ({ default: (await import('./WeighStation.tsx')).WeighStation }) },
}
