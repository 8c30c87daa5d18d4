const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const dayMs = 86_400_000

/**
 * The first and the last day of what a report calls a day, a month, a quarter or a year; undefined of anything else.
 * @param isWeek it is the Monday by which a week is called
 */
export function periodOf(text: string, isWeek = false): readonly [from: string, to: string] | undefined {
  const match = /^(\d{4})(?:-Q([1-4])|-(\d\d)(?:-(\d\d)(?:[ T].*)?)?)?$/.exec(text)
  if (!match) return undefined
  const [year, quarter, month, date] = match.slice(1).map((part) => (part === undefined ? undefined : Number(part)))
  const of = (m: number, months: number) => [day(utc(year, m)), day(utc(year, m + months) - dayMs)] as const
  if (date !== undefined && month !== undefined) {
    const from = utc(year, month - 1) + (date - 1) * dayMs
    return [day(from), day(from + (isWeek ? 6 * dayMs : 0))]
  }
  if (quarter !== undefined) return of((quarter - 1) * 3, 3)
  return month === undefined ? of(0, 12) : of(month - 1, 1)
}
const utc = (year = 0, month: number): number => Date.UTC(year, month, 1)
