import type { AnyEntity } from './kernel/entity.ts'
import { mdmTables } from './mdm/product.ts'
import { sysTables } from './sys/tables.ts'
import { billLink } from './wms/billLink.ts'
import { boardViews } from './wms/board.ts'
import { container, containerType } from './wms/container.ts'
import { operateBill } from './wms/operateBill.ts'
import { orderBill } from './wms/orderBill.ts'
import { ownerTables } from './wms/owner.ts'
import { partnerTables } from './wms/partner.ts'
import { pickDiff } from './wms/pickDiff.ts'
import { area, bin, binType, dock, pickArea, storageArea } from './wms/place.ts'
import { schemeTables } from './wms/scheme.ts'
import { shipBill, shipStop } from './wms/shipBill.ts'
import {
  binClaim,
  ledger,
  ledgerMonth,
  ledgerOpening,
  lot,
  posting,
  promiseMove,
  reconcileHit,
  reservation,
  stock,
} from './wms/stock.ts'
import { task, taskLine, taskLog } from './wms/task.ts'
import { taskViews } from './wms/taskViews.ts'
import { typeChangeBill } from './wms/typeChangeBill.ts'

/** Every declared table. What is not here has neither a table nor a place in the registry. */
export const tables: readonly AnyEntity[] = [
  ...sysTables,
  ...ownerTables,
  ...partnerTables,
  ...mdmTables,
  area,
  binType,
  storageArea,
  pickArea,
  bin,
  dock,
  ...schemeTables,
  containerType,
  container,
  lot,
  stock,
  posting,
  ledger,
  ledgerOpening,
  ledgerMonth,
  reservation,
  promiseMove,
  binClaim,
  reconcileHit,
  task,
  taskLine,
  taskLog,
  pickDiff,
  orderBill.header,
  orderBill.line,
  operateBill.header,
  operateBill.line,
  billLink,
  shipBill.header,
  shipStop,
  typeChangeBill.header,
  typeChangeBill.line,
]

/** What permissions are on: the tables, and the views of tables that have pages of their own. */
export const permissionSubjects: readonly AnyEntity[] = [...tables, ...taskViews, ...boardViews]
