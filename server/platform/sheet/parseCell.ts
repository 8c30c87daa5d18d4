import { type Field, isPercentage, type Kind } from '@lading/contract/kernel/field.ts'
import { normaliseQtyText } from '@lading/contract/kernel/qty.ts'
import { valueSchema } from '@lading/contract/kernel/schema.ts'
import type { Language, Text } from '@lading/contract/kernel/text.ts'
import { say } from '@lading/contract/kernel/text.ts'
import type { z } from 'zod'
import { instantAt } from '../../kernel/clock.ts'
import { choiceText } from './columns.ts'
import type { Report } from './importReport.ts'
import type { Cell } from './rows.ts'

export type Parsed = { readonly value: unknown } | { readonly problem: Text; readonly args: Record<string, unknown> }

/** What a cell must look like, said where it does not. */
const expected: Record<Kind, Text> = {
  code: ['只能包含字母、数字和 _ - . /，最多{max}个字符', 'only letters, digits and _ - . /, at most {max} characters'],
  text: ['最多{max}个字符', 'at most {max} characters'],
  note: ['最多{max}个字符', 'at most {max} characters'],
  int: ['应为{least}到{most}的整数', 'a whole number from {least} to {most}'],
  decimal: [
    '应为{least}到{most}、最多{scale}位小数的数字',
    'a number from {least} to {most} with at most {scale} decimals',
  ],
  qty: ['应为最多3位小数的数字', 'a number with at most 3 decimals'],
  money: ['应为最多4位小数的数字', 'a number with at most 4 decimals'],
  flag: ['应为 是 或 否', 'yes or no'],
  choice: ['应为以下之一：{choices}', 'one of: {choices}'],
  choices: ['应为以下的一个或多个，用逗号分隔：{choices}', 'one or more of these, separated by commas: {choices}'],
  dict: ['应为以下之一：{choices}', 'one of: {choices}'],
  ref: ['应为已有的代码', 'an existing code'],
  refs: ['应为已有的一个或多个代码，用逗号分隔', 'one or more existing codes, separated by commas'],
  date: ['应为日期，如 2027-08-01', 'a date such as 2027-08-01'],
  time: ['应为时间，如 08:30', 'a time such as 08:30'],
  instant: ['应为日期时间，如 2027-08-01 08:30:00', 'a date and time such as 2027-08-01 08:30:00'],
  json: ['不能导入', 'cannot be imported'],
  rows: ['不能导入', 'cannot be imported'],
}
export const expectation = (f: Field, language: Language): string =>
  say(expected[f.kind], language, limitsOf(f, language))

const limitsOf = (f: Field, language: Language): Record<string, unknown> => ({
  max: f.max ?? (f.kind === 'note' ? 500 : f.kind === 'code' ? 30 : 64),
  least: f.least ?? 0,
  most: f.most ?? 0,
  scale: f.scale ?? 3,
  choices: Object.keys(f.choices ?? {})
    .map((key) => choiceText(f, key, language))
    .join(' '),
})

type Parse = (text: string, f: Field, zone: string) => unknown
const nothing = undefined

const words: readonly (readonly [RegExp, boolean])[] = [
  [/^(是|y|yes|true|1|√|✓)$/i, true],
  [/^(否|n|no|false|0|×|✗)$/i, false],
]
const asIs: Parse = (text) => text
/** Thousands separators, full-width digits, zeros in front and at the end are a way of writing, not a value. */
const number: Parse = (text, f) => {
  const written = normaliseQtyText(text)
  // Of what is no percentage, `5%` could mean 5 or 0.05.
  const plain = isPercentage(f) ? written.replace(/\s*%$/, '') : written
  const ungrouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain
  return ungrouped.replace(/^(-?)0+(?=\d)/, '$1').replace(/^(-?\d+)(?:\.0+|(\.\d*[1-9])0+)$/, '$1$2')
}
function oneChoice(text: string, f: Field): string | undefined {
  const wanted = text.trim().toLowerCase()
  return Object.entries(f.choices ?? {}).find(([key, word]) =>
    [key, ...word].some((name) => name.toLowerCase() === wanted),
  )?.[0]
}
const severalOf = (text: string): readonly string[] => {
  const parts = text.split(/[,，;；、|]/).map((part) => part.trim())
  return [...new Set(parts.filter((part) => part !== ''))]
}
const two = (n: string): string => n.padStart(2, '0')
function day(text: string): string | undefined {
  const [, y, m, d] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  return y && m && d ? `${y}-${two(m)}-${two(d)}` : nothing
}
function clock(text: string): string | undefined {
  const [, h, m, s] = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  return h && m ? `${two(h)}:${m}:${s ?? '00'}` : nothing
}

