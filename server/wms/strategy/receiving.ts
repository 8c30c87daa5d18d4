import { addDays, daysBetween } from '@lading/contract/kernel/day.ts'
import { assert } from '@lading/contract/kernel/fault.ts'
import {
  floorTo,
  formatQty,
  maxQty,
  minQty,
  mulRatio,
  parseQty,
  type Qty,
  wholeQty,
} from '@lading/contract/kernel/qty.ts'
import { type Reason, reason } from './reason.ts'

// Source: wms.md 7.1.

/** What may come in beyond the plan. Percentages are in thousandths: 5 % is `5000n`; null for nothing said. */
export type OverReceipt = {
  readonly planned: Qty
  /** Received before. */
  readonly done: Qty
  readonly productPercent: Qty | null
  readonly ownerPercent: Qty | null
  /** Smallest quantity that can be received: a piece, or a thousandth of a kg. */
  readonly unit: Qty
}

/** How much more of a line may be received: the product's own percentage counts before its owner's. Never negative. */
export function receivable({ planned, done, productPercent, ownerPercent, unit }: OverReceipt): Qty {
  const percent = productPercent ?? ownerPercent ?? 0n
  const most = floorTo(mulRatio(planned, 100_000n + percent, 100_000n, 'DOWN'), unit)
  return maxQty(0n, most - done)
}

/** What an order's line, its product and its owner say of it, as the database tells it. */
export type OrderedLine = {
  readonly planQty: string
  readonly cancelQty: string
  readonly productPct: string | null
  readonly ownerPct: string | null
  readonly isWeigh: boolean
}
const percent = (text: string | null): Qty | null => (text === null ? null : parseQty(text))

/** The most that may ever be received of a line, in however many receipts. */
export const mostReceived = ({ planQty, cancelQty, productPct, ownerPct, isWeigh }: OrderedLine): Qty =>
  receivable({
    planned: parseQty(planQty) - parseQty(cancelQty),
    productPercent: percent(productPct),
    ownerPercent: percent(ownerPct),
    unit: isWeigh ? 1n : wholeQty(1),
    done: 0n,
  })

/** Why so much cannot be received, or undefined when it can. */
export function overReceiptRefusal(qty: Qty, over: OverReceipt): Reason<'OVER_RECEIPT'> | undefined {
  const max = receivable(over)
  return qty <= max ? undefined : reason('OVER_RECEIPT', texts.overReceipt, { max: formatQty(max) })
}

/** 效期管理方式: no dates; production date is written down and expiry follows; or the other way round. */
export type ShelfMode = 'NONE' | 'PROD_DATE' | 'EXPIRY'

/** What a product says of its shelf life; null for nothing said. */
export type ShelfLife = {
  readonly mode: ShelfMode
  readonly shelfLifeDays: number | null
  readonly acceptDays: number | null
}

/** Dates of a lot, `YYYY-MM-DD`. */
export type LotDates = { readonly productionDate: string | null; readonly expireDate: string | null }

export type DateCode = 'DATE_MISSING' | 'MADE_IN_FUTURE' | 'EXPIRES_BEFORE_MADE' | 'DATES_DISAGREE'

/**
 * Completes the dates of received goods: expiry = production + shelf life, or back. When both are given they must
 * agree with the shelf life. Goods of mode NONE have no dates, whatever was typed.
 * @param today the business day, `YYYY-MM-DD`
 */
export function shelfDates(given: LotDates, shelf: ShelfLife, today: string): LotDates | Reason<DateCode> {
  const { mode, shelfLifeDays: life } = shelf
  if (mode === 'NONE') return { productionDate: null, expireDate: null }
  const dates = completed(given, life)
  const { productionDate: made, expireDate } = dates
  if (mode === 'PROD_DATE' && made === null) return reason('DATE_MISSING', texts.productionMissing)
  if (expireDate === null) return reason('DATE_MISSING', texts.expiryMissing)
  if (made === null) return dates
  if (made > today) return reason('MADE_IN_FUTURE', texts.madeInFuture)
  if (expireDate < made) return reason('EXPIRES_BEFORE_MADE', texts.expiresBeforeMade)
  if (life !== null && daysBetween(made, expireDate) !== life) {
    return reason('DATES_DISAGREE', texts.datesDisagree, { days: life })
  }
  return dates
}

