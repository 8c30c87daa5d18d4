/** Digits of a plain decimal text, behind the point. */
const digitsOf = (text: string): number => text.split('.')[1]?.length ?? 0

/**
 * The exact sum of decimals such as `-12.5`, as a decimal text with as many digits as the finest of them, at least `scale`.
 * What is missing adds nothing.
 */
export function decimalSum(values: readonly (string | number | null | undefined)[], scale = 0): string {
  const texts = values.filter((v) => v !== null && v !== undefined && v !== '').map(String)
  const digits = Math.max(scale, ...texts.map(digitsOf))
  const sum = texts.reduce((n, text) => {
    const [whole = '0', part = ''] = text.split('.')
    return n + BigInt(whole + part.padEnd(digits, '0'))
  }, 0n)
  const size = (sum < 0n ? -sum : sum).toString().padStart(digits + 1, '0')
  const sign = sum < 0n ? '-' : ''
  return digits === 0 ? `${sign}${size}` : `${sign}${size.slice(0, -digits)}.${size.slice(-digits)}`
}
