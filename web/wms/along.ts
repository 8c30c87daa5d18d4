import { boardViews } from '@lading/contract/wms/board.ts'
import { container } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { task } from '@lading/contract/wms/task.ts'

/** Work on a bill is done in tasks and moves goods. */
const moved: readonly string[] = [task.key, container.key, ...boardViews.map((v) => v.key), 'wms.today']

/** What else changes with the warehouse's own rows, beside what shows them. */
export const alongWith: Readonly<Record<string, readonly string[]>> = {
  [orderBill.header.key]: moved,
  [operateBill.header.key]: [...moved, shipBill.header.key],
  [shipBill.header.key]: [...moved, operateBill.header.key],
  [task.key]: ['wms.today'],
}
