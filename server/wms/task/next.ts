// engine: locks tasks and their lines, and moves what they say

import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { task } from '@lading/contract/wms/task.ts'
import { type TaskType, taskPermission } from '@lading/contract/wms/taskTypes.ts'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { allowed, type Ctx, demandDc } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { visible } from '../../kernel/scope.ts'
import { demandPresent, type Fitness, fitnessOf, fits } from '../worker/fit.ts'
import { type LastWork, lastWorkOf, wayFrom } from './nearby.ts'
import { barredFrom, whyNothing } from './offers.ts'
import { lockFree, type TaskRow, type Work } from './read.ts'
import { openOwn, takeFree } from './verbs.ts'

/** So many of the front of each queue are looked at: others may be taking some of them in this moment, and some are nearer. */
const perQueue = 16

/**
 * Takes the task that should be done next: the worker's own open one, else, of those that he may do, the one with the best
 * score: what is urgent, then what is near to where his last task left him. Rows that another worker is taking are skipped: this chooses a task, it changes no quantity.
 */
export async function nextTask(
  ctx: Ctx,
  input: { taskTypes: readonly TaskType[]; device?: string | undefined },
): Promise<Work> {
  demandDc(ctx)
  const types = input.taskTypes.filter((t) => allowed(ctx, taskPermission(t, 'run')))
  const first = input.taskTypes[0]
  if (types.length === 0 && first) refuse(faults.forbidden, { permission: taskPermission(first, 'run') })
  const [own, fitness, last] = await Promise.all([
    ctx.tx.maybe<RowOf<typeof task, 'id'>>(sql`
      select t.id from wms_task t where ${visible(task, ctx, 't')} and t.org_id = ${ctx.org.id} and t.assignee_id = ${ctx.userId}
        and state in ('RUNNING', 'ASSIGNED') and task_type = any(${types}::text[]) order by state desc, priority, id limit 1`),
    fitnessOf(ctx, ctx.userId),
    lastWorkOf(ctx),
  ])
  if (own) return openOwn(ctx, own.id)
  demandPresent(fitness)
  const chosen = await best(ctx, types, fitness, last)
  return chosen
    ? takeFree(ctx, chosen, fitness, input.device)
    : refuse(wmsFaults.noTask, { why: await whyNothing(ctx, types, fitness) })
}

/**
 * The best that nobody is taking, locked. Each queue is read from its front over an index of its own, so that it costs the
 * same however many tasks wait in it, and in those of others. Source: wms.md 6.5.
 */
async function best(
  ctx: Ctx,
  types: readonly TaskType[],
  f: Fitness,
  last: LastWork | undefined,
): Promise<TaskRow | undefined> {
  const way = last && wayFrom(ctx, last)
  const waiting = await ctx.tx.query<{ id: string }>(sql`
    select t.id from (${fronts(ctx, types, f)}) w
    join wms_task t on t.tenant_id = ${ctx.tenantId} and t.id = w.id ${way?.joins ?? empty}
    order by ${score(ctx)} + ${way?.points ?? sql`0`}, t.id`)
  if (waiting.length === 0) return undefined
  return lockFree(
    ctx,
    waiting.map((w) => w.id),
  )
}

/**
 * What stands at the front of each queue that is his, or of each type where he has none. Each condition is written so that
 * the planner expects it to hold: of one that it takes for rare ("is distinct from" of a column that is mostly empty) it
 * would read the whole queue, as it would with a limit that it is not told when it plans.
 */
export function fronts(ctx: Ctx, types: readonly TaskType[], f: Fitness): Sql {
  const front = (of: Sql): Sql => sql`(
    select t.id from wms_task t
    where ${visible(task, ctx, 't')} and t.org_id = ${ctx.org.id} and t.state = 'READY' and ${of} and t.dispatch <> 'MANUAL' and t.mode <> 'LIGHT'
      and (t.not_by_id is null or t.not_by_id <> ${ctx.userId}) and ${fits(f)}${barredFrom(ctx, types)}
    order by t.priority, t.due_at, t.id limit ${raw(String(perQueue))})`
  const all =
    f.queues.length > 0
      ? f.queues.map((queue) => front(sql`t.queue = ${queue} and t.task_type = any(${[...types]}::text[])`))
      : types.map((type) => front(sql`t.task_type = ${type}`))
  return join(all, ' union all ')
}

/** Minutes that a task can wait at most, so that with the longest way it still comes before those of the next priority. */
const patienceMin = 950
/** The least goes first: priority, then how soon it is due; what is late counts three times. Without a time it can wait. */
const score = (ctx: Ctx): Sql => sql`
  t.priority * 1000 + least(${patienceMin}::numeric, coalesce(extract(epoch from t.due_at - ${ctx.now()}::timestamptz) / 60
    * case when t.due_at < ${ctx.now()}::timestamptz then 3 else 1 end, ${patienceMin}::numeric))`
