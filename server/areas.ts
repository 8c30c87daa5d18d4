import { permissionSubjects } from '@lading/contract/tables.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { mergeOperate, planOperate, splitOperate } from '@lading/contract/wms/operateCalls.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { receiveAll as receiveAllCall } from '@lading/contract/wms/receiveCalls.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import * as trails from '@lading/contract/wms/trail.ts'
import { typeChangeBill } from '@lading/contract/wms/typeChangeBill.ts'
import { type Served, serve } from './kernel/http/serve.ts'
import { mastersServed } from './masters.ts'
import { permissionRegistry } from './permissions.ts'
import type { Derivation } from './platform/document/refresh.ts'
import { documentServed } from './platform/document/served.ts'
import { reportServed } from './platform/report/reports.ts'
import { sheetServed } from './platform/sheet/template.ts'
import { adminServed } from './sys/served.ts'
import { billRules, billServed } from './wms/bill/billServed.ts'
import { boardServed } from './wms/board/served.ts'
import { isDcBusy } from './wms/masters/dcBusy.ts'
import { prepareDc } from './wms/masters/prepareDc.ts'
import { moveServed } from './wms/move/served.ts'
import { planOf } from './wms/operate/plan.ts'
import { mergeOrders, splitOrder } from './wms/operate/rearrange.ts'
import { operateDerivation, operateSteps } from './wms/operate/steps.ts'
import { allocationOf, containersOf, linksOf, shipsOf } from './wms/operate/trail.ts'
import { receiveAll } from './wms/order/receiveAll.ts'
import { orderDerivation, orderSteps } from './wms/order/steps.ts'
import { putAwaysOf, receiptsOf } from './wms/order/trail.ts'
import { printServed } from './wms/print/served.ts'
import { putAwayServed } from './wms/putAway/served.ts'
import { wmsReports } from './wms/report/reports.ts'
import { shipServed } from './wms/ship/served.ts'
import { shipRules, shipSteps } from './wms/ship/steps.ts'
import { stockBillServed } from './wms/stockBill/served.ts'
import { typeChangeWork } from './wms/stockBill/typeChange.ts'
import { taskServed } from './wms/task/served.ts'

/**
 * Everything that the areas answer, beside the session's own calls.
 * @param secret the installation's
 */
export function areaServed(secret: string): Served[] {
  const served: Served[] = [...workServed()]
  served.push(
    ...adminServed({
      permissions: () => permissionRegistry(served, permissionSubjects),
      prepareDc,
      isBusy: isDcBusy,
      secret,
    }),
  )
  return served
}

const workServed = (): Served[] => [
  ...mastersServed(),
  ...billServed(orderBill, orderSteps),
  ...sheetServed(orderBill.header, billRules(orderBill)),
  serve(receiveAllCall, receiveAll),
  serve(trails.orderReceipts.call, receiptsOf),
  serve(trails.orderPutAways.call, putAwaysOf),
  ...billServed(operateBill, operateSteps),
  ...sheetServed(operateBill.header, billRules(operateBill)),
  serve(planOperate, planOf),
  serve(splitOperate, splitOrder),
  serve(mergeOperate, mergeOrders),
  serve(trails.operateLinks.call, linksOf),
  serve(trails.operateAllocation.call, allocationOf),
  serve(trails.operateContainers.call, containersOf),
  serve(trails.operateShips.call, shipsOf),
  ...documentServed(shipBill, shipSteps, shipRules),
  ...sheetServed(shipBill.header, shipRules),
  ...shipServed(),
  ...stockBillServed(typeChangeBill, typeChangeWork),
  ...sheetServed(typeChangeBill.header),
  ...taskServed(),
  ...putAwayServed(),
  ...moveServed(),
  ...printServed(),
  ...boardServed(),
  ...reportServed(wmsReports),
]

/** How each bill type's state follows from its lines; run by the outbox after the commit. */
export const derivations: Readonly<Record<string, Derivation>> = {
  [orderBill.header.key]: orderDerivation,
  [operateBill.header.key]: operateDerivation,
}
