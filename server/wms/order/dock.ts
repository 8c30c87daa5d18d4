// engine: takes deliveries in: docks, pallets and dates that concern all who deliver

import type { dock } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

/**
 * Where a vendor's truck unloads when nobody has said: the open inbound dock of the vendor's group where least is under
 * way. @returns null when the vendor has no group, or none of its docks is open: then goods stand in the receiving area
 */
export async function usualDock(ctx: Ctx, vendorId: string): Promise<string | null> {
  const docks = await ctx.tx.query<RowOf<typeof dock, 'id'>>(sql`
    select d.id from wms_vendor v
    join wms_dock d on d.tenant_id = v.tenant_id and d.org_id = ${ctx.org.id} and d.dock_group = v.dock_group
    where v.tenant_id = ${ctx.tenantId} and v.id = ${vendorId}
      and d.direction in ('IN', 'BOTH') and not d.closed and not d.disabled order by d.code`)
  const [first, second] = docks
  if (!first || !second) return first?.id ?? null
  const ids = docks.map((d) => d.id)
  const open = await ctx.tx.query<{ dockId: string; n: number }>(sql`
    select dock_id, count(*)::integer as n from wms_task
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and dock_id = any(${ids}::bigint[])
      and (state = 'READY' and queue = 'RECEIVE' or state in ('ASSIGNED', 'RUNNING')) group by dock_id`)
  const load = new Map(open.map((o) => [o.dockId, o.n]))
  const loadOf = (id: string): number => load.get(id) ?? 0
  return ids.reduce((best, id) => (loadOf(id) < loadOf(best) ? id : best))
}
