/** The workbook's own escape: `_x000D_`. What only looks like one is escaped at its first sign. */
const hex = (c: string): string => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** A text as XML can hold it in a workbook. */
export const asWorkbookText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
  text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_').replace(/[\u0000-\u0008\u000b-\u001f\uFFFE\uFFFF]/g, hex)

const plainDate = /^(?:190[1-9]|19[1-9]\d|2\d{3})-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?$/
/** Day 1 of a workbook is the first of January 1900, which it takes for a leap year. */
const dayZero = 25_569
const dayMs = 86_400_000
/** Rows that follow one another are mostly of one day. */
let [lastDay, lastSerial] = ['', 0]
/**
 * The wall clock's date as a workbook keeps it, days and their fraction without a zone; its column's look makes a date of
 * it. None before 1901.
 */
export function dateCell(value: string): number | undefined {
  if (!plainDate.test(value)) return undefined
  const day = value.slice(0, 10)
  if (day !== lastDay) {
    lastDay = day
    lastSerial = Date.parse(day) / dayMs + dayZero
  }
  if (Number.isNaN(lastSerial)) return undefined
  if (value.length === 10) return lastSerial
  const part = (at: number): number => Number(value.slice(at, at + 2))
  return lastSerial + (part(11) * 3_600 + part(14) * 60 + part(17)) / 86_400
}
