import { task, taskLog } from '@lading/contract/wms/task.ts'
import type { listWorkers } from '@lading/contract/wms/taskCalls.ts'
import { taskPermission, taskTypeNames } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { instantAt } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { idAt } from '../../kernel/ids.ts'
import { fromHere } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'

const runs = taskTypeNames.map((type) => taskPermission(type, 'run'))
const workersMax = 200

/** Everybody who may do some kind of task in this centre, the busy ones first. */
export async function workersOf(ctx: Ctx): Promise<z.output<typeof listWorkers.output>> {
  const day = businessDay(ctx)
  // The log is never cleared: the day's rows are found by their ids, which are in the order of time.
  const dayStart = instantAt(ctx.org.timeZone, `${day} 00:00:00`)
  // Bounded on both sides: a planner that knows nothing of the day takes half a range for a third of the table.
  const dayEnd = new Date(ctx.now().getTime() + 60_000)
  const workers = await ctx.tx.query<z.output<typeof listWorkers.output>['workers'][number]>(sql`
    select u.id, u.username, u.real_name as name, coalesce(o.n, 0) as open_tasks, o.current, coalesce(d.n, 0) as lines_today
    from sys_user u
    left join (
      select assignee_id, count(*)::integer as n,
        (array_agg(jsonb_build_object('id', id::text, 'taskNo', task_no, 'taskType', task_type)
          order by state desc, priority, id))[1] as current
      from ${fromHere(ctx, task, 't')} where state in ('ASSIGNED', 'RUNNING') group by 1
    ) o on o.assignee_id = u.id
    left join (
      select created_by, count(*)::integer as n from ${fromHere(ctx, taskLog, 't')}
      where action = 'confirm' and id between ${idAt(dayStart)} and ${idAt(dayEnd)} and created_at >= ${dayStart} group by 1
    ) d on d.created_by = u.id
    where u.tenant_id = ${ctx.tenantId} and not u.disabled
      and (u.org_id = ${ctx.org.id} or exists (
        select 1 from sys_user_org m where m.tenant_id = u.tenant_id and m.user_id = u.id and m.org_id = ${ctx.org.id}))
      and (o.n > 0 or exists (
        select 1 from sys_user_role ur
        join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.disabled
        join sys_role_permission p on p.tenant_id = r.tenant_id and p.role_id = r.id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id and p.permission = any(${runs}::text[])))
    order by coalesce(o.n, 0) desc, coalesce(d.n, 0) desc, u.username limit ${workersMax}`)
  return { workers }
}
