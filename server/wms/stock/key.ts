import type { StockType } from '@lading/contract/wms/place.ts'

/** What tells one stock row from another, inside a logistics centre. */
export interface StockKey {
  readonly ownerId: string
  readonly productId: string
  readonly qpcId: string
  readonly lotId: string
  readonly stockType: StockType
  readonly binId: string
  readonly containerId: string
}

export const keyText = (k: StockKey): string =>
  `${k.binId}/${k.containerId}/${k.productId}/${k.lotId}/${k.qpcId}/${k.stockType}/${k.ownerId}`

/** Numeric order of ids, in which all locks are taken. */
export const byId = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** The key alone, of something that carries more. */
export const bareKey = ({ ownerId, productId, qpcId, lotId, stockType, binId, containerId }: StockKey): StockKey => ({
  ownerId,
  productId,
  qpcId,
  lotId,
  stockType,
  binId,
  containerId,
})
