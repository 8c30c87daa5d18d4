import sql, { type Sql } from 'sql-template-tag'

/** How long something lasted: never less than nothing, also where the clock was set back meanwhile. */
export const lasted = (from: Sql, to: Sql): Sql =>
  sql`(case when ${to} < ${from} then interval '0' else ${to} - ${from} end)`
