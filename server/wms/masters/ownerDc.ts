// engine: locks master data, makes it, and refuses what would contradict goods of anybody

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import type { owner as ownerTable } from '@lading/contract/mdm/owner.ts'
import type { org as orgTable } from '@lading/contract/sys/org.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Changes, Seen } from '../../kernel/rules.ts'

/** True of an owner, by its id, whom the working centre does not serve: it names others only. */
export const notServedHere = (ctx: Ctx, ownerId: Sql): Sql => sql`(
  exists (select 1 from wms_owner_dc d where d.tenant_id = ${ctx.tenantId} and d.owner_id = ${ownerId})
  and not exists (select 1 from wms_owner_dc d where d.tenant_id = ${ctx.tenantId} and d.owner_id = ${ownerId} and d.dc_id = ${ctx.org.id}))`

/** Nothing of an owner comes in or goes out where he is not served. */
export async function demandServedHere(ctx: Ctx, ownerIds: readonly string[]): Promise<void> {
  const row = await ctx.tx.maybe<RowOf<typeof ownerTable, 'code'>>(sql`
    select o.code from wms_owner o where o.tenant_id = ${ctx.tenantId} and o.id = any(${[...new Set(ownerIds)]}::bigint[])
      and ${notServedHere(ctx, sql`o.id`)} order by o.code limit 1`)
  if (row) refuseHere(ctx, row.code)
}
export const refuseHere = (ctx: Ctx, owner: string): never =>
  refuse(masterFaults.ownerNotHere, { owner, dc: ctx.org.code })

type Told = Changes<typeof ownerTable>
const chosen = (input: Told): string[] => (input.dcs ?? []).map((row) => row.dcId)

/** Whom an owner names are logistics centres. */
export async function demandCentres(ctx: Ctx, input: Told): Promise<void> {
  const other = await ctx.tx.maybe<RowOf<typeof orgTable, 'name'>>(sql`
    select name from sys_org where tenant_id = ${ctx.tenantId} and id = any(${chosen(input)}::bigint[]) and type <> 'DC' limit 1`)
  if (other) refuse(masterFaults.notACentre, { org: other.name })
}

/** A centre where goods of the owner stand stays open to him. */
export async function demandCentresKept(ctx: Ctx, input: Told & Seen): Promise<void> {
  if (input.dcs === undefined) return
  await demandCentres(ctx, input)
  const kept = chosen(input)
  if (kept.length === 0) return
  const left = await ctx.tx.maybe<{ dc: string; qty: string }>(sql`
    select g.code as dc, sum(s.qty)::text as qty from wms_stock s
    join sys_org g on g.tenant_id = s.tenant_id and g.id = s.org_id
    where s.tenant_id = ${ctx.tenantId} and s.owner_id = ${input.id} and s.qty > 0 and not s.org_id = any(${kept}::bigint[])
    group by g.code order by g.code limit 1`)
  if (left) refuse(masterFaults.ownerStockAt, { dc: left.dc, qty: formatQty(parseQty(left.qty)) })
}
