import type { Manifest } from '../kernel/manifest.ts'
import { pageSet, type View } from '../kernel/page.ts'

/** What is made elsewhere is looked at and worked on, never typed in. */
const listed: readonly View[] = ['List', 'Dtl']

/** One way to all pages of a kind: the first list carries each that is written here. */
const labels = () => import('./label/pages.ts')
const diffs = () => import('./pickDiff/pages.ts')
const returns = () => import('./reverse/pages.ts')
const tasks = () => import('./task/pages.ts')
const yard = () => import('./yard/pages.ts')
const process = () => import('./process/pages.ts')
const rti = () => import('./rti/pages.ts')

/** 仓储, and the master data that it keeps. */
export const wms: Manifest = {
  beside: async () => (await import('./stock/TypeLooks.ts')).TypeLooks,
  pages: {
    'wms/dashboardCurrent': async () => ({ default: (await import('./board/Today.tsx')).Today }),
    'wms/dashboardTaskView': async () => ({ default: (await import('./board/TaskView.tsx')).TaskView }),
    'wms/dashboardWarehouse': async () => ({ default: (await import('./board/Warehouse.tsx')).Warehouse }),
    'wms/dashboardOut': async () => ({ default: (await import('./board/Outbound.tsx')).Outbound }),
    'wms/dashboardIn': async () => (await yard()).inboundBoard(),
    'wms/dashboardAppointmentViewList': async () => (await yard()).appointmentBoard(),
    'wms/previewBillList': pageSet('wms.previewBill', async () => (await yard()).previewPages),
    'wms/warehouseRegisterList': pageSet('wms.warehouseRegister', async () => (await yard()).registerPages, [
      'List',
      'Edit',
      'Dtl',
    ]),
    'wms/warehouseRegisterAdd': async () => (await yard()).registerAdd(),
    'wms/warehouseRegisterIn': pageSet('wms.registerIn', async () => (await yard()).inPages, listed),
    'wms/warehouseRegisterRelease': pageSet('wms.registerRelease', async () => (await yard()).releasePages, listed),
    'wms/warehouseRegisterOut': pageSet('wms.registerOut', async () => (await yard()).outPages, listed),
    'wms/dashBoardContainer': async () => (await rti()).containerBoardPage(),
    'wms/containerDepositList': pageSet('wms.rtiDeposit', async () => (await rti()).depositPages),
    'wms/ownerList': pageSet('wms.owner', async () => (await import('./partner/ownerPages.ts')).ownerPages),
    'wms/productCategoryList': pageSet(
      'wms.productCategory',
      async () => (await import('./partner/productCategoryPages.ts')).categoryPages,
    ),
    'wms/productList': pageSet('mdm.product', async () => (await import('./product/pages.ts')).productPages),
    'wms/containerList': pageSet('wms.container', async () => (await import('./container/pages.ts')).containerPages, [
      'List',
      'Edit',
      'Dtl',
    ]),
    'wms/sysTaskConfigList': pageSet(
      'wms.sysTaskConfig',
      async () => (await import('./task/typeConfigPages.ts')).typeConfigPages,
      ['List', 'Edit', 'Dtl'],
    ),
    'wms/wmsTaskConfigList': pageSet(
      'wms.taskConfig',
      async () => (await import('./scheme/taskRulePages.ts')).taskRulePages,
    ),
    'wms/workforceList': pageSet('wms.worker', async () => (await import('./worker/pages.ts')).workerPages),
    'wms/taskList': pageSet('wms.task', async () => (await tasks()).taskCentrePages, listed),
    'wms/historyTaskList': pageSet('wms.historyTask', async () => (await tasks()).historyPages, listed),
    'wms/receiveTaskList': pageSet('wms.receiveTask', async () => (await tasks()).taskPages('RECEIVE'), listed),
    'wms/putAwayTaskList': pageSet('wms.putAwayTask', async () => (await tasks()).putAwayPages, ['List', 'Add', 'Dtl']),
    'wms/taskStockDecList': pageSet('wms.stockDecTask', async () => (await tasks()).decreasePages),
    'wms/taskStockIncList': pageSet('wms.stockIncTask', async () => (await tasks()).increasePages),
    'wms/moveTaskList': pageSet('wms.moveTask', async () => (await tasks()).movePages, ['List', 'Add', 'Dtl']),
    'wms/pickTaskList': pageSet('wms.pickTask', async () => (await tasks()).taskPages('PICK'), listed),
    'wms/sowingList': pageSet('wms.sowTask', async () => (await tasks()).taskPages('SOW'), listed),
    'wms/containerCheckTaskList': pageSet(
      'wms.containerCheckTask',
      async () => (await tasks()).taskPages('CONTAINER_CHECK'),
      listed,
    ),
    'wms/containerMergeTaskList': pageSet('wms.containerMergeTask', async () => (await tasks()).mergePages, [
      'List',
      'Add',
      'Dtl',
    ]),
    'wms/pickCollectTaskList': pageSet(
      'wms.collectTask',
      async () => (await tasks()).taskPages('PICK_COLLECT'),
      listed,
    ),
    'wms/storeCollectCheckTaskList': pageSet(
      'wms.storeCheckTask',
      async () => (await tasks()).taskPages('STORE_COLLECT_CHECK'),
      listed,
    ),
    'wms/enterTruckTaskList': pageSet(
      'wms.enterTruckTask',
      async () => (await tasks()).taskPages('ENTER_TRUCK'),
      listed,
    ),
    'wms/abolishTruckTaskList': pageSet('wms.abolishTruckTask', async () => (await tasks()).unloadPages, [
      'List',
      'Add',
      'Dtl',
    ]),
    'wms/despatchTaskList': pageSet('wms.despatchTask', async () => (await tasks()).taskPages('DESPATCH'), listed),
    'wms/orderBillList': pageSet('wms.orderBill', async () => (await import('./order/pages.ts')).orderPages),
    'wms/stockLookBoardList': async () => ({ default: (await import('./board/StockBoard.tsx')).StockBoard }),
    'wms/stockPast': async () => ({ default: (await import('./board/PastStock.tsx')).PastStock }),
    'wms/stockBatchLookBoardList': async () => ({ default: (await import('./board/LotBoard.tsx')).LotBoard }),
    'wms/operateBillList': pageSet('wms.operateBill', async () => (await import('./operate/pages.ts')).operatePages),
    'wms/storageTypeList': pageSet(
      'wms.typeChangeBill',
      async () => (await import('./stock/typeChangePages.ts')).typeChangePages,
    ),
    'wms/stockTakeList': pageSet('wms.stockTakeBill', async () => (await import('./stockTake/pages.ts')).takePages),
    'wms/taskStockTakeList': pageSet('wms.stockTakeTask', async () => (await tasks()).taskPages('STOCK_TAKE'), listed),
    'wms/stockObjectChangeList': pageSet(
      'wms.attrChangeBill',
      async () => (await import('./stock/attrChangePages.ts')).attrChangePages,
    ),
    'wms/productPickBinAdjustmentBillList': pageSet(
      'wms.pickBinBill',
      async () => (await import('./pickBin/pages.ts')).pickBinPages,
    ),
    'wms/outboundAutoProcessingStation': pageSet(
      'wms.autoRule',
      async () => (await import('./auto/pages.ts')).autoPages,
    ),
    'wms/waveBillList': pageSet('wms.waveBill', async () => (await import('./wave/pages.ts')).wavePages),
    'wms/preReplenishList': pageSet('wms.preRplBill', async () => (await import('./preRpl/pages.ts')).preRplPages),
    'wms/replenishTaskList': pageSet('wms.replenishTask', async () => (await tasks()).taskPages('RPL_DOWN'), listed),
    'wms/replenishUpperTaskList': pageSet(
      'wms.replenishUpperTask',
      async () => (await tasks()).taskPages('RPL_UP'),
      listed,
    ),
    'wms/pickTaskLabelObtainView': pageSet('wms.pickLabel', async () => (await labels()).obtainPages, listed),
    'wms/pickTaskLabelExceptionHandleView': pageSet('wms.labelEx', async () => (await labels()).exceptionPages, listed),
    'wms/pickTaskContainerPrintList': pageSet(
      'wms.pickContainer',
      async () => (await import('./pickContainer/pages.ts')).pickContainerPages,
      listed,
    ),
    'wms/rplLabelPrintList': pageSet('wms.rplLabel', async () => (await labels()).rplLabelPages, listed),
    'wms/pickDiffAdjustList': pageSet('wms.pickDiffAdj', async () => (await diffs()).adjustPages, listed),
    'wms/pickDiffCancelList': pageSet('wms.pickDiffCancel', async () => (await diffs()).cancelPages, listed),
    'wms/shipBillList': pageSet('wms.shipBill', async () => (await import('./ship/pages.ts')).shipPages),
    'wms/storeReturnBillList': pageSet('wms.storeReturnBill', async () => (await returns()).storeReturnPages),
    'wms/storeRtnReceiveTaskList': pageSet(
      'wms.storeRtnReceiveTask',
      async () => (await tasks()).taskPages('STORE_RTN_RECEIVE'),
      listed,
    ),
    'wms/vendorReturnBillList': pageSet('wms.vendorReturnBill', async () => (await returns()).vendorReturnPages),
    'wms/returnPickTaskList': pageSet(
      'wms.returnPickTask',
      async () => (await tasks()).taskPages('RETURN_PICK'),
      listed,
    ),
    'wms/returnHandoverTaskList': pageSet(
      'wms.returnHandoverTask',
      async () => (await tasks()).taskPages('RETURN_HANDOVER'),
      listed,
    ),
    'wms/diffBillList': pageSet('wms.diffBill', async () => (await returns()).diffPages),
    'wms/operateDiffTaskList': pageSet(
      'wms.operateDiffTask',
      async () => (await tasks()).taskPages('OPERATE_DIFF'),
      listed,
    ),
    'wms/sjReturnsList': pageSet('wms.sjReturn', async () => (await returns()).sjPages),
    'wms/bomList': pageSet('wms.bom', async () => (await process()).bomPages),
    'wms/processTaskList': pageSet('wms.processTask', async () => (await process()).processPages),
    'wms/processMoveInList': pageSet(
      'wms.procMoveInTask',
      async () => (await tasks()).taskPages('PROC_MOVE_IN'),
      listed,
    ),
    'wms/stockProductAdjustmentBillList': pageSet('wms.productAdjBill', async () => (await process()).productAdjPages),
    'wms/ownerAdjustmentBillList': pageSet('wms.ownerAdjBill', async () => (await process()).ownerAdjPages),
    'wms/recipientBillList': pageSet('wms.recipientBill', async () => (await process()).recipientPages),
    'wms/weighSowing': pageSet('wms.weighSow', async () => (await process()).weighPages, listed),
    'wms/warehouseArea': pageSet('wms.area', async () => (await import('./area/pages.ts')).areaPages),
    'wms/dockList': pageSet('wms.dock', async () => (await import('./dock/pages.ts')).dockPages),
    'wms/binList': pageSet('wms.bin', async () => (await import('./bin/pages.ts')).binPages),
    'wms/pickOrderList': pageSet('wms.pickOrder', async () => (await import('./bin/orderPages.ts')).orderPages, [
      'List',
      'Edit',
      'Dtl',
    ]),
    'wms/binCapacityList': pageSet(
      'wms.binCapacity',
      async () => (await import('./bin/capacityPages.ts')).capacityPages,
    ),
    'wms/productQualityBillList': pageSet(
      'wms.qualityBill',
      async () => (await import('./quality/pages.ts')).qualityPages,
      ['List', 'Edit', 'Dtl'],
    ),
    'wms/productStorageSchemeList': pageSet(
      'wms.productStorageScheme',
      async () => (await import('./scheme/pages.ts')).schemePages,
    ),
    'mdm/productQpcList': pageSet('mdm.productQpc', async () => (await import('./pack/pages.ts')).packPages, listed),
  },
  // A centre's documents are made for the owners that it serves.
  offers: { 'wms.owner': { isOpenHere: 'true' } },
}
