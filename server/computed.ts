import type { Computations } from './kernel/registry.ts'
import { lineComputed } from './wms/computed/bill.ts'
import { binComputed, productBinComputed } from './wms/computed/bin.ts'
import { containerComputed } from './wms/computed/container.ts'
import { dockComputed } from './wms/computed/dock.ts'
import { lotComputed } from './wms/computed/lot.ts'
import { operateComputed } from './wms/computed/operateBill.ts'
import { orderComputed } from './wms/computed/orderBill.ts'
import { ownerComputed } from './wms/computed/owner.ts'
import { productComputed } from './wms/computed/product.ts'
import { reservationComputed } from './wms/computed/reservation.ts'
import { shipComputed, stopComputed } from './wms/computed/shipBill.ts'
import { stockComputed } from './wms/computed/stock.ts'
import { taskComputed } from './wms/computed/task.ts'
import { vendorComputed } from './wms/computed/vendor.ts'

/** How the computed fields of every area are worked out, by table. */
export const computations: Computations = {
  mdm_product: productComputed,
  wms_owner: ownerComputed,
  wms_vendor: vendorComputed,
  wms_order_bill: orderComputed,
  wms_order_bill_line: lineComputed,
  wms_operate_bill: operateComputed,
  wms_operate_bill_line: lineComputed,
  wms_ship_bill: shipComputed,
  wms_ship_stop: stopComputed,
  wms_stock: stockComputed,
  wms_lot: lotComputed,
  wms_reservation: reservationComputed,
  wms_task: taskComputed,
  wms_bin: binComputed,
  wms_container: containerComputed,
  wms_product_bin: productBinComputed,
  wms_dock: dockComputed,
}
