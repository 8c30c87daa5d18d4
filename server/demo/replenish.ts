import sql from 'sql-template-tag'
import type { Ctx } from '../kernel/ctx.ts'
import { as } from '../platform/demo/as.ts'
import { confirmLine } from '../wms/task/confirm.ts'
import { readWork } from '../wms/task/read.ts'
import type { Run } from './orders.ts'

/** High racks are served by one, pick faces by another: what comes down there goes up later, each case with a label. */
export const replenishInTwoSteps = (ctx: Ctx): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_pick_area set rpl_steps = 'TWO', rpl_mode = 'LABEL', version = version + 1
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'PK-A'`)

/** Some of it has come down: its second step is still to be done. */
export async function seedComeDown(run: Run, waveId: string): Promise<void> {
  await run(async (system) => {
    const ctx = await as(system, 'receiver')
    const tasks = await ctx.tx.query<{ id: string }>(sql`
      select k.id from wms_task k where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.bill_id = ${waveId}
        and k.task_type = 'RPL_DOWN' and k.state = 'READY' and exists (
          select 1 from wms_task_line l where l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id and l.face_bin_id is not null)
      order by k.id limit 3`)
    for (const { id } of tasks)
      for (const line of (await readWork(ctx, id)).lines)
        await confirmLine(ctx, { taskLineId: line.id, qty: line.planQty, partial: false, scans: {} })
  })
}