function completed({ productionDate, expireDate }: LotDates, life: number | null): LotDates {
  if (life === null) return { productionDate, expireDate }
  return {
    productionDate: productionDate ?? (expireDate && addDays(expireDate, -life)),
    expireDate: expireDate ?? (productionDate && addDays(productionDate, life)),
  }
}

/** 允收天数: the product's own, else two thirds of the shelf life, rounded up; 0 when neither is known. */
export function acceptDays({ shelfLifeDays, acceptDays: own }: ShelfLife): number {
  return own ?? Math.ceil(((shelfLifeDays ?? 0) * 2) / 3)
}

/**
 * 允收: why goods are too old to be received, or undefined. Goods without expiry date are accepted.
 * A supervisor may let them in all the same.
 */
export function acceptanceRefusal(
  expireDate: string | null,
  shelf: ShelfLife,
  today: string,
): Reason<'TOO_OLD'> | undefined {
  if (expireDate === null) return undefined
  const remain = daysBetween(today, expireDate)
  const need = acceptDays(shelf)
  if (remain >= need) return undefined
  return remain < 0
    ? reason('TOO_OLD', texts.expired, { past: -remain })
    : reason('TOO_OLD', texts.tooOld, { remain, need })
}

/** 批次倒挂: why goods come in the wrong order, or undefined: something newer of product and owner was received before. */
export function dateInversion(
  productionDate: string | null,
  newestReceived: string | null,
): Reason<'DATE_INVERSION'> | undefined {
  if (productionDate === null || newestReceived === null || productionDate >= newestReceived) return undefined
  return reason('DATE_INVERSION', texts.dateInversion, { date: productionDate, newest: newestReceived })
}

/** Most pallets one received line is split into; more is a mistyped quantity. */
export const palletsMax = 1000

/**
 * Splits a received quantity into pallets, the last one partial; without a pallet quantity it stays whole.
 * @returns the quantities of the pallets, or a reason when there would be more than {@link palletsMax}
 */
export function palletSplit(qty: Qty, palletQty: Qty | null): readonly Qty[] | Reason<'TOO_MANY_PALLETS'> {
  assert(qty >= 0n && (palletQty === null || palletQty > 0n), 'quantities to split are positive')
  if (qty === 0n) return []
  if (palletQty === null) return [qty]
  const count = (qty + palletQty - 1n) / palletQty
  if (count > palletsMax)
    return reason('TOO_MANY_PALLETS', texts.tooManyPallets, { count: `${count}`, max: palletsMax })
  return Array.from({ length: Number(count) }, (_, at) => minQty(palletQty, qty - BigInt(at) * palletQty))
}

const texts = {
  overReceipt: ['超收：最多可收{max}', 'Over-receipt: at most {max} can be received'],
  productionMissing: ['生产日期不能为空', 'The production date must not be empty'],
  expiryMissing: ['到期日期不能为空', 'The expiry date must not be empty'],
  madeInFuture: ['生产日期不能晚于今天', 'The production date cannot be later than today'],
  expiresBeforeMade: ['到期日期不能早于生产日期', 'The expiry date cannot be earlier than the production date'],
  datesDisagree: [
    '生产日期与到期日期不符合保质期{days}天，请核对',
    'Production and expiry date do not match the shelf life of {days} days; check both',
  ],
  tooOld: [
    '剩余效期{remain}天低于允收{need}天，需主管放行',
    'Remaining shelf life {remain} days, minimum {need}; a supervisor must approve',
  ],
  expired: ['已过期{past}天，需主管放行', 'Expired {past} {past|day|days} ago; a supervisor must approve'],
  dateInversion: [
    '批次倒挂：生产日期{date}早于已收批次{newest}',
    'Date inversion: made on {date}, but a lot made on {newest} was received before',
  ],
  tooManyPallets: [
    '需要{count}托，最多{max}托，请检查数量',
    'Pallets needed: {count}, at most {max}: check the quantity',
  ],
} as const
