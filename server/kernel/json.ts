import { raw, type Sql } from 'sql-template-tag'
import { snake } from './tx.ts'

/** A row as one JSON object, by its columns' names in code. Long and exact numbers and days go as text, as ever. */
export function jsonOf(alias: string, texts: readonly string[], plain: readonly string[] = []): Sql {
  const column = (name: string) => `'${name}', ${alias}.${snake(name)}`
  return raw(`json_build_object(${[...texts.map((name) => `${column(name)}::text`), ...plain.map(column)].join(', ')})`)
}
