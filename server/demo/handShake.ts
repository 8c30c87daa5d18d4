import { org } from '@lading/contract/sys/org.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import { updateRow } from '../kernel/crud.ts'
import { fromHere, named } from '../kernel/scope.ts'
import type { Server } from '../server.ts'
import { tellOutbound } from '../wms/transport/tell.ts'
import { inTenant, type MadeTenant } from './tenant.ts'

/** The first warehouse has its trucks sent by the transport centre, which hears of some of the orders that wait there. */
export async function seedHandShake({ kernel, relay }: Server, { tenantId, orgs }: MadeTenant): Promise<void> {
  const [group, dc, centre] = ['LADING', 'DC01', 'TC01'].map((code) => orgs.get(code))
  if (!group || !dc || !centre) return
  await inTenant(kernel, tenantId, group, async (ctx) => {
    const row = await ctx.tx.one<{ id: string; version: number }>(sql`
      select o.id, o.version from ${named(ctx, org, 'o')} where o.id = ${dc.id}`)
    await updateRow(ctx, org, { ...row, transportOrgId: centre.id })
  })
  await inTenant(kernel, tenantId, dc, async (ctx) => {
    const orders = await ctx.tx.query<{ id: string }>(sql`
      select b.id from ${fromHere(ctx, operateBill.header, 'b')} where b.state = 'APPROVED' and b.wave_id is null order by b.id limit 4`)
    await tellOutbound(ctx, orders)
  })
  await relay.drain()
}
