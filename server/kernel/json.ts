import { raw, type Sql } from 'sql-template-tag'
import { snake } from './tx.ts'

/**
 * A row as one JSON object, by its columns' names in code.
 * @param texts long and exact numbers and days, which go as text, as ever
 * @param more of other rows, by name
 */
export function jsonOf(
  alias: string,
  texts: readonly string[],
  plain: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Sql {
  const column = (name: string) => `'${name}', ${alias}.${snake(name)}`
  const others = Object.entries(more).map(([name, text]) => `'${name}', ${text}`)
  return raw(
    `json_build_object(${[...texts.map((name) => `${column(name)}::text`), ...plain.map(column), ...others].join(', ')})`,
  )
}
