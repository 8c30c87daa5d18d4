import type { Database } from '../kernel/database.ts'

/** A database that counts the rows that a transaction wrote with its end, and not a second or ten later. */
export const counting = (db: Database): Database => ({
  ...db,
  begin: (tenantId, read) => `${db.begin(tenantId, read)}; select pg_stat_force_next_flush()`,
})
