import type { Widget } from '@lading/contract/sys/dashboard.ts'
import type { SetData } from './grid/data.ts'
import type { Value } from './grid/formula.ts'
import { periodOf } from './period.ts'

/** What a column calls by words, as a parameter takes it: the key behind the word. */
export const codeOf = (set: Pick<SetData, 'codes'>, field: string, value: Value): Value =>
  typeof value === 'string' ? (set.codes?.[field]?.get(value) ?? value) : value

/** What the parameters of a report are filled with that opens where a row is pressed; undefined: it opens nothing. */
export function passOf(
  { param, kind = 'text', until }: NonNullable<Widget['link']>,
  set: Pick<SetData, 'codes'>,
  field: string,
  key: string,
): Record<string, string> | undefined {
  if (key === '') return undefined
  if (kind === 'day') {
    const period = periodOf(key, field.endsWith(':WEEK'))
    return period && { [param]: period[0], ...(until !== undefined && { [until]: period[1] }) }
  }
  if (kind === 'int') return Number.isInteger(Number(key)) ? { [param]: String(Number(key)) } : undefined
  return { [param]: kind === 'choice' ? String(codeOf(set, field, key)) : key }
}
