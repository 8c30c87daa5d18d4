import sql, { raw } from 'sql-template-tag'
import { asOwner, type Database } from '../../kernel/database.ts'

const tablesMax = 20
const rowsLeast = 200

/**
 * Looks again at tables that changed much since the planner last knew their size. PostgreSQL does so by itself within
 * minutes, the embedded database never; a plan that was made for an empty table would be kept for ever.
 * @param least a table with fewer changed rows is left as it is
 * @returns how many tables were looked at
 */
export async function refreshStatistics(db: Database, least = rowsLeast): Promise<number> {
  const grown = await asOwner(db, (tx) =>
    tx.query<{ name: string }>(sql`
      select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
      where n_mod_since_analyze > ${least} + n_live_tup / 5 order by n_mod_since_analyze desc limit ${tablesMax}`),
  )
  for (const { name } of grown) await asOwner(db, (tx) => tx.run(sql`analyze ${raw(name)}`))
  return grown.length
}
