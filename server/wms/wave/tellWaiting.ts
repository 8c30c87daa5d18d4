// engine: gives stock to the orders of a wave, whose locks it holds; whoever sees a wave sees all of its orders

import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { faceTopic } from '../stock/topics.ts'

/**
 * Something came to these pick faces, or was taken of them or is off: replenishment that waits for room there looks again.
 * What came may have been the last that was under way, with nobody who can make room until the next comes too.
 * @param bins a query of one column
 */
export async function tellWaiting(ctx: Ctx, bins: Sql): Promise<void> {
  const faces = await ctx.tx.query<{ binId: string }>(sql`
    select distinct coalesce(w.face_bin_id, w.to_bin_id) as bin_id from wms_task_line w join wms_task k on k.tenant_id = w.tenant_id and k.id = w.task_id
    where w.tenant_id = ${ctx.tenantId} and w.org_id = ${ctx.org.id} and k.task_type = 'RPL_DOWN' and k.state = 'WAIT' and w.state = 'OPEN'
      and coalesce(w.face_bin_id, w.to_bin_id) in (${bins})`)
  for (const { binId } of faces) ctx.emit({ topic: faceTopic, key: binId })
}
