import type { Manifest } from '../kernel/manifest.ts'
import { owner } from '../mdm/owner.ts'
import { productCategory, store, vendor } from '../mdm/partner.ts'
import { attrChangeBill } from './attrChangeBill.ts'
import { autoRule, autoRun } from './autoRule.ts'
import { billLink } from './billLink.ts'
import { binCapacity } from './binCapacity.ts'
import { boardViews, dashboardCurrent } from './board.ts'
import { bom } from './bom.ts'
import { collectBinScheme } from './collectScheme.ts'
import { container, containerType } from './container.ts'
import { checkCount, containerCheck } from './containerCheck.ts'
import { appointmentBoard } from './dashboardAppointment.ts'
import { dashboardIn } from './dashboardIn.ts'
import { dashboardOut } from './dashboardOut.ts'
import { dashboardReverseView } from './dashboardReverse.ts'
import { dashboardTaskView } from './dashboardTaskView.ts'
import { dashboardWarehouse } from './dashboardWarehouse.ts'
import { diffBill } from './diffBill.ts'
import { dockSlot } from './dockSlot.ts'
import { wmsDuties } from './duties.ts'
import { historyTask } from './historyTask.ts'
import { operateBill } from './operateBill.ts'
import { wmsOptions } from './options.ts'
import { orderBill } from './orderBill.ts'
import { ownerAdjBill } from './ownerAdjBill.ts'
import { pickBinBill } from './pickBinBill.ts'
import { pickContainer, pickContainerLine } from './pickContainer.ts'
import { pickDiff, pickDiffAdj, pickDiffCancel } from './pickDiff.ts'
import { labelEx, pickLabel, rplLabel } from './pickLabel.ts'
import { pickOrder } from './pickOrder.ts'
import { area, bin, binType, dock, pickArea, storageArea } from './place.ts'
import { preRplBill } from './preRplBill.ts'
import { previewBill } from './previewBill.ts'
import { processTask } from './processTask.ts'
import { productAdjBill } from './productAdjBill.ts'
import { qualityBill } from './qualityBill.ts'
import { qualityScheme } from './qualityScheme.ts'
import { recipientBill } from './recipientBill.ts'
import { rtiAccount, rtiEntry, rtiPosting } from './rti.ts'
import { rtiBuy, rtiDiff, rtiIn, rtiLoss, rtiOut } from './rtiBills.ts'
import { containerBoard } from './rtiCalls.ts'
import { rtiDeposit } from './rtiDeposit.ts'
import { productBin, productStorageScheme } from './scheme.ts'
import { shipBill } from './shipBill.ts'
import { sjReturn } from './sjReturn.ts'
import { sowingScheme } from './sowingScheme.ts'
import {
  binClaim,
  ledger,
  ledgerMonth,
  ledgerOpening,
  lot,
  lotAlarm,
  posting,
  promiseMove,
  reconcileHit,
  reservation,
  stock,
} from './stock.ts'
import { stockCount, stockTakeBill, stockTakeBin } from './stockTakeBill.ts'
import { stockTypeScheme } from './stockTypeScheme.ts'
import { storeReturnBill } from './storeReturnBill.ts'
import { sysTaskConfig } from './sysTaskConfig.ts'
import { task, taskLine, taskLog } from './task.ts'
import { taskConfig } from './taskConfig.ts'
import { taskTypeNames, taskTypes } from './taskTypes.ts'
import { taskViews } from './taskViews.ts'
import { wmsTouches } from './touches.ts'
import { typeChangeBill } from './typeChangeBill.ts'
import { vendorReturnBill } from './vendorReturnBill.ts'
import { registerIn, registerOut, registerRelease, warehouseRegister } from './warehouseRegister.ts'
import { waveBill } from './waveBill.ts'
import { weighSow } from './weighSow.ts'
import { worker, workerDay } from './worker.ts'

/** 仓储 */
export const wms: Manifest = {
  area: 'wms',
  codes: {
    business: [
      [42220, 42299],
      [42400, 42499],
      [42650, 42699],
      [42700, 42799],
      [43300, 43499],
    ],
    others: [60, 69],
  },
  offers: [
    'bill',
    'container',
    'operateBill',
    'orderBill',
    'place',
    'scheme',
    'shipBill',
    'sowingScheme',
    'stock',
    'task',
    'waveBill',
  ],
  nouns: [
    owner,
    store,
    vendor,
    productCategory,
    area,
    binType,
    storageArea,
    pickArea,
    bin,
    dock,
    productStorageScheme,
    productBin,
    stockTypeScheme,
    binCapacity,
    sowingScheme,
    collectBinScheme,
    qualityScheme,
    containerType,
    container,
    sysTaskConfig,
    taskConfig,
    worker,
    task,
    orderBill,
    operateBill,
    waveBill,
    autoRule,
    autoRun,
    shipBill,
    typeChangeBill,
    attrChangeBill,
    pickBinBill,
    preRplBill,
    pickLabel,
    pickContainer,
    stockTakeBill,
    qualityBill,
    previewBill,
    warehouseRegister,
    rtiOut,
    rtiIn,
    rtiBuy,
    rtiLoss,
    rtiDiff,
    rtiDeposit,
    storeReturnBill,
    sjReturn,
    vendorReturnBill,
    diffBill,
    bom,
    processTask,
    productAdjBill,
    ownerAdjBill,
    recipientBill,
  ],
  kept: [
    rtiAccount,
    rtiPosting,
    rtiEntry,
    lot,
    lotAlarm,
    stock,
    posting,
    ledger,
    ledgerOpening,
    ledgerMonth,
    reservation,
    promiseMove,
    binClaim,
    dockSlot,
    reconcileHit,
    taskLine,
    taskLog,
    pickDiff,
    billLink,
    stockTakeBin,
    stockCount,
    containerCheck,
    checkCount,
    pickContainerLine,
    workerDay,
  ],
  views: [
    ...taskViews,
    weighSow,
    historyTask,
    pickOrder,
    pickDiffAdj,
    pickDiffCancel,
    labelEx,
    rplLabel,
    registerIn,
    registerRelease,
    registerOut,
  ],
  boardViews,
  boards: [
    dashboardCurrent,
    dashboardTaskView,
    dashboardWarehouse,
    dashboardIn,
    appointmentBoard,
    dashboardOut,
    containerBoard,
    dashboardReverseView,
  ],
  numbered: [
    ...taskTypeNames.map((type) => ({ kind: taskTypes[type].prefix, title: taskTypes[type].page })),
    { kind: 'L', title: lot.title },
    { kind: 'BQ', title: pickLabel.title },
  ],
  options: wmsOptions,
  duties: wmsDuties,
  touches: wmsTouches,
}
