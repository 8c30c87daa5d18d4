/** Work on a bill is done in tasks and moves goods. */
const moved: readonly string[] = [
  'wms.task',
  'wms.container',
  'wms.stockLookBoard',
  'wms.stockBatchLookBoard',
  'wms.ledger',
  'wms.reservation',
  'wms.binClaim',
  'wms.today',
]

/**
 * What else changes with the warehouse's own rows, beside what shows them. By key, since it is known before any of the
 * declarations is fetched.
 */
export const alongWith: Readonly<Record<string, readonly string[]>> = {
  'wms.orderBill': moved,
  'wms.operateBill': [...moved, 'wms.shipBill'],
  'wms.shipBill': [...moved, 'wms.operateBill'],
  'wms.task': ['wms.today'],
}
