import { product, qpc } from '@lading/contract/mdm/product.ts'
import { boardTasksMax, type dashboardTaskView } from '@lading/contract/wms/dashboardTaskView.ts'
import { pickArea } from '@lading/contract/wms/place.ts'
import { sysTaskConfig } from '@lading/contract/wms/sysTaskConfig.ts'
import { task, taskLine, taskLog } from '@lading/contract/wms/task.ts'
import { worker, workerDay } from '@lading/contract/wms/worker.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { instantAt } from '../../kernel/clock.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { idAt } from '../../kernel/ids.ts'
import { computationOf } from '../../kernel/registry.ts'
import { fromHere, named, ofAllOwners } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { businessDay } from '../../platform/document/day.ts'
import { lineSeconds } from '../computed/standard.ts'

type Board = z.output<typeof dashboardTaskView.output>
type Type = Board['types'][number]

/** As its index says it. */
const isOpen = sql`t.state not in ('DONE', 'CANCELED')`
const isLate = (ctx: Ctx): Sql => sql`coalesce(t.due_at < ${ctx.now()}, false)`
const peopleMax = 200

/** What is still to be done of each kind, who does it, and when it will be done. */
export async function taskView(ctx: Ctx): Promise<Board> {
  demandDc(ctx)
  const [types, people, heat, tasks] = await Promise.all([
    readTypes(ctx),
    readPeople(ctx),
    readHeat(ctx),
    readNext(ctx),
  ])
  return { at: ctx.now().toISOString(), day: businessDay(ctx), types, people, heat, tasks }
}

async function readTypes(ctx: Ctx): Promise<Type[]> {
  const [counts, rest, pace] = await Promise.all([
    ctx.tx.query<Omit<Type, 'remainingS' | 'efficiency' | 'finishAt'> & { isMeasured: boolean; onceS: number }>(sql`
      select t.task_type, coalesce(max(s.name), t.task_type) as name, max(s.name_en) as name_en,
        (count(*) filter (where t.state in ('NEW', 'WAIT', 'SUSPENDED')))::integer as held,
        (count(*) filter (where t.state = 'READY'))::integer as ready,
        (count(*) filter (where t.state = 'ASSIGNED'))::integer as assigned,
        (count(*) filter (where t.state = 'RUNNING'))::integer as running,
        (count(*) filter (where ${isLate(ctx)}))::integer as overdue,
        (count(distinct t.assignee_id) filter (where t.state in ('ASSIGNED', 'RUNNING')))::integer as people,
        bool_or(s.once_s is not null) as is_measured,
        coalesce(sum(s.once_s) filter (where t.state <> 'RUNNING'), 0)::double precision as once_s
      from ${fromHere(ctx, task, 't')} left join ${named(ctx, sysTaskConfig, 's')} on s.task_type = t.task_type
      where ${isOpen} group by 1 order by 1`),
    ctx.tx.query<{ taskType: string; seconds: number }>(sql`
      select t.task_type, sum(${lineSeconds(sql`greatest(l.plan_qty - l.done_qty - l.short_qty, 0)`)})::double precision as seconds
      from ${fromHere(ctx, task, 't')} join ${named(ctx, sysTaskConfig, 's')} on s.task_type = t.task_type and s.once_s is not null
      join ${fromHere(ctx, taskLine, 'l')} on l.task_id = t.id and l.state in ('OPEN', 'INHAND')
      left join ${named(ctx, product, 'p')} on p.id = l.product_id left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id
      where ${isOpen} group by 1`),
    ctx.tx.query<{ taskType: string; efficiency: number | null }>(sql`
      select d.task_type, round(sum(d.standard_s) * 100.0 / nullif(sum(d.actual_s), 0), 1)::double precision as efficiency
      from ${fromHere(ctx, workerDay, 'd')} where d.day = ${businessDay(ctx)}::date group by 1`),
  ])
  return counts.map(({ isMeasured, onceS, ...type }) => {
    const lines = rest.find((r) => r.taskType === type.taskType)?.seconds ?? 0
    const remainingS = isMeasured ? Math.round(onceS + lines) : null
    // Work that nobody has been measured at yet goes by its standards; so does what was measured at nothing.
    const efficiency = pace.find((r) => r.taskType === type.taskType)?.efficiency ?? null
    return { ...type, remainingS, efficiency, finishAt: forecast(ctx, remainingS, type.people, efficiency || 100) }
  })
}

/** 预计完成: now, and what is left shared by those who are on it, at today's pace. */
function forecast(ctx: Ctx, remainingS: number | null, people: number, efficiency: number): string | null {
  if (remainingS === null || people === 0) return null
  return new Date(ctx.now().getTime() + (remainingS * 1000) / ((people * efficiency) / 100)).toISOString()
}

