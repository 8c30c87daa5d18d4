import { org } from '@lading/contract/sys/org.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import { updateRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { orgIdOf } from '../../platform/demo/site.ts'
import { tellOutbound } from '../transport/tell.ts'

/** The first warehouse has its trucks sent by the transport centre, which hears of some of the orders that wait there. */
export async function seedHandShake(ctx: Ctx): Promise<void> {
  const row = await ctx.tx.one<{ id: string; version: number }>(sql`
    select o.id, o.version from ${named(ctx, org, 'o')} where o.id = ${ctx.org.id}`)
  await updateRow(ctx, org, { ...row, transportOrgId: await orgIdOf(ctx, 'TC01') })
  const orders = await ctx.tx.query<{ id: string }>(sql`
    select b.id from ${fromHere(ctx, operateBill.header, 'b')} where b.state = 'APPROVED' and b.wave_id is null order by b.id limit 4`)
  await tellOutbound(ctx, orders)
}
