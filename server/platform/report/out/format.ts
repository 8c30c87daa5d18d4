import type { Value } from '../grid/formula.ts'

/** How often the same format is met: once is enough to read it. */
const read = new Map<string, NumberFormat | undefined>()
interface NumberFormat {
  /** One for all cells: making it costs more than all that it writes. */
  readonly digits: Intl.NumberFormat
  readonly percent: boolean
  readonly before: string
  readonly after: string
}

/** `#,##0.00`, `0.0%`, `¥#,##0`: what spreadsheets call a number format, as far as reports need it. */
function numberFormat(format: string): NumberFormat | undefined {
  if (read.has(format)) return read.get(format)
  const match = /^([^#0]*)([#0,]+)(?:\.([0#]+))?(%?)(.*)$/.exec(format)
  const [, before = '', whole = '', decimals = '', percent = '', after = ''] = match ?? []
  const made = match
    ? {
        digits: new Intl.NumberFormat('en-US', {
          minimumFractionDigits: (decimals.match(/0/g) ?? []).length,
          maximumFractionDigits: decimals.length,
          useGrouping: whole.includes(','),
        }),
        percent: percent === '%',
        before: before.replaceAll('"', ''),
        after: after.replaceAll('"', ''),
      }
    : undefined
  read.set(format, made)
  return made
}

function formatNumber(n: number, f: NumberFormat): string {
  const shown = f.digits.format(f.percent ? n * 100 : n)
  return `${f.before}${shown === '-0' ? '0' : shown}${f.percent ? '%' : ''}${f.after}`
}

/** A day or a moment by `yyyy-MM-dd HH:mm`, as its parts are named. */
function formatDay(text: string, format: string): string {
  const match = /^(\d{4})-(\d\d)(?:-(\d\d))?(?:[ T](\d\d):(\d\d))?/.exec(text)
  if (!match) return text
  const [, yyyy = '', MM = '', dd = '', HH = '', mm = ''] = match
  const parts: Readonly<Record<string, string>> = { yyyy, MM, dd, HH, mm, M: String(Number(MM)), d: String(Number(dd)) }
  return format.replace(/yyyy|MM|dd|HH|mm|M|d/g, (part) => parts[part] ?? part)
}

/** A format of days and times, not of numbers. */
export const isDayFormat = (format: string | undefined): boolean => format !== undefined && /[yMdHm]/.test(format)

/** What a cell shows. Without a format a number has no more than six decimals. */
export function shownText(value: Value, format: string | undefined, words: readonly [string, string]): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return words[value ? 0 : 1]
  if (typeof value === 'number') {
    const f = numberFormat(format ?? '0.######')
    return f ? formatNumber(value, f) : String(value)
  }
  return isDayFormat(format) ? formatDay(value, format ?? '') : value
}
