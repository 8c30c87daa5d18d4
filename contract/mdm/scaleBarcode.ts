import { parseQty, type Qty } from '../kernel/qty.ts'
import type { Text } from '../kernel/text.ts'
import { hasCheckDigit } from './gs1.ts'

/**
 * How the scales of a shop print their labels: in-store numbers of GS1 prefix 20 to 29, whose inside every retailer
 * lays out himself. `pattern` has 13 or 18 places, blanks do not count: a digit stands for itself, `P` for a digit of
 * the item (PLU), `W` of the weight, `M` of the price, `.` for a digit nobody reads and `C`, at the end, for the check
 * digit. `2P PPPPP WWWWW C` is the common one.
 */
export type ScalePattern = {
  readonly pattern: string
  /** Decimals of the weight in kg, 0 to 3; 3 (gram) when absent. */
  readonly weightDecimals?: number
  /** Decimals of the price, 0 to 4; 2 when absent. */
  readonly priceDecimals?: number
}

/** What a scale label says: the item, and its weight in kg or its price as a decimal string, or both. */
export type ScaleLabel = { readonly plu: string; readonly weightKg?: Qty; readonly price?: string }

/** Why a pattern cannot be used, or undefined when it can. */
export function scalePatternRefusal({
  pattern,
  weightDecimals = 3,
  priceDecimals = 2,
}: ScalePattern): Text | undefined {
  const places = placesOf(pattern)
  if (places.length !== 13 && places.length !== 18)
    return ['秤码格式应为13位或18位', 'A scale pattern must have 13 or 18 characters']
  if (!/^2[0-9PWM.]+C$/.test(places)) {
    return [
      '秤码格式应以2开头、以校验位C结尾，中间只能用数字、P、W、M和点',
      'A scale pattern must start with 2 and end with C, with only digits, P, W, M and dots in between',
    ]
  }
  if (!places.includes('P')) return ['秤码格式缺少商品位P', 'A scale pattern needs P positions for the item']
  if (!/[WM]/.test(places)) return ['秤码格式缺少重量位W或金额位M', 'A scale pattern needs W or M positions']
  if (!isDecimals(weightDecimals, 3)) return ['重量小数位应为0到3', 'Weight decimals must be 0 to 3']
  if (!isDecimals(priceDecimals, 4)) return ['金额小数位应为0到4', 'Price decimals must be 0 to 4']
  return undefined
}

/**
 * Reads a scale label by the first pattern that fits: same length, same literal digits, right check digit.
 * Patterns that {@link scalePatternRefusal} refuses fit nothing.
 * @returns undefined when none fits.
 */
export function parseScaleBarcode(digits: string, patterns: readonly ScalePattern[]): ScaleLabel | undefined {
  if ((digits.length !== 13 && digits.length !== 18) || !hasCheckDigit(digits)) return undefined
  const pattern = patterns.find((candidate) => !scalePatternRefusal(candidate) && fits(digits, candidate.pattern))
  if (!pattern) return undefined
  const weight = digitsAt(digits, pattern.pattern, 'W')
  const price = digitsAt(digits, pattern.pattern, 'M')
  return {
    plu: digitsAt(digits, pattern.pattern, 'P'),
    ...(weight && { weightKg: parseQty(decimal(weight, pattern.weightDecimals ?? 3)) }),
    ...(price && { price: decimal(price, pattern.priceDecimals ?? 2) }),
  }
}

function fits(digits: string, pattern: string): boolean {
  const places = placesOf(pattern)
  return places.length === digits.length && [...places].every((place, at) => !/\d/.test(place) || place === digits[at])
}

function digitsAt(digits: string, pattern: string, place: 'P' | 'W' | 'M'): string {
  const places = placesOf(pattern)
  return [...digits].filter((_, at) => places[at] === place).join('')
}

function decimal(digits: string, decimals: number): string {
  const padded = digits.padStart(decimals + 1, '0')
  const whole = padded.slice(0, padded.length - decimals).replace(/^0+(?=\d)/, '')
  return decimals === 0 ? whole : `${whole}.${padded.slice(padded.length - decimals)}`
}

function placesOf(pattern: string): string {
  return pattern.replaceAll(' ', '')
}

function isDecimals(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most
}
