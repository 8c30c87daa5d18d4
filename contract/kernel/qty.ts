import { assert } from './fault.ts'
import type { Text } from './text.ts'

/**
 * 数量: an exact quantity in base units, held as whole thousandths (`1.5` is `1500n`), so that it adds, compares and
 * divides without drift. It is the code's side of `numeric(18,3)` in SQL and of a decimal string in JSON.
 */
export type Qty = bigint

/** Thousandths in one base unit. */
export const qtyScale = 1000n

/** Every quantity lies strictly between minus and plus this: 10^15 base units, what `numeric(18,3)` holds. */
export const qtyLimit: Qty = 10n ** 15n * qtyScale

/** Longest quantity text that is looked at: sign, 15 digits, point, 3 decimals, and room for leading zeros. */
export const qtyTextMax = 40

/** What a person or a partner system wrote is no quantity; `text` says why. */
export class QtyRefusal extends Error {
  readonly text: Text

  constructor(text: Text) {
    super(text[1])
    this.name = 'QtyRefusal'
    this.text = text
  }
}

const notANumber: Text = [
  '数量格式错误，应为最多3位小数的数字，如 12.5',
  'Not a quantity: use digits with at most 3 decimals, such as 12.5',
]
const tooFine: Text = ['数量最多3位小数', 'A quantity has at most 3 decimals']
const tooLarge: Text = ['数量超出范围，绝对值应小于10^15', 'Quantity out of range: it must stay below 10^15']

/**
 * Reads a plain ASCII decimal such as `-12.5` into a quantity.
 *
 * A fourth decimal is refused, not rounded, even when it is zero: whoever sends `0.0001` kg must hear about it.
 * Exponents, blanks, thousands separators, `+` and full-width digits are refused; see {@link normaliseQtyText}.
 *
 * @throws QtyRefusal when the text is no decimal, is finer than a thousandth or reaches {@link qtyLimit}.
 */
export function parseQty(text: string): Qty {
  if (text.length > qtyTextMax) throw new QtyRefusal(notANumber)
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) throw new QtyRefusal(notANumber)
  const [, sign = '', whole = '', decimals = ''] = match
  if (decimals.length > 3) throw new QtyRefusal(tooFine)
  const size = BigInt(whole + decimals.padEnd(3, '0'))
  return withinLimit(sign === '-' ? -size : size)
}

/** True when {@link parseQty} takes the text. */
export function isQtyText(text: string): boolean {
  try {
    parseQty(text)
    return true
  } catch (error) {
    if (error instanceof QtyRefusal) return false
    throw error
  }
}

/**
 * What a person typed, made plain: full-width digits and signs become ASCII, blanks at both ends go, and so do zeros behind
 * the third decimal, which are no finer value. It changes no value and drops no character inside, so that `1 2` is still
 * refused afterwards.
 */
export function normaliseQtyText(text: string): string {
  const plain = text.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).trim()
  return plain.replace(/^(-?\d+\.\d{3})0+$/, '$1')
}

/** The shortest decimal text: `1500n` is `1.5`, `2000n` is `2`. The inverse of {@link parseQty}. */
export function formatQty(qty: Qty): string {
  const size = absQty(qty)
  const decimals = (size % qtyScale).toString().padStart(3, '0').replace(/0+$/, '')
  return `${qty < 0n ? '-' : ''}${size / qtyScale}${decimals && `.${decimals}`}`
}

/** So many whole base units as a quantity. @throws QtyRefusal beyond {@link qtyLimit}. */
export function wholeQty(units: number | bigint): Qty {
  return withinLimit(BigInt(units) * qtyScale)
}

/** The same quantity, after a check that it fits `numeric(18,3)`. @throws QtyRefusal when it does not. */
export function withinLimit(qty: Qty): Qty {
  if (absQty(qty) >= qtyLimit) throw new QtyRefusal(tooLarge)
  return qty
}

/** The sum, zero for none. @throws QtyRefusal when the sum reaches {@link qtyLimit}. */
export function qtySum(quantities: Iterable<Qty>): Qty {
  let sum = 0n
  for (const qty of quantities) sum += qty
  return withinLimit(sum)
}

export function minQty(first: Qty, ...others: readonly Qty[]): Qty {
  return others.reduce((least, qty) => (qty < least ? qty : least), first)
}

export function maxQty(first: Qty, ...others: readonly Qty[]): Qty {
  return others.reduce((most, qty) => (qty > most ? qty : most), first)
}

export function absQty(qty: Qty): Qty {
  return qty < 0n ? -qty : qty
}

/** `DOWN` goes towards minus infinity and `UP` towards plus infinity, also below zero. */
export type Rounding = 'DOWN' | 'UP'

/**
 * `qty × numerator ÷ denominator`, rounded once, at the thousandth. Both parts of the ratio are in the same unit.
 * The denominator is positive.
 */
export function mulRatio(qty: Qty, numerator: bigint, denominator: bigint, rounding: Rounding): Qty {
  assert(denominator > 0n, 'mulRatio needs a positive denominator')
  const product = qty * numerator
  const floor = floorDivide(product, denominator)
  return rounding === 'UP' && floor * denominator !== product ? floor + 1n : floor
}

/** The greatest multiple of `step` not above `qty`. The step is positive. */
export function floorTo(qty: Qty, step: Qty): Qty {
  assert(step > 0n, 'a multiple needs a positive step')
  return floorDivide(qty, step) * step
}

/** The least multiple of `step` not below `qty`. The step is positive. */
export function ceilTo(qty: Qty, step: Qty): Qty {
  return -floorTo(-qty, step)
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend % divisor < 0n ? quotient - 1n : quotient
}
