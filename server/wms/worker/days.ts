import { product, qpc } from '@lading/contract/mdm/product.ts'
import { sysTaskConfig } from '@lading/contract/wms/sysTaskConfig.ts'
import { task, taskLine, taskLog } from '@lading/contract/wms/task.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { performanceDays, worker, workerDay, type workerPerformance } from '@lading/contract/wms/worker.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { instantAt } from '../../kernel/clock.ts'
import { getRow } from '../../kernel/crud.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { idAt } from '../../kernel/ids.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'

interface Sum {
  userId: string
  taskType: TaskType
  tasks: number
  lines: number
  cases: number
  qty: string
  standardS: number
  actualS: number
}

/** 人员日绩效: adds up what everybody did today, and yesterday until its work has come in. @returns how many sums stand now */
export async function addUpDays(ctx: Ctx): Promise<number> {
  const today = businessDay(ctx)
  const before = new Date(`${today}T00:00:00Z`)
  before.setUTCDate(before.getUTCDate() - 1)
  const yesterday = before.toISOString().slice(0, 10)
  return (await addUp(ctx, yesterday, today)) + (await addUp(ctx, today, undefined))
}

/**
 * A day's sums anew, from the task log: of each confirm that was not taken back. Standards count once per task, for each
 * line, full case and loose piece; the time that a task took is that from when he took it, the way there included, to his
 * last confirm on that day. Who has several in hand is busy once: each begins at the earliest where the one before ended.
 */
async function addUp(ctx: Ctx, day: string, next: string | undefined): Promise<number> {
  const [from, to] = [
    instantAt(ctx.org.timeZone, `${day} 00:00:00`),
    next === undefined ? new Date(ctx.now().getTime() + 60_000) : instantAt(ctx.org.timeZone, `${next} 00:00:00`),
  ]
  const sums = await ctx.tx.query<Sum>(sql`
    with confirms as (
      select greatest(k.started_at, case when k.assignee_id = g.created_by then k.assigned_at end) as taken_at, g.created_by as user_id, k.task_type, k.id as task_id, g.task_line_id, g.created_at, p.is_weigh, q.qpc,
        coalesce((g.payload ->> 'qty')::numeric, 0) as qty
      from ${fromHere(ctx, taskLog, 'g')}
      join ${named(ctx, task, 'k')} on k.org_id = g.org_id and k.id = g.task_id
      join ${named(ctx, taskLine, 'l')} on l.org_id = g.org_id and l.id = g.task_line_id
      left join ${named(ctx, product, 'p')} on p.id = l.product_id left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id
      where g.action = 'confirm' and g.id between ${idAt(from)} and ${idAt(to)} and g.created_at >= ${from} and g.created_at < ${to} and g.created_by is not null
        and not exists (select 1 from ${named(ctx, taskLog, 'u')} where u.org_id = g.org_id and u.task_id = g.task_id
          and u.task_line_id = g.task_line_id and u.action = 'undo' and u.id > g.id)),
    each_task as (
      select user_id, task_type, task_id, count(distinct task_line_id) as lines, sum(qty) as qty,
        sum(case when coalesce(is_weigh, false) or coalesce(qpc, 1) <= 1 then 0 else floor(qty / qpc) end) as cases,
        sum(case when coalesce(is_weigh, false) then 0 when coalesce(qpc, 1) > 1 then mod(qty, qpc) else qty end) as pieces,
        greatest(least(min(taken_at), min(created_at)), ${from}::timestamptz) as begun, max(created_at) as ended
      from confirms group by 1, 2, 3),
    in_turn as (
      select *, extract(epoch from ended - greatest(begun, lag(ended) over (partition by user_id order by ended, task_id))) as seconds from each_task)
    select t.user_id, t.task_type, count(*)::integer as tasks, sum(t.lines)::integer as lines, sum(t.cases)::integer as cases, sum(t.qty)::numeric(18,3)::text as qty,
      round(coalesce(sum(s.once_s + t.lines * coalesce(s.line_s, 0) + t.cases * coalesce(s.case_s, 0) + t.pieces * coalesce(s.piece_s, 0)), 0))::integer as standard_s,
      round(sum(greatest(t.seconds, 0)))::integer as actual_s
    from in_turn t left join ${named(ctx, sysTaskConfig, 's')} on s.task_type = t.task_type
    group by 1, 2`)
  await ctx.tx.run(sql`
    delete from wms_worker_day where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and day = ${day}::date`)
  if (sums.length > 0)
    await insert(
      ctx,
      workerDay,
      sums.map((s) => ({ ...s, day })),
    )
  return sums.length
}

/** What somebody did of late, day by day and type by type. */
export async function performanceOf(
  ctx: Ctx,
  { id }: { id: string },
): Promise<z.output<typeof workerPerformance.output>> {
  demandDc(ctx)
  const { userId } = await getRow(ctx, worker, id)
  const rows = await ctx.tx.query<z.output<typeof workerPerformance.output>['rows'][number]>(sql`
    select d.day::text, d.task_type, d.tasks, d.lines, d.cases, d.standard_s, d.actual_s from ${fromHere(ctx, workerDay, 'd')}
    where d.user_id = ${String(userId)} and d.day > ${businessDay(ctx)}::date - ${performanceDays}::integer order by d.day desc, d.task_type`)
  return { rows }
}
