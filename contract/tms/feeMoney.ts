/**
 * Money and what it is reckoned with, held as whole millionths, so that nothing drifts: a price has up to six digits, an
 * amount is rounded once, to the cent, half away from zero. The code's side of `numeric` in SQL and of texts in JSON.
 */
export type Micro = bigint

const one = 1_000_000n

/** Reads a plain decimal of up to six digits; nothing is nothing. */
export function parseMicro(text: string | number | null | undefined): Micro {
  const match = /^(-?)(\d+)(?:\.(\d{1,6})0*)?$/.exec(String(text ?? '0'))
  if (!match) throw new RangeError(`${text} is no amount`)
  const [, sign, whole = '', part = ''] = match
  const size = BigInt(whole + part.padEnd(6, '0'))
  return sign === '-' ? -size : size
}

/** The shortest decimal text. */
export function formatMicro(m: Micro): string {
  const size = m < 0n ? -m : m
  const part = (size % one).toString().padStart(6, '0').replace(/0+$/, '')
  return `${m < 0n ? '-' : ''}${size / one}${part && `.${part}`}`
}

/** An amount as it is written down: with its cents. */
export function moneyText(m: Micro): string {
  const cents = rounded(m, one / 100n) / (one / 100n)
  const size = cents < 0n ? -cents : cents
  return `${cents < 0n ? '-' : ''}${size / 100n}.${(size % 100n).toString().padStart(2, '0')}`
}

/** Whether two amounts are the same but for a cent, as rounding elsewhere may make of them. */
export const isNear = (a: Micro, b: Micro): boolean => a - b <= one / 100n && b - a <= one / 100n

/** To the nearest multiple of a step; what lies in the middle goes away from zero. */
export function rounded(m: bigint, step: bigint): bigint {
  const size = m < 0n ? -m : m
  const up = ((size + step / 2n) / step) * step
  return m < 0n ? -up : up
}

/** A quantity at a price, exact: in millionths of millionths. */
export const times = (qty: Micro, price: Micro): bigint => qty * price
/** What such exact products add up to, rounded to the cent, or to the whole yuan. */
export const settled = (exact: bigint, to: 'CENT' | 'YUAN'): Micro =>
  rounded(exact, to === 'YUAN' ? one * one : (one * one) / 100n) / one
/** The same unrounded, as far as it can be shown. */
export const shownExact = (exact: bigint): string => formatMicro(rounded(exact, one) / one)
/** An amount among exact products. */
export const exactly = (m: Micro): bigint => m * one

/**
 * Divides an amount by weights, to the cent: the last one takes what rounding leaves, so that the parts add up to the whole.
 * Where nothing weighs anything each gets as much.
 */
export function shared(amount: Micro, weights: readonly Micro[]): Micro[] {
  const sum = weights.reduce((a, b) => a + b, 0n)
  const by = sum > 0n ? weights : weights.map(() => 1n)
  const all = sum > 0n ? sum : BigInt(weights.length)
  let left = amount
  return by.map((w, i) => {
    const part = i === by.length - 1 ? left : rounded((amount * w) / all, one / 100n)
    left -= part
    return part
  })
}
