import { say } from '@lading/contract/kernel/text.ts'
import { ownerDc } from '@lading/contract/mdm/owner.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { named } from '../../kernel/scope.ts'

const centres = (ctx: Ctx): Sql => sql`
  from ${named(ctx, ownerDc.entity, 'd')} join sys_org g on g.tenant_id = d.tenant_id and g.id = d.dc_id
  where d.owner_id = t.id`
/** An owner that names no centre is served at every one. */
const servedWhere = (ctx: Ctx, which: Sql): Sql =>
  sql`(not exists (select 1 ${centres(ctx)}) or exists (select 1 ${centres(ctx)} and ${which}))`

const openHere = (ctx: Ctx): Sql => servedWhere(ctx, sql`d.dc_id = ${ctx.org.id}`)

/** Where an owner is served. */
export const ownerComputed: Readonly<Record<string, Computed>> = {
  servedAt: {
    value: (ctx) =>
      sql`select coalesce(string_agg(g.code, ' ' order by g.code), ${say(['全部', 'All'], ctx.language)}::text) ${centres(ctx)}`,
    where: (ctx, v) => {
      const word = String(v)
      return servedWhere(ctx, sql`(starts_with(g.code, ${word}) or position(lower(${word}) in lower(g.name)) > 0)`)
    },
  },
  // Nothing to be told where no goods are; whoever asks there means any owner.
  isOpenHere: {
    value: (ctx) => (ctx.org.type === 'DC' ? openHere(ctx) : sql`null::boolean`),
    where: (ctx, v) => (ctx.org.type === 'DC' ? sql`${openHere(ctx)} = ${v === true || v === 'true'}` : sql`true`),
  },
}
