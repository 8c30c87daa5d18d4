import type { Explain, Part } from '@lading/contract/tms/feeExplain.ts'
import {
  exactly,
  formatMicro,
  type Micro,
  moneyText,
  parseMicro,
  rounded,
  settled,
  shownExact,
  times,
} from '@lading/contract/tms/feeMoney.ts'
import type { Basis, Calc, rounds } from '@lading/contract/tms/feeTerms.ts'
import { parseTiers, type Tier, tierOf } from '@lading/contract/tms/feeTiers.ts'

/** What a rule says of prices; all of it as the database tells it. */
export interface PriceRule {
  readonly basis: Basis
  readonly calc: Calc
  readonly price: string | null
  readonly basePrice: string | null
  readonly baseQty: string | null
  readonly tiers: string | null
  readonly minCharge: string | null
  readonly maxCharge: string | null
  readonly round: keyof typeof rounds
}
interface Summands {
  readonly exact: bigint
  readonly parts: readonly Part[]
}

const product = (qty: Micro, price: Micro): Summands => ({
  exact: times(qty, price),
  parts: [{ qty: formatMicro(qty), price: formatMicro(price), amount: shownExact(times(qty, price)) }],
})
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Each band's part of a quantity at that band's price. */
function sliced(tiers: readonly Tier[], qty: Micro): Summands {
  const slices = tiers.flatMap(({ from, to, price }) => {
    const part = (to === undefined ? qty : least(qty, to)) - from
    return part > 0n ? [product(part, price)] : []
  })
  return { exact: slices.reduce((n, s) => n + s.exact, 0n), parts: slices.flatMap((s) => s.parts) }
}

/** A base price covers the first of it; what is beyond has a price for each. */
function basePlus(rule: PriceRule, qty: Micro, price: Micro): Summands {
  const [base, covered] = [parseMicro(rule.basePrice), parseMicro(rule.baseQty)]
  const beyond = product(most(0n, qty - covered), price)
  const first: Part = { qty: formatMicro(covered), base: moneyText(base) }
  return { exact: exactly(base) + beyond.exact, parts: qty > covered ? [first, ...beyond.parts] : [first] }
}

function summed(rule: PriceRule, qty: Micro): Summands {
  const price = parseMicro(rule.price)
  switch (rule.calc) {
    case 'FLAT':
      return { exact: exactly(price), parts: [{ flat: formatMicro(price) }] }
    case 'UNIT':
      return product(qty, price)
    case 'BASE_PLUS':
      return basePlus(rule, qty, price)
    case 'TIER_SLICE':
      return sliced(parseTiers(rule.tiers ?? '') ?? [], qty)
    case 'TIER_WHOLE':
      return product(qty, tierOf(parseTiers(rule.tiers ?? '') ?? [], qty)?.price ?? 0n)
  }
}

export interface Priced {
  readonly amount: Micro
  readonly qty: Micro
  readonly explain: Explain
}

/**
 * What a quantity costs by a rule, with the arithmetic: summands are exact, then the least and the most that is charged,
 * and once, at the end, it is rounded to the cent.
 */
export function priceOf(rule: PriceRule, given: Micro): Priced {
  const whole = 1_000_000n
  const qty = rule.round === 'UP_UNIT' ? ((given + whole - 1n) / whole) * whole : given
  const { exact, parts } = summed(rule, qty)
  // A price of so many in a hundred.
  const sum = rule.basis === 'VALUE_PCT' && rule.calc !== 'FLAT' ? rounded(exact, 100n) / 100n : exact
  const min = rule.minCharge === null ? undefined : exactly(parseMicro(rule.minCharge))
  const max = rule.maxCharge === null ? undefined : exactly(parseMicro(rule.maxCharge))
  const bound = min !== undefined && sum < min ? 'MIN' : max !== undefined && sum > max ? 'MAX' : undefined
  const due = (bound === 'MIN' ? min : bound === 'MAX' ? max : sum) ?? sum
  const amount = settled(due, rule.round === 'YUAN' ? 'YUAN' : 'CENT')
  return {
    amount,
    qty,
    explain: {
      basis: rule.basis,
      qty: formatMicro(qty),
      parts,
      amount: moneyText(amount),
      ...((bound || rule.round === 'YUAN') && { sum: shownExact(sum) }),
      ...(bound && { bound: { kind: bound, amount: moneyText(due / whole) } }),
      ...(rule.round === 'YUAN' && { toYuan: true as const }),
    },
  }
}
