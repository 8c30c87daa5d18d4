import { task } from '@lading/contract/wms/task.ts'
import { worker, workerDay } from '@lading/contract/wms/worker.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'

const open = (ctx: Ctx): Sql =>
  sql`${from(ctx, task, 'k')} where k.org_id = t.org_id and k.assignee_id = t.user_id and k.state in ('ASSIGNED', 'RUNNING')`
const today = (ctx: Ctx): Sql =>
  sql`${from(ctx, workerDay, 'd')} where d.org_id = t.org_id and d.user_id = t.user_id and d.day = ${businessDay(ctx)}::date`
const skills = (ctx: Ctx): Sql =>
  sql`${named(ctx, worker.fields.skills.rows?.entity ?? worker, 's')} where s.org_id = t.org_id and s.worker_id = t.id`

/** What a worker has in hand, and what he has done today as far as it has been added up. */
export const workerComputed: Readonly<Record<string, Computed>> = {
  name: { value: () => sql`select u.real_name from sys_user u where u.tenant_id = t.tenant_id and u.id = t.user_id` },
  queues: {
    value: (ctx) => sql`select string_agg(s.queue, ' ' order by s.level desc, s.queue) from ${skills(ctx)}`,
    where: (ctx, v) => sql`exists (
      select 1 from ${skills(ctx)} and s.queue >= ${String(v)} and s.queue < ${`${String(v)}\u{10FFFF}`})`,
  },
  openTasks: { value: (ctx) => sql`select count(*)::integer from ${open(ctx)}` },
  current: {
    value: (ctx) => sql`select k.task_no from ${open(ctx)} order by k.state desc, k.priority, k.id limit 1`,
  },
  linesToday: { value: (ctx) => sql`select sum(d.lines)::integer from ${today(ctx)}` },
  casesToday: { value: (ctx) => sql`select sum(d.cases)::integer from ${today(ctx)}` },
  linesPerHour: {
    value: (ctx) => sql`select round(sum(d.lines) * 3600.0 / nullif(sum(d.actual_s), 0), 1) from ${today(ctx)}`,
  },
  casesPerHour: {
    value: (ctx) => sql`select round(sum(d.cases) * 3600.0 / nullif(sum(d.actual_s), 0), 1) from ${today(ctx)}`,
  },
  efficiencyToday: {
    value: (ctx) => sql`select round(sum(d.standard_s) * 100.0 / nullif(sum(d.actual_s), 0), 1) from ${today(ctx)}`,
  },
}
