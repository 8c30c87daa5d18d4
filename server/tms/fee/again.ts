import { refuse } from '@lading/contract/kernel/fault.ts'
import { feeBill } from '@lading/contract/tms/feeBill.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

const fees = raw(feeBill.header.table)

/**
 * A trip is opened again: until its money is on a settlement, but for what was agreed upon whatever becomes of it. What was charged for it and is nobody's word yet goes.
 * @throws Fault tripSettled
 */
export async function openAgain(ctx: Ctx, trip: { readonly id: string; readonly billNo: string }): Promise<void> {
  const own = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and trip_id = ${trip.id} and way_bill_id is null`
  const settled = await ctx.tx.maybe(
    sql`select 1 from ${fees} where ${own} and settle_id is not null and state <> 'VOID' and source <> 'AGREED' limit 1`,
  )
  if (settled) refuse(feeFaults.tripSettled, { no: trip.billNo })
  await ctx.tx.run(sql`delete from ${fees} where ${own} and state = 'DRAFT' and source = 'AUTO'`)
}
