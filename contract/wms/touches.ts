import type { Touches } from '../kernel/touches.ts'

/** What a posting and its promises write. Nobody does anything to these rows themselves. */
const goods = ['wms.stock', 'wms.ledger', 'wms.reservation', 'wms.binClaim', 'wms.posting', 'wms.lot'] as const

/** Papers that work on returns writes, and that it makes. */
const returns = ['wms.storeReturnBill', 'wms.sjReturn', 'wms.vendorReturnBill', 'wms.diffBill'] as const

/** What changes with stock, work and papers. */
export const wmsTouches: Touches = {
  writes: {
    'wms.task': [
      ...goods,
      'wms.container',
      'wms.orderBill',
      'wms.operateBill',
      'wms.shipBill',
      'wms.stockTakeBill',
      'wms.pickBinBill',
      'wms.preRplBill',
      'wms.qualityBill',
      'wms.productBin',
      ...returns,
    ],
    'wms.pickLabel': [...goods, 'wms.task', 'wms.container', 'wms.operateBill'],
    'wms.pickContainer': ['wms.task', 'wms.container'],
    'wms.orderBill': [...goods, 'wms.task', 'wms.container'],
    'wms.qualityBill': [...goods, 'wms.task', 'wms.container'],
    'wms.operateBill': [...goods, 'wms.task', 'wms.container', 'wms.shipBill'],
    'wms.containerCheckTask': [...goods, 'wms.task', 'wms.container', 'wms.operateBill', 'wms.stockTakeBill'],
    'wms.abolishTruckTask': [...goods, 'wms.task', 'wms.container', 'wms.shipBill', 'wms.operateBill'],
    'wms.containerMergeTask': [...goods, 'wms.task', 'wms.container'],
    'wms.shipBill': [...goods, 'wms.task', 'wms.container', 'wms.operateBill'],
    'wms.previewBill': ['wms.orderBill'],
    'wms.storeReturnBill': ['wms.task'],
    'wms.sjReturn': ['wms.task', 'wms.diffBill'],
    'wms.vendorReturnBill': [...goods, 'wms.task'],
    'wms.diffBill': ['wms.task'],
    'wms.warehouseRegister': ['wms.previewBill', 'wms.task', 'wms.shipBill'],
    'wms.waveBill': [...goods, 'wms.task', 'wms.operateBill'],
    'wms.autoRule': ['wms.waveBill', 'wms.operateBill'],
    'wms.typeChangeBill': goods,
    'wms.attrChangeBill': goods,
    'wms.pickOrder': ['wms.bin'],
    'wms.pickBinBill': [...goods, 'wms.task', 'wms.productBin'],
    'wms.preRplBill': [...goods, 'wms.task'],
    'wms.stockTakeBill': [...goods, 'wms.task', 'wms.bin', 'wms.stockTakeBin', 'wms.stockCount'],
  },
  shownBy: {
    'wms.stock': [
      'wms.stockLookBoard',
      'wms.stockBatchLookBoard',
      'wms.lot',
      'wms.reservation',
      'wms.container',
      'wms.bin',
      'wms.productBin',
      'wms.binCapacity',
      'wms.shipBill',
      'wms.today',
      'mdm.product',
    ],
    'wms.task': [
      'wms.today',
      'wms.dock',
      'wms.shipBill',
      'wms.reservation',
      'wms.waveBill',
      'wms.stockTakeBill',
      'wms.preRplBill',
      'wms.worker',
      'wms.pickLabel',
      'wms.pickContainer',
    ],
    'wms.warehouseRegister': ['wms.registerIn', 'wms.registerRelease', 'wms.registerOut', 'wms.dock'],
    'wms.pickLabel': ['wms.labelEx', 'wms.rplLabel'],
    'wms.reservation': ['wms.task'],
    // How long work takes by its standard.
    'wms.sysTaskConfig': ['wms.task'],
    'wms.container': ['wms.bin', 'wms.shipBill', 'wms.task', 'wms.stockLookBoard'],
    'wms.orderBill': ['wms.today'],
    'wms.diffBill': ['wms.task'],
    'wms.operateBill': ['wms.today', 'wms.reservation', 'wms.waveBill', 'wms.autoRule'],
    'wms.shipBill': ['wms.today'],
    'wms.bin': ['wms.area', 'wms.productBin', 'wms.task', 'mdm.product'],
    'wms.productBin': ['mdm.product'],
    // Goods that are held, or freed, and lots that are.
    'wms.stockLookBoard': ['wms.stockBatchLookBoard', 'wms.reservation', 'wms.bin', 'mdm.product'],
    'wms.stockBatchLookBoard': ['wms.stockLookBoard'],
    'wms.productCategory': ['wms.productStorageScheme'],
    'mdm.product': ['wms.productStorageScheme'],
    'mdm.productQpc': ['wms.productBin'],
  },
}
