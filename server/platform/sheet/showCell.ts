import type { Field, Kind } from '@lading/contract/kernel/field.ts'
import { wallTime } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { choiceText } from './columns.ts'

type Reader = Pick<Ctx, 'org' | 'language'>
type Show = (value: unknown, f: Field, by: Reader) => string

const plain: Show = (value) => String(value)
/** Exact, without the zeros that a column's scale adds. */
const number: Show = (value) => {
  const text = String(value)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
/** `YYYY-MM-DD HH:mm:ss` by the clocks of the working organisation. */
export const showInstant = (ctx: Pick<Ctx, 'org'>, at: Date): string => wallTime(ctx.org.timeZone, at)

const yes = { 'zh-CN': ['否', '是'], 'en-US': ['No', 'Yes'] } as const

const shows: Record<Kind, Show> = {
  code: plain,
  text: plain,
  note: plain,
  int: plain,
  decimal: number,
  qty: number,
  money: number,
  flag: (value, _f, { language }) => yes[language][value === true ? 1 : 0],
  choice: (value, f, { language }) => choiceText(f, String(value), language),
  choices: (value, f, { language }) =>
    Array.isArray(value) ? value.map((v) => choiceText(f, String(v), language)).join(',') : '',
  // Of the entries that the column brings with it; one that is gone is its key.
  dict: (value, f, { language }) => choiceText(f, String(value), language),
  ref: plain,
  refs: plain,
  date: plain,
  time: plain,
  instant: (value, _f, by) => showInstant(by, new Date(String(value instanceof Date ? value.toISOString() : value))),
  json: (value) => JSON.stringify(value),
  rows: () => '',
}

/** A record's value as a cell: codes for refs, words for choices, exact numbers. */
export function showCell(record: Readonly<Record<string, unknown>>, name: string, f: Field, by: Reader): string | null {
  const value = record[name]
  if (value === null || value === undefined) return null
  if (f.kind === 'ref' || f.kind === 'refs') {
    const refs = record.refs as Readonly<Record<string, { code: string }>> | undefined
    return refs?.[name]?.code ?? null
  }
  return shows[f.kind](value, f, by)
}
