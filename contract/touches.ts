/*
 * What changes with what, by key: it is known to the whole client before any of the declarations is fetched. News are
 * told of what somebody has done something to; what that has written or changed besides, they do not say.
 */

/** What a posting and its promises write. Nobody does anything to these rows themselves. */
const goods = ['wms.stock', 'wms.ledger', 'wms.reservation', 'wms.binClaim', 'wms.posting', 'wms.lot'] as const

/** What is done to rows of a kind also writes rows of others. */
const writes: Readonly<Record<string, readonly string[]>> = {
  'wms.task': [...goods, 'wms.container', 'wms.orderBill', 'wms.operateBill', 'wms.shipBill'],
  'wms.orderBill': [...goods, 'wms.task', 'wms.container'],
  'wms.operateBill': [...goods, 'wms.task', 'wms.container', 'wms.shipBill'],
  'wms.shipBill': [...goods, 'wms.task', 'wms.container', 'wms.operateBill'],
  'wms.typeChangeBill': goods,
}

/** What rows of a kind say is shown with others as well: figures that are worked out from them, boards over them. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  'wms.stock': [
    'wms.stockLookBoard',
    'wms.stockBatchLookBoard',
    'wms.lot',
    'wms.reservation',
    'wms.container',
    'wms.bin',
    'wms.productBin',
    'wms.shipBill',
    'wms.today',
    'mdm.product',
  ],
  'wms.task': ['wms.today', 'wms.dock', 'wms.shipBill', 'wms.reservation'],
  'wms.container': ['wms.bin', 'wms.shipBill', 'wms.task', 'wms.stockLookBoard'],
  'wms.orderBill': ['wms.today'],
  'wms.operateBill': ['wms.today', 'wms.reservation'],
  'wms.shipBill': ['wms.today'],
  'wms.bin': ['wms.area', 'wms.productBin', 'wms.task', 'mdm.product'],
  'wms.productBin': ['mdm.product'],
  // Goods that are held, or freed, and lots that are.
  'wms.stockLookBoard': ['wms.stockBatchLookBoard', 'wms.reservation', 'wms.bin', 'mdm.product'],
  'wms.stockBatchLookBoard': ['wms.stockLookBoard'],
  'wms.productCategory': ['wms.productStorageScheme'],
  'mdm.product': ['mdm.packProduct', 'wms.productStorageScheme'],
  'mdm.productQpc': ['mdm.product', 'mdm.packProduct', 'wms.productBin'],
}

const touchedBy = (topic: string): readonly string[] => {
  const written = [topic, ...(writes[topic] ?? [])]
  return [...new Set([...written, ...written.flatMap((key) => shownBy[key] ?? [])])].filter((key) => key !== topic)
}

/** By what news are told of: all that is to be read again with it. */
export const touches: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...new Set([...Object.keys(writes), ...Object.keys(shownBy)])].map((topic) => [topic, touchedBy(topic)]),
)
