import sql from 'sql-template-tag'
import type { Ctx } from '../kernel/ctx.ts'

/** Racks that a truck ran into, and one that is being checked: nothing goes in, or neither in nor out. */
export const seedLocks = (ctx: Ctx): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_bin set lock_in = true, lock_out = level = 4, lock_reason = case when level = 4 then '货架检修' else '横梁变形' end
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(array(
      select b.id from wms_bin b where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.usage = 'STORAGE' and b.level > 3
        and not exists (select 1 from wms_stock s where s.tenant_id = b.tenant_id and s.bin_id = b.id)
      order by b.code desc limit 5))`)
