import { say } from '@lading/contract/kernel/text.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { vendorOwner } from '@lading/contract/mdm/partner.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { from, ofAllOwners } from '../../kernel/scope.ts'

/** Whether it names any owner at all is no secret: one that names another brings nothing for this one. */
const namesOwners = (ctx: Ctx): Sql =>
  sql`exists (select 1 from ${from(ofAllOwners(ctx), vendorOwner.entity, 's')} where s.vendor_id = t.id)`
/** The owners that a vendor names, as far as the caller may see them. */
const owned = (ctx: Ctx): Sql => sql`
  from ${from(ctx, vendorOwner.entity, 's')} join ${from(ctx, owner, 'w')} on w.id = s.owner_id
  where s.vendor_id = t.id`

/** Whom a vendor supplies; one that names nobody brings goods for everybody. */
export const vendorComputed: Readonly<Record<string, Computed>> = {
  suppliedTo: {
    value: (ctx) => sql`
      case when ${namesOwners(ctx)} then (select string_agg(w.code, ' ' order by w.code) ${owned(ctx)})
        else ${say(['全部', 'All'], ctx.language)}::text end`,
    where: (ctx, v) => {
      const word = String(v)
      return sql`(not ${namesOwners(ctx)} or exists (select 1 ${owned(ctx)}
        and (starts_with(w.code, ${word}) or position(lower(${word}) in lower(w.name)) > 0)))`
    },
  },
}
