import { say } from '@lading/contract/kernel/text.ts'
import { owner } from '@lading/contract/wms/owner.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { visible } from '../../kernel/scope.ts'

const named = sql`from wms_vendor_owner s where s.tenant_id = t.tenant_id and s.vendor_id = t.id`
/** The owners that a vendor names, as far as the caller may see them. */
const owned = (ctx: Ctx): Sql => sql`
  from wms_vendor_owner s join wms_owner w on w.tenant_id = s.tenant_id and w.id = s.owner_id
  where ${visible(owner, ctx, 'w')} and s.vendor_id = t.id`

/** Whom a vendor supplies; one that names nobody brings goods for everybody. */
export const vendorComputed: Readonly<Record<string, Computed>> = {
  suppliedTo: {
    value: (ctx) => sql`
      case when exists (select 1 ${named}) then (select string_agg(w.code, ' ' order by w.code) ${owned(ctx)})
        else ${say(['全部', 'All'], ctx.language)}::text end`,
    where: (ctx, v) => {
      const word = String(v)
      return sql`(not exists (select 1 ${named}) or exists (select 1 ${owned(ctx)}
        and (starts_with(w.code, ${word}) or position(lower(${word}) in lower(w.name)) > 0)))`
    },
  },
}