/** The confirms of the day: the log is never cleared, and its rows are found by their ids, which are in the order of time. */
export function confirmsToday(ctx: Ctx, who: Ctx): { rows: Sql; isToday: Sql } {
  const from = instantAt(ctx.org.timeZone, `${businessDay(ctx)} 00:00:00`)
  const to = new Date(ctx.now().getTime() + 60_000)
  return {
    rows: fromHere(who, taskLog, 'g'),
    isToday: sql`g.action = 'confirm' and g.id between ${idAt(from)} and ${idAt(to)} and g.created_at >= ${from}`,
  }
}

/** Whether somebody has work is no owner's secret; which work it is, is told to who may see it. */
async function readPeople(ctx: Ctx): Promise<Board['people']> {
  const all = ofAllOwners(ctx)
  const { rows, isToday } = confirmsToday(ctx, all)
  const of = (name: string) => sql`(${computationOf(worker, name).value(ctx)})`
  return ctx.tx.query<Board['people'][number]>(sql`
    select t.id, t.user_id, u.real_name as name, t.on_duty, b.n is not null as is_busy, o.current,
      ${of('linesPerHour')}::text as lines_per_hour, ${of('casesPerHour')}::text as cases_per_hour,
      ${of('efficiencyToday')}::text as efficiency,
      case when t.on_duty and b.n is null
        then floor(extract(epoch from ${ctx.now()}::timestamptz - greatest(t.duty_at, c.at)) / 60)::integer end as idle_min
    from ${fromHere(ctx, worker, 't')} join sys_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
    left join (
      select k.assignee_id, count(*) as n from ${fromHere(all, task, 'k')} where k.state in ('ASSIGNED', 'RUNNING') group by 1
    ) b on b.assignee_id = t.user_id
    left join (
      select k.assignee_id, (array_agg(jsonb_build_object('id', k.id::text, 'taskNo', k.task_no, 'taskType', k.task_type)
        order by k.state desc, k.priority, k.id))[1] as current
      from ${fromHere(ctx, task, 'k')} where k.state in ('ASSIGNED', 'RUNNING') group by 1
    ) o on o.assignee_id = t.user_id
    left join (select g.created_by, max(g.created_at) as at from ${rows} where ${isToday} group by 1) c on c.created_by = t.user_id
    where not t.disabled and (t.on_duty or b.n > 0 or c.at is not null)
    order by t.on_duty desc, b.n is null desc, u.real_name limit ${peopleMax}`)
}

/** Lines that were picked today and not taken back, by the area of their task and the hour of their last confirm. */
function readHeat(ctx: Ctx): Promise<Board['heat']> {
  const { rows, isToday } = confirmsToday(ctx, ctx)
  return ctx.tx.query<Board['heat'][number]>(sql`
    with picked as (
      select t.pick_area_id, g.task_line_id, max(g.created_at) as at
      from ${rows} join ${fromHere(ctx, task, 't')} on t.id = g.task_id and t.task_type = 'PICK' and t.pick_area_id is not null
      where ${isToday} and not exists (
        select 1 from ${named(ctx, taskLog, 'x')} where x.org_id = g.org_id and x.task_id = g.task_id
          and x.task_line_id = g.task_line_id and x.action = 'undo' and x.id > g.id)
      group by 1, 2)
    select a.id as pick_area_id, a.code, ${spoken(ctx, pickArea, 'name', 'a')} as name,
      extract(hour from k.at at time zone ${ctx.org.timeZone})::integer as hour, count(*)::integer as lines
    from picked k join ${named(ctx, pickArea, 'a')} on a.id = k.pick_area_id
    group by a.id, a.code, ${spoken(ctx, pickArea, 'name', 'a')}, 4 order by a.code, 4`)
}

/** What may be handed out or hurried up: late first, then by priority. */
async function readNext(ctx: Ctx): Promise<Board['tasks']> {
  const rows = await ctx.tx.query<Omit<Board['tasks'][number], 'dueAt'> & { dueAt: Date | null }>(sql`
    select t.id, t.task_no, t.task_type, t.state, t.priority, t.due_at, ${isLate(ctx)} as is_late, t.line_count as lines,
      t.done_lines, t.assignee_id, u.real_name as assignee
    from ${fromHere(ctx, task, 't')} left join sys_user u on u.tenant_id = t.tenant_id and u.id = t.assignee_id
    where ${isOpen} and t.state in ('READY', 'ASSIGNED', 'RUNNING')
    order by ${isLate(ctx)} desc, t.priority, t.due_at, t.id limit ${boardTasksMax}`)
  return rows.map((t) => ({ ...t, dueAt: t.dueAt?.toISOString() ?? null }))
}
