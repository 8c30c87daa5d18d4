import { assert } from '@lading/contract/kernel/fault.ts'
import { absQty, formatQty, maxQty, mulRatio, type Qty } from '@lading/contract/kernel/qty.ts'
import { type Reason, reason } from './reason.ts'

/** What should lie in a container. */
export type Content = { readonly qty: Qty; readonly unitWeightGram: Qty }

/** The wider of the two holds; `percent` (2.5 is `2500n`) is of the net weight, never of the tare. */
export type Tolerance = { readonly absoluteGram: Qty; readonly percent: Qty }

export type WeighResult = {
  /** Goods and tare. */
  readonly expectedGram: Qty
  /** What the scale may differ from that, both ways. */
  readonly toleranceGram: Qty
  /** Absent when the weight passes. */
  readonly refusal?: Reason<'TOO_LIGHT' | 'TOO_HEAVY'>
}

/**
 * 称重复核: compares what the scale shows with what the content should weigh. Source: wms.md 7.6. However wide the
 * tolerance is set, a difference of half the lightest unit is always refused, so that one missing piece shows.
 */
export function weighCheck(
  contents: readonly Content[],
  tareGram: Qty,
  actualGram: Qty,
  { absoluteGram, percent }: Tolerance,
): WeighResult {
  assert(absoluteGram >= 0n && percent >= 0n, 'a tolerance is not negative')
  const netGram = contents.reduce(
    (sum, { qty, unitWeightGram }) => sum + mulRatio(qty, unitWeightGram, 1000n, 'DOWN'),
    0n,
  )
  const expectedGram = netGram + tareGram
  const set = maxQty(absoluteGram, mulRatio(netGram, percent, 100_000n, 'DOWN'))
  const toleranceGram = belowHalf(lightest(contents), set)
  const difference = actualGram - expectedGram
  if (absQty(difference) <= toleranceGram) return { expectedGram, toleranceGram }
  const args = {
    actual: formatQty(actualGram),
    expected: formatQty(expectedGram),
    tolerance: formatQty(toleranceGram),
  }
  const refusal = difference < 0n ? reason('TOO_LIGHT', tooLight, args) : reason('TOO_HEAVY', tooHeavy, args)
  return { expectedGram, toleranceGram, refusal }
}

const tooLight = [
  '重量偏轻：实际{actual}克，应为{expected}克±{tolerance}克，请复核是否少货',
  'Too light: {actual} g instead of {expected} g ± {tolerance} g; check for missing goods',
] as const
const tooHeavy = [
  '重量偏重：实际{actual}克，应为{expected}克±{tolerance}克，请复核是否多货',
  'Too heavy: {actual} g instead of {expected} g ± {tolerance} g; check for surplus goods',
] as const

function lightest(contents: readonly Content[]): Qty | undefined {
  const weights = contents.filter(({ qty, unitWeightGram }) => qty > 0n && unitWeightGram > 0n)
  return weights.reduce<Qty | undefined>(
    (least, { unitWeightGram }) => (least === undefined || unitWeightGram < least ? unitWeightGram : least),
    undefined,
  )
}

/** The tolerance, held strictly below half the lightest unit. */
function belowHalf(unitGram: Qty | undefined, tolerance: Qty): Qty {
  if (unitGram === undefined) return tolerance
  const most = (unitGram - 1n) / 2n
  return tolerance < most ? tolerance : most
}
