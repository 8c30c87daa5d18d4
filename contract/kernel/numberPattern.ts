import type { Text } from './text.ts'

export const numberResets = {
  DAY: ['每天', 'Every day'],
  MONTH: ['每月', 'Every month'],
  NEVER: ['从不', 'Never'],
} as const satisfies Record<string, Text>
export type NumberReset = keyof typeof numberResets

/** How documents of one kind are numbered. */
export interface NumberRule {
  /** Letters and digits with `{ORG}`, `{TYPE}`, dates as `{yyMMdd}`, and one `{SEQ6}`: a counter of at least six digits. */
  readonly pattern: string
  /** When the counter begins again at 1. */
  readonly reset: NumberReset
  readonly step: number
}

/** What is numbered by a counter of its own: a kind of document, of task, or lots. */
export interface NumberKind {
  /** What `{TYPE}` stands for. */
  readonly kind: string
  readonly title: Text
}

/** What counts until somebody says otherwise. */
export const usualRule: NumberRule = { pattern: '{TYPE}{yyMMdd}{SEQ5}', reset: 'DAY', step: 1 }

/** A piece of a pattern: as it stands, or filled in when a number is made. */
export type Part =
  | { readonly is: 'TEXT' | 'DATE'; readonly text: string }
  | { readonly is: 'ORG' | 'TYPE' }
  | { readonly is: 'SEQ'; readonly digits: number }

const token = /\{([^{}]*)\}|([^{}]+)|[{}]/g
const dates = /^(?:(?:yyyy|yy)?(?:MM)?(?:dd)?)$/

/** The parts of a pattern in their order; what is none comes back as text in braces. */
export function partsOf(pattern: string): Part[] {
  return [...pattern.matchAll(token)].map(([whole, name, plain]): Part => {
    if (plain !== undefined || name === undefined) return { is: 'TEXT', text: whole }
    if (name === 'ORG' || name === 'TYPE') return { is: name }
    if (name !== '' && dates.test(name)) return { is: 'DATE', text: name }
    const digits = Number(/^SEQ(\d)$/.exec(name)?.[1] ?? 0)
    return digits > 0 ? { is: 'SEQ', digits } : { is: 'TEXT', text: whole }
  })
}

/** The pattern of one kind in one organisation: only dates and the counter are left open. */
export const settled = (pattern: string, kind: string, org: string): string =>
  pattern.replaceAll('{TYPE}', kind).replaceAll('{ORG}', org)

/** `261125` or `2611`: numbers of two periods share no counter. @param day YYYY-MM-DD */
export function periodOf(reset: NumberReset, day: string): string {
  const [, yy = '', MM = '', dd = ''] = /^\d\d(\d\d)-(\d\d)-(\d\d)/.exec(day) ?? []
  return { DAY: yy + MM + dd, MONTH: yy + MM, NEVER: '' }[reset]
}

/** The number of a settled pattern on a day. @param day YYYY-MM-DD */
export const numberOf = (pattern: string, day: string, n: number): string =>
  partsOf(pattern)
    .map((p) => {
      if (p.is === 'SEQ') return String(n).padStart(p.digits, '0')
      if (p.is === 'TEXT') return p.text
      return p.is === 'DATE' ? dateText(p.text, day) : ''
    })
    .join('')
/** @param day YYYY-MM-DD, whatever follows */
export const dateText = (text: string, day: string): string =>
  text
    .replace('yyyy', day.slice(0, 4))
    .replace('yy', day.slice(2, 4))
    .replace('MM', day.slice(5, 7))
    .replace('dd', day.slice(8, 10))

/**
 * Which value of its counter a settled pattern gave as this number in a period; undefined: it can give no such number
 * then. Only the counter has no fixed length, so there is one answer.
 */
export function countIn(pattern: string, period: string, number: string): number | undefined {
  const source = partsOf(pattern)
    .map((p) => {
      if (p.is === 'SEQ') return `(0\\d{${p.digits - 1}}|[1-9]\\d{${p.digits - 1},})`
      return p.is === 'DATE' ? datePattern(p.text, period) : p.is === 'TEXT' ? p.text.replace(/[.]/g, '\\.') : ''
    })
    .join('')
  const n = new RegExp(`^${source}$`).exec(number)?.[1]
  return n === undefined ? undefined : Number(n)
}
function datePattern(text: string, period: string): string {
  const [yy = '', MM = '', dd = ''] = [period.slice(0, 2), period.slice(2, 4), period.slice(4, 6)]
  const or = (known: string) => known || '[0-9]{2}'
  return text
    .replace('yyyy', `[0-9]{2}${or(yy)}`)
    .replace('yy', or(yy))
    .replace('MM', or(MM))
    .replace('dd', or(dd))
}
