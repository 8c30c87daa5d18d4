import type { Touches } from '../kernel/touches.ts'

/** What a posting and its promises write. Nobody does anything to these rows themselves. */
const goods = ['wms.stock', 'wms.ledger', 'wms.reservation', 'wms.binClaim', 'wms.posting', 'wms.lot'] as const

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
    ],
    'wms.orderBill': [...goods, 'wms.task', 'wms.container'],
    'wms.qualityBill': [...goods, 'wms.task', 'wms.container'],
    'wms.operateBill': [...goods, 'wms.task', 'wms.container', 'wms.shipBill'],
    'wms.containerCheckTask': [...goods, 'wms.task', 'wms.container', 'wms.operateBill', 'wms.stockTakeBill'],
    'wms.abolishTruckTask': [...goods, 'wms.task', 'wms.container', 'wms.shipBill', 'wms.operateBill'],
    'wms.containerMergeTask': [...goods, 'wms.task', 'wms.container'],
    'wms.shipBill': [...goods, 'wms.task', 'wms.container', 'wms.operateBill'],
    'wms.waveBill': [...goods, 'wms.task', 'wms.operateBill'],
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
    ],
    'wms.reservation': ['wms.task'],
    'wms.container': ['wms.bin', 'wms.shipBill', 'wms.task', 'wms.stockLookBoard'],
    'wms.orderBill': ['wms.today'],
    'wms.operateBill': ['wms.today', 'wms.reservation', 'wms.waveBill'],
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
