import type { Field } from './field.ts'
import type { Text } from './text.ts'

/**
 * A text of a row in both languages: what was written, and what its field's `english` gives for it, where it gives
 * anything.
 */
export function spoken(field: Pick<Field, 'english'>, written: string, row: Readonly<Record<string, unknown>>): Text {
  const { english } = field
  const word = typeof english === 'string' ? row[english] : english?.[written]
  return [written, typeof word === 'string' && word !== '' ? word : written]
}
