import sql, { raw } from 'sql-template-tag'
import { asOwner, type Database } from '../../kernel/database.ts'

const tablesMax = 20
const rowsLeast = 200
/** A few joined tables of this size, each taken for empty, cost as much as large ones. */
const firstLook = 50

/**
 * Tables of more than one page of which the planner knows nothing yet. Of two rows on one page it would learn that a page
 * holds two, and take the hundred pages of a day's work for two hundred rows: what is joined to them is read again and
 * again. Of a table that nobody looked at it thinks better.
 */
export const unknownTables = (db: Database): Promise<readonly string[]> =>
  asOwner(db, async (tx) => {
    const found = await tx.query<{ name: string }>(sql`
      select quote_ident(c.relname) as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.reltuples < 0 and pg_relation_size(c.oid) > current_setting('block_size')::bigint
      order by c.relname`)
    return found.map(({ name }) => name)
  })

const lookAt = (db: Database, table: string): Promise<unknown> =>
  asOwner(db, (tx) => tx.run(sql`analyze ${raw(table)}`))

/** Lets the planner look at what a seed or a restore has just filled, before anybody asks for it. */
export async function learnUnknown(db: Database): Promise<void> {
  for (const table of await unknownTables(db)) await lookAt(db, table)
}

/**
 * Looks again at tables that changed much since the planner last knew their size. PostgreSQL does so by itself within
 * minutes, the embedded database never; a plan that was made for an empty table would be kept for ever.
 * @param least a table with fewer changed rows is left as it is, unless nobody ever looked at it and it has some
 * @returns how many tables were looked at
 */
export async function refreshStatistics(db: Database, least = rowsLeast): Promise<number> {
  const grown = await asOwner(db, (tx) =>
    tx.query<{ name: string }>(sql`
      select quote_ident(s.relname) as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
      where n_mod_since_analyze > case when reltuples < 0 then ${firstLook} else ${least} + n_live_tup / 5 end
      order by n_mod_since_analyze desc limit ${tablesMax}`),
  )
  for (const { name } of grown) await lookAt(db, name)
  return grown.length
}
