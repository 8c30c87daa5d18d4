import { say } from '@lading/contract/kernel/text.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'

const centres = sql`from wms_owner_dc d join sys_org g on g.tenant_id = d.tenant_id and g.id = d.dc_id
  where d.tenant_id = t.tenant_id and d.owner_id = t.id`
/** An owner that names no centre is served at every one. */
const servedWhere = (which: Sql): Sql =>
  sql`(not exists (select 1 ${centres}) or exists (select 1 ${centres} and ${which}))`

/** Where an owner is served. */
export const ownerComputed: Readonly<Record<string, Computed>> = {
  servedAt: {
    value: (ctx) =>
      sql`select coalesce(string_agg(g.code, ' ' order by g.code), ${say(['全部', 'All'], ctx.language)}::text) ${centres}`,
    where: (_, v) => {
      const word = String(v)
      return servedWhere(sql`(starts_with(g.code, ${word}) or position(lower(${word}) in lower(g.name)) > 0)`)
    },
  },
  isOpenHere: {
    value: (ctx) => (ctx.org.type === 'DC' ? servedWhere(sql`d.dc_id = ${ctx.org.id}`) : sql`true`),
  },
}
