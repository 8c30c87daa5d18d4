import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'
import { as, type Run } from '../../platform/demo/site.ts'
import { confirmLine } from '../task/confirm.ts'
import { readWork } from '../task/read.ts'

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
      select k.id from ${fromHere(ctx, task, 'k')} where k.bill_id = ${waveId}
        and k.task_type = 'RPL_DOWN' and k.state = 'READY' and exists (
          select 1 from ${fromHere(ctx, taskLine, 'l')} where l.task_id = k.id and l.face_bin_id is not null)
      order by k.id limit 3`)
    for (const { id } of tasks)
      for (const line of (await readWork(ctx, id)).lines)
        await confirmLine(ctx, { taskLineId: line.id, qty: line.planQty, partial: false, scans: {} })
  })
}