const parsers: Record<Kind, Parse> = {
  code: (text) => text.trim(),
  text: asIs,
  note: asIs,
  int: (text, f, zone) => {
    const digits = String(number(text, f, zone))
    return /^-?\d{1,15}$/.test(digits) ? Number(digits) : nothing
  },
  decimal: number,
  qty: number,
  money: number,
  flag: (text) => words.find(([pattern]) => pattern.test(text.trim()))?.[1],
  choice: oneChoice,
  choices: (text, f) => {
    const found = severalOf(text).map((part) => oneChoice(part, f))
    return found.includes(undefined) ? nothing : [...new Set(found)]
  },
  dict: (text, f) => (f.choices ? oneChoice(text, f) : text.trim()),
  ref: (text) => text.trim(),
  refs: severalOf,
  // A date with midnight behind it is what spreadsheets make of a mere date.
  date: (text) => day(text.trim().replace(/[ T]00:00(:00)?$/, '')),
  time: (text) => clock(text.trim().split(' ').at(-1) ?? '')?.slice(0, 5),
  instant: (text, _f, zone) => {
    if (/(Z|[+-]\d\d:\d\d)$/.test(text)) return text
    const [d = '', time = '00:00'] = text.trim().split(/[ T]+/)
    const [date, at] = [day(d), clock(time)]
    if (!date || !at) return nothing
    // What no calendar or clock has, and the outermost days, are left for the check to take or refuse.
    const isUsual = new Date(`${date}T${at}Z`).toJSON()?.startsWith(date) && date > '1900-01-01' && date < '2200-12-31'
    return isUsual ? instantAt(zone, `${date} ${at}`).toISOString() : `${date}T${at}Z`
  },
  json: () => nothing,
  rows: () => nothing,
}

/** Beyond 15 digits a spreadsheet has already replaced digits by zeros. */
const lost: Text = [
  '数字超过15位已失去精度，请将单元格设为文本后重新填写',
  'numbers of more than 15 digits lose precision: format the cell as text and enter it again',
]

/** Kinds whose value is what a person reads, not what a spreadsheet made of it. */
const read: ReadonlySet<Kind> = new Set(['code', 'text', 'note', 'choice', 'choices', 'dict', 'ref', 'refs'])
const unlike: Text = [
  '单元格显示的内容与其数值不同，请将单元格设为文本后重新填写',
  'what the cell shows is not what it holds: format the cell as text and enter it again',
]

/** Making a check takes many times as long as asking it, and a column of a file asks the same one of each row. */
const checks = new WeakMap<Field, z.ZodType>()
const checkOf = (f: Field): z.ZodType => {
  const made = checks.get(f) ?? valueSchema({ ...f, required: true })
  checks.set(f, made)
  return made
}

/**
 * The value that a cell stands for, checked as a form's would be. Refs stay codes; times without an offset are of the
 * reader's own clocks. Not for empty cells.
 * @param shown what the cell shows, where that is not what it holds; null where it cannot be told
 */
export function parseCell(
  cell: NonNullable<Cell>,
  f: Field,
  by: Pick<Report, 'language' | 'zone'>,
  shown?: string | null,
): Parsed {
  const problem = { problem: expected[f.kind], args: limitsOf(f, by.language) }
  if (typeof cell === 'number' && Math.abs(cell) >= 1e15) return { problem: lost, args: {} }
  const isRead = read.has(f.kind)
  if (shown === null && (isRead || isPercentage(f))) return { problem: unlike, args: {} }
  const held = typeof cell === 'number' ? String(Number(cell.toPrecision(15))) : cell
  const text = isRead ? (shown ?? held) : held
  const value = parsers[f.kind](text, f, by.zone)
  if (value === nothing || value === '') return problem
  if (f.kind === 'ref' || f.kind === 'refs') return { value }
  return checkOf(f).safeParse(value).success ? { value } : problem
}
