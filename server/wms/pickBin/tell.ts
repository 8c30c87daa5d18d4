// engine: moves what stands in a pick face, and the face itself, under the lock of its bill

import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** Something has happened that a change of pick faces may wait for: a task of it is over, or picks at a face are. */
export const pickBinTopic = 'wms.pickBin'

/** Picks at these bins are over, or off: who waits for that looks again. */
export async function tellFaceBills(ctx: Ctx, bins: Sql): Promise<void> {
  const bills = await ctx.tx.query<{ billId: string }>(sql`
    select distinct l.bill_id from wms_pick_bin_bill_line l join wms_pick_bin_bill b on b.tenant_id = l.tenant_id and b.id = l.bill_id and b.state = 'INPROGRESS'
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.state in ('OPEN', 'PARTIAL') and l.bin_id in (${bins})`)
  for (const { billId } of bills) ctx.emit({ topic: pickBinTopic, key: billId })
}
