import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { task } from '@lading/contract/wms/task.ts'
import { type TaskType, taskPermission } from '@lading/contract/wms/taskTypes.ts'
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { allowed, type Ctx, demandDc } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { visible } from '../../kernel/scope.ts'
import { demandPresent, type Fitness, fitnessOf, fits } from '../worker/fit.ts'
import { taskKinds } from './kinds.ts'
import { readWork, type Work } from './read.ts'
import { takeTask } from './verbs.ts'

/** So many of the best of each queue are looked at: others may be taking some of them in this moment. */
const perQueue = 20

/**
 * Takes the task that should be done next: the worker's own open one, else, of those that he may do, the one with the best
 * score. Rows that another worker is taking are skipped: this chooses a task, it changes no quantity.
 */
export async function nextTask(
  ctx: Ctx,
  input: { taskTypes: readonly TaskType[]; device?: string | undefined },
): Promise<Work> {
  demandDc(ctx)
  const types = input.taskTypes.filter((t) => allowed(ctx, taskPermission(t, 'run')))
  const first = input.taskTypes[0]
  if (types.length === 0 && first) refuse(faults.forbidden, { permission: taskPermission(first, 'run') })
  const [own, fitness] = await Promise.all([
    ctx.tx.maybe<RowOf<typeof task, 'id'>>(sql`
      select t.id from wms_task t where ${visible(task, ctx, 't')} and t.org_id = ${ctx.org.id} and t.assignee_id = ${ctx.userId}
        and state in ('RUNNING', 'ASSIGNED') and task_type = any(${types}::text[]) order by state desc, priority, id limit 1`),
    fitnessOf(ctx, ctx.userId),
  ])
  if (own) return readWork(ctx, own.id)
  demandPresent(fitness)
  const id = await best(ctx, types, fitness)
  return id === undefined ? refuse(wmsFaults.noTask) : takeTask(ctx, { id, device: input.device })
}

/**
 * The best that nobody is taking, locked. Each queue is read from its front over an index of its own, so that it costs the
 * same however many tasks wait in it, and in those of others. Source: wms.md 6.5.
 */
async function best(ctx: Ctx, types: readonly TaskType[], f: Fitness): Promise<string | undefined> {
  const front = (of: Sql): Sql => sql`(
    select t.id, t.priority, t.due_at from wms_task t
    where ${visible(task, ctx, 't')} and t.org_id = ${ctx.org.id} and t.state = 'READY' and ${of} and t.dispatch <> 'MANUAL'
      and t.not_by_id is distinct from ${ctx.userId} and ${fits(f)}${barredFrom(ctx, types)}
    order by t.priority, t.due_at, t.id limit ${perQueue})`
  const fronts =
    f.queues.length > 0
      ? f.queues.map((queue) => front(sql`t.queue = ${queue} and t.task_type = any(${[...types]}::text[])`))
      : types.map((type) => front(sql`t.task_type = ${type}`))
  const waiting = await ctx.tx.query<{ id: string }>(sql`
    select w.id from (${join(fronts, ' union all ')}) w order by ${score(ctx)}, w.id`)
  if (waiting.length === 0) return undefined
  const row = await ctx.tx.maybe<{ id: string }>(sql`
    select t.id from wms_task t where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.state = 'READY'
      and t.id = any(${waiting.map((w) => w.id)}::bigint[])
    order by array_position(${waiting.map((w) => w.id)}::bigint[], t.id) limit 1 for update skip locked`)
  return row?.id
}

/** Of types whose kind bars somebody, the tasks that this worker must not do. */
const barredFrom = (ctx: Ctx, types: readonly TaskType[]): Sql =>
  types.reduce((all, type) => {
    const barred = taskKinds[type].barred?.(ctx)
    return barred ? sql`${all} and (t.task_type <> ${type} or not ${barred})` : all
  }, empty)

/** The least goes first: priority, then how soon it is due; what is late counts three times. Without a time it can wait a day. */
const score = (ctx: Ctx): Sql => sql`
  w.priority * 1000 + least(999, coalesce(extract(epoch from w.due_at - ${ctx.now()}::timestamptz) / 60
    * case when w.due_at < ${ctx.now()}::timestamptz then 3 else 1 end, 999))`
