import sql, { join, raw, type Sql } from 'sql-template-tag'

type Value = string | number | boolean | null

/**
 * Values as rows that a statement reads under an alias. One row is written out: the planner then takes its values for
 * parameters and finds by key, without a scan or a join. More rows are lists, so that the text does not grow with them.
 * @param columns of each its name, the database's type, and its value of a row
 */
export function given<R>(
  alias: string,
  rows: readonly R[],
  columns: Readonly<Record<string, readonly [type: string, of: (row: R) => Value]>>,
): Sql {
  const list = Object.values(columns)
  const names = raw(`${alias}(${Object.keys(columns).join(', ')})`)
  const [first] = rows
  if (first !== undefined && rows.length === 1)
    return sql`(values (${join(list.map(([type, of]) => sql`${of(first)}::${raw(type)}`))})) as ${names}`
  return sql`unnest(${join(list.map(([type, of]) => sql`${rows.map(of)}::${raw(type)}[]`))}) as ${names}`
}
