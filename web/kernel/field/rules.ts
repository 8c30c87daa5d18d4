import type { Field, Kind } from '@lading/contract/kernel/field.ts'
import { idText, valueSchema } from '@lading/contract/kernel/schema.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { z } from 'zod'

/** What is wrong with a value, in words. */
export interface Problem {
  readonly text: Text
  readonly args?: Readonly<Record<string, unknown>>
}

const schemas = new WeakMap<Field, z.ZodType>()
function schemaOf(f: Field): z.ZodType {
  const known = schemas.get(f)
  if (known) return known
  const made = valueSchema(f)
  schemas.set(f, made)
  return made
}

/** Whether a ref holds a row, and not what somebody has pasted there. */
export const isId = (value: unknown): value is string => idText.safeParse(value).success

/** A list of nothing is a value. */
const mayBeEmpty: readonly Kind[] = ['flag', 'choices', 'refs']
export const isNeeded = (f: Field): boolean => f.required && !mayBeEmpty.includes(f.kind)

/** The contract's own check says whether; the field says why. */
export function problemOf(f: Field, value: unknown): Problem | undefined {
  if (isEmpty(value) && isNeeded(f)) {
    return { text: ['{field}不能为空', '{field} is required'], args: { field: f.title } }
  }
  return schemaOf(f).safeParse(value).success ? undefined : reasons[f.kind](f, value)
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const tooLong = (max: number): Problem => ({ text: ['最多{max}个字', 'At most {max} characters'], args: { max } })
const codePoints = (value: unknown): number => [...String(value)].length
const badText: Problem = { text: ['含有不能保存的字符', 'Contains characters that cannot be stored'] }
const notChosen: Problem = { text: ['请从列表中选择', 'Choose one of the list'] }

const lengthOrText = (f: Field, value: unknown): Problem =>
  codePoints(value) > (f.max ?? 64) ? tooLong(f.max ?? 64) : badText

function decimal(f: Field, value: unknown, scale: number): Problem {
  const text = String(value)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return { text: ['请输入数字，如 12.5', 'Enter a number, such as 12.5'] }
  const decimals = text.split('.')[1]?.length ?? 0
  if (decimals > scale) return { text: ['最多{scale}位小数', 'At most {scale} decimals'], args: { scale } }
  return range(f)
}

function range({ least, most }: Field): Problem {
  const args = { least, most }
  if (most === undefined || most >= 1e12) return { text: ['不能小于{least}', 'Must be {least} or more'], args }
  return { text: ['应在{least}到{most}之间', 'Must be between {least} and {most}'], args }
}

/** Why a value that is there is refused, for each kind. */
const reasons: Record<Kind, (f: Field, value: unknown) => Problem> = {
  code: (f, value) =>
    codePoints(value) > (f.max ?? 30)
      ? tooLong(f.max ?? 30)
      : { text: ['只能包含文字、数字和 _ - . /', 'Only letters, digits and _ - . /'] },
  text: lengthOrText,
  note: (f, value) => (codePoints(value) > (f.max ?? 500) ? tooLong(f.max ?? 500) : badText),
  int: (f, value) => (Number.isInteger(value) ? range(f) : { text: ['请输入整数', 'Enter a whole number'] }),
  decimal: (f, value) => decimal(f, value, f.scale ?? 3),
  qty: (f, value) => decimal(f, value, 3),
  money: (f, value) => decimal(f, value, 4),
  flag: () => notChosen,
  choice: () => notChosen,
  choices: () => notChosen,
  dict: lengthOrText,
  ref: () => notChosen,
  refs: () => notChosen,
  date: () => ({ text: ['请输入日期，如 2026-08-31', 'Enter a date, such as 2026-08-31'] }),
  time: () => ({ text: ['请输入时间，如 08:30', 'Enter a time, such as 08:30'] }),
  instant: () => ({ text: ['请输入日期和时间', 'Enter a date and a time'] }),
  json: () => badText,
  rows: () => ({ text: ['最多{max}行', 'At most {max} rows'], args: { max: 500 } }),
}
