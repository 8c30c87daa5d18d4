import sql, { type Sql } from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'

const minutes = (from: Sql, to: Sql): Sql => sql`floor(extract(epoch from ${to} - ${from}) / 60)::integer`

/** How long trucks wait and stay. Who was turned away waited until then. */
export const registerComputed: Readonly<Record<string, Computed>> = {
  waitMinutes: {
    value: (ctx) =>
      minutes(
        sql`t.register_at`,
        sql`coalesce(t.dock_at, t.release_at, case when t.state = 'REFUSED' then t.updated_at end, ${ctx.now()}::timestamptz)`,
      ),
  },
  stayMinutes: {
    value: (ctx) =>
      minutes(
        sql`t.register_at`,
        sql`coalesce(t.out_at, case when t.state = 'REFUSED' then t.updated_at end, ${ctx.now()}::timestamptz)`,
      ),
  },
}
