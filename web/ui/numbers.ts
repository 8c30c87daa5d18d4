/** `1234567.5` as `1,234,567.5`: digits are only grouped, never rounded or parsed. */
export function grouped(decimal: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(decimal) ?? []
  if (!whole) return decimal
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + trimmed(rest)
}

/** Zeros at the end of a decimal part say nothing in a table of whole pieces. */
const trimmed = (fraction: string): string => fraction.replace(/0+$/, '').replace(/^\.$/, '')

/** Share of a whole in per cent, 0 to 100, for bars; the exact figures stand beside them. */
export function percent(part: string, whole: string): number {
  const all = Number(whole)
  return all > 0 ? Math.min(100, Math.max(0, (Number(part) / all) * 100)) : 0
}
