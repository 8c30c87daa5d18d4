import sql, { join, raw, type Sql } from 'sql-template-tag'
import { snake, type Tx } from './tx.ts'

/** Rows of one statement: few texts to plan, and far from PostgreSQL's 65,535 parameters. */
const chunk = 100

/**
 * Inserts rows with plain multi-row VALUES, in chunks. All rows have the keys of the first, in camelCase.
 * @param suffix e.g. `on conflict do nothing`
 * @returns how many rows were inserted
 */
export async function bulkInsert(tx: Tx, table: string, rows: readonly object[], suffix: Sql = sql``): Promise<number> {
  const first = rows[0]
  if (!first) return 0
  tx.grown.set(table, (tx.grown.get(table) ?? 0) + rows.length)
  const keys = Object.keys(first)
  const columns = raw(keys.map(snake).join(', '))
  const insert = async (part: readonly object[]): Promise<number> => {
    const values = part.map((row) => sql`(${join(keys.map((key) => value(row, key)))})`)
    const statement = sql`insert into ${raw(table)} (${columns}) values ${join(values)} ${suffix}`
    if (part.length === chunk || part.length <= 4) return tx.run(statement)
    return (await tx.once(sql`${statement} returning 1`)).length
  }
  const parts = Array.from({ length: Math.ceil(rows.length / chunk) }, (_, i) => rows.slice(i * chunk, (i + 1) * chunk))
  const counts = await Promise.all(parts.map(insert))
  return counts.reduce((sum, n) => sum + n, 0)
}

/** Arrays go to array columns; other structures to jsonb. */
function value(row: object, key: string): unknown {
  const v = (row as Record<string, unknown>)[key]
  if (v === undefined) return null
  return v !== null && typeof v === 'object' && !Array.isArray(v) && !(v instanceof Date) ? JSON.stringify(v) : v
}
