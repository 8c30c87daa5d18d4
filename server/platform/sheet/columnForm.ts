import { type Language, say } from '@lading/contract/kernel/text.ts'
import type { ColumnForm } from '@lading/contract/sys/exportDefinition.ts'
import { isNumeric, type SheetColumn } from './columns.ts'
import type { OutColumn } from './rows.ts'

/** Enough of the ends to know it again: three and four signs of a long one, the first of a short one. */
const masked = (text: string): string =>
  text.length < 8 ? `${text.slice(0, 1)}${'*'.repeat(text.length - 1)}` : `${text.slice(0, 3)}****${text.slice(-4)}`

/** An exact decimal with so many places, halves away from zero; what is no decimal stays as it is. */
export function rounded(text: string, places: number): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) return text
  const [, sign = '', whole = '', fraction = ''] = match
  const digits = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  const up = (fraction[places] ?? '0') >= '5' ? 1n : 0n
  const all = String(digits + up).padStart(places + 1, '0')
  const at = all.length - places
  const isZero = digits + up === 0n
  return `${isZero ? '' : sign}${all.slice(0, at)}${places > 0 ? `.${all.slice(at)}` : ''}`
}

const forms: Readonly<Record<ColumnForm, (text: string) => string>> = {
  MASK: masked,
  DAY: (text) => text.slice(0, 10),
  MINUTE: (text) => text.slice(0, 16),
  D0: (text) => rounded(text, 0),
  D2: (text) => rounded(text, 2),
  D3: (text) => rounded(text, 3),
}
/** A cell's text in the form that the enterprise has chosen for its column. */
export const inForm = (text: string | null, form: ColumnForm | undefined): string | null =>
  text === null || text === '' || form === undefined ? text : forms[form](text)

const looks: Readonly<Partial<Record<ColumnForm, string>>> = {
  DAY: 'yyyy-mm-dd',
  MINUTE: 'yyyy-mm-dd hh:mm',
  D0: '0',
  D2: '0.00',
  D3: '0.000',
}
const dates: Readonly<Record<string, { readonly look: string; readonly width: number }>> = {
  date: { look: 'yyyy-mm-dd', width: 12 },
  instant: { look: 'yyyy-mm-dd hh:mm:ss', width: 20 },
}
const usualWidth = 14
/** Characters that a text takes; a Chinese one takes two. */
const breadth = (text: string): number => [...text].reduce((n, c) => n + (c > '\u2e7f' ? 2 : 1), 0)

/** A column as the writer takes it. What a spreadsheet would show as ##### is wide enough. */
export function headOf(c: SheetColumn, language: Language): OutColumn {
  const title = say(c.title, language)
  const date = dates[c.field.kind]
  const look = (c.form && looks[c.form]) ?? date?.look
  return {
    title,
    numeric: isNumeric(c.field),
    dated: date !== undefined,
    look,
    width: c.width ?? Math.max(date?.width ?? usualWidth, breadth(title) + 2),
  }
}
