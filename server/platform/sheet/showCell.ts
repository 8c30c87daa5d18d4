import type { Field, Kind } from '@lading/contract/kernel/field.ts'
import type { Language } from '@lading/contract/kernel/text.ts'
import { choiceText } from './columns.ts'

type Show = (value: unknown, f: Field, language: Language) => string

const plain: Show = (value) => String(value)
/** Exact, without the zeros that a column's scale adds. */
const number: Show = (value) => {
  const text = String(value)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
const timeFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})
/** `YYYY-MM-DD HH:mm:ss` in the zone in which the documents are read. */
export const showInstant = (at: Date): string => timeFormat.format(at)

const yes = { 'zh-CN': ['否', '是'], 'en-US': ['No', 'Yes'] } as const

const shows: Record<Kind, Show> = {
  code: plain,
  text: plain,
  note: plain,
  int: plain,
  decimal: number,
  qty: number,
  money: number,
  flag: (value, _f, language) => yes[language][value === true ? 1 : 0],
  choice: (value, f, language) => choiceText(f, String(value), language),
  choices: (value, f, language) =>
    Array.isArray(value) ? value.map((v) => choiceText(f, String(v), language)).join(',') : '',
  dict: plain,
  ref: plain,
  date: plain,
  time: plain,
  instant: (value) => showInstant(new Date(String(value instanceof Date ? value.toISOString() : value))),
  json: (value) => JSON.stringify(value),
  rows: () => '',
}

/** A record's value as a cell: codes for refs, words for choices, exact numbers. */
export function showCell(
  record: Readonly<Record<string, unknown>>,
  name: string,
  f: Field,
  language: Language,
): string | null {
  const value = record[name]
  if (value === null || value === undefined) return null
  if (f.kind === 'ref') {
    const refs = record.refs as Readonly<Record<string, { code: string }>> | undefined
    return refs?.[name]?.code ?? null
  }
  return shows[f.kind](value, f, language)
}
