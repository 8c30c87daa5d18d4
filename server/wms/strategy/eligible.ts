import { addDays, daysBetween } from '@lading/contract/kernel/day.ts'
import { formatQty, mulRatio, type Qty } from '@lading/contract/kernel/qty.ts'
import { type Reason, reason } from './reason.ts'
import { availableOf, type StockRow, type Taken } from './stockRow.ts'

/** What an order line demands of the lot itself; absent means anything will do. */
export type LotLimit = {
  readonly lotId?: string
  readonly batch?: string
  readonly vendorId?: string
  readonly minExpireDate?: string
  readonly minProductionDate?: string
}

/** What stock must be like to be taken at all. */
export type Eligibility = {
  readonly ownerId: string
  readonly productId: string
  /** Only goods packed like this; null for any pack. */
  readonly qpcId: string | null
  /** Types the scheme allows, such as GOOD and GIFT. */
  readonly stockTypes: readonly string[]
  /** Day the goods leave, `YYYY-MM-DD`. */
  readonly shipDate: string
  /** Days of shelf life that must remain on that day; see {@link minRemainDays}. */
  readonly minRemainDays: number
  readonly lotLimit: LotLimit
  /** Bins not to take from, such as the one where goods were just not found. */
  readonly excludeBinIds: readonly string[]
}

export type RefusalCode =
  | 'OTHER_GOODS'
  | 'STOCK_TYPE'
  | 'BIN_LOCKED'
  | 'BIN_EXCLUDED'
  | 'LOT_HOLD'
  | 'LOT_LIMIT'
  | 'NOT_FRESH'
  | 'NOTHING_FREE'

/** A stock row that was passed over, and why. */
export type RefusedRow = { readonly stockId: string; readonly reason: Reason<RefusalCode> }

/** What a store and a product say of remaining shelf life; null for nothing said. */
export type Freshness = {
  readonly storeDays: number | null
  /** Share of the shelf life in percent; 33.3 is `33300n`. */
  readonly storePercent: Qty | null
  readonly productDays: number | null
  readonly shelfLifeDays: number | null
}

/**
 * Days of shelf life that must remain on the ship day: the store's, the stricter when it states both days and a share
 * of the shelf life (rounded up); the product's when the store states none. Source: wms.md 7.3.
 */
export function minRemainDays({ storeDays, storePercent, productDays, shelfLifeDays }: Freshness): number {
  const byShare =
    storePercent === null || shelfLifeDays === null
      ? null
      : Number(mulRatio(BigInt(shelfLifeDays), storePercent, 100_000n, 'UP'))
  if (storeDays === null && byShare === null) return productDays ?? 0
  return Math.max(storeDays ?? 0, byShare ?? 0)
}

/**
 * Why a row may not be taken, or undefined when it may. A lot without expiry date is always fresh.
 * @param taken what this run took before
 */
export function rowRefusal(row: StockRow, wanted: Eligibility, taken: Taken): Reason<RefusalCode> | undefined {
  const { lot, bin } = row
  if (row.ownerId !== wanted.ownerId || row.productId !== wanted.productId)
    return reason('OTHER_GOODS', texts.otherGoods)
  if (wanted.qpcId !== null && row.qpcId !== wanted.qpcId) return reason('OTHER_GOODS', texts.otherPack)
  if (!wanted.stockTypes.includes(row.stockType)) {
    return reason('STOCK_TYPE', texts.stockType, { type: row.stockType })
  }
  if (bin.lockOut !== null) return reason('BIN_LOCKED', texts.binLocked, { bin: bin.code, reason: bin.lockOut })
  if (wanted.excludeBinIds.includes(bin.id)) return reason('BIN_EXCLUDED', texts.binExcluded, { bin: bin.code })
  if (lot.hold !== null) return reason('LOT_HOLD', texts.lotHold, { reason: lot.hold })
  if (!meetsLimit(row, wanted.lotLimit)) return reason('LOT_LIMIT', texts.lotLimit)
  return freshnessRefusal(lot.expireDate, wanted) ?? freeRefusal(row, taken)
}

function meetsLimit({ lot }: StockRow, limit: LotLimit): boolean {
  return (
    (limit.lotId === undefined || lot.id === limit.lotId) &&
    (limit.batch === undefined || lot.batch === limit.batch) &&
    (limit.vendorId === undefined || lot.vendorId === limit.vendorId) &&
    (limit.minExpireDate === undefined || (lot.expireDate !== null && lot.expireDate >= limit.minExpireDate)) &&
    (limit.minProductionDate === undefined ||
      (lot.productionDate !== null && lot.productionDate >= limit.minProductionDate))
  )
}

function freshnessRefusal(expireDate: string | null, { shipDate, minRemainDays: days }: Eligibility) {
  if (expireDate === null || expireDate >= addDays(shipDate, days)) return undefined
  return reason('NOT_FRESH', texts.notFresh, { remain: daysBetween(shipDate, expireDate), need: days })
}

function freeRefusal(row: StockRow, taken: Taken) {
  if (availableOf(row, taken) > 0n) return undefined
  return reason('NOTHING_FREE', texts.nothingFree, { qty: formatQty(row.qty) })
}

const texts = {
  otherGoods: ['货主或商品不符', 'Other owner or product'],
  otherPack: ['规格不符', 'Other pack'],
  stockType: ['库存类型[{type}]不允许分配', 'Stock type [{type}] cannot be allocated'],
  binLocked: ['货位[{bin}]已锁定：{reason}', 'Bin [{bin}] is locked: {reason}'],
  binExcluded: ['货位[{bin}]已排除', 'Bin [{bin}] is excluded'],
  lotHold: ['批次已冻结：{reason}', 'The lot is on hold: {reason}'],
  lotLimit: ['批次不符合订单要求', "The lot does not meet the order's requirements"],
  notFresh: ['剩余效期{remain}天低于要求{need}天', 'Remaining shelf life {remain} days, minimum {need}'],
  nothingFree: ['库存{qty}已全部占用', 'All {qty} in stock is reserved'],
} as const
