import { task } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { computationOf } from '../../kernel/registry.ts'
import { fromHere } from '../../kernel/scope.ts'

/** Made-up work was done in no time: each task gets a beginning as if some were quick and some slow. */
export const seedPace = (ctx: Ctx): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_task k set started_at = k.finished_at - make_interval(secs => t.secs * (0.75 + mod(k.id, 11) * 0.06)::double precision), assigned_at = coalesce(k.assigned_at, k.finished_at) - make_interval(secs => t.secs * 1.5)
    from (select t.id, (${computationOf(task, 'standardS').value(ctx)})::double precision as secs from ${fromHere(ctx, task, 't')}
      where t.state = 'DONE' and t.started_at is not null) t
    where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.id = t.id and t.secs > 0`)
