// engine: keeps what the rack shows with what the warehouse has to do, behind the locks of its tasks

import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { takeAlong, takeOff } from './cart.ts'
import {
  here,
  lockTasks,
  type RackPick,
  type RackPoint,
  type RackTask,
  readLine,
  readPicks,
  readPoints,
  tellLights,
} from './read.ts'
import { shine } from './shine.ts'

const isOpen = (p: RackPick): boolean => p.state === 'WAIT' || p.state === 'LIT'
const isHere = (p: RackPoint): boolean => p.state === 'ARRIVED' || p.state === 'LIT'
const isThrough = (p: RackPoint): boolean => p.state === 'DONE' || p.state === 'SKIPPED'
const isActive = (t: RackTask): boolean => t.state === 'BOUND' || t.state === 'PICKING'

/** Takes tasks as far as they go by themselves: what is closed goes dark, what is through goes on, what is due is lit. */
export async function goOn(ctx: Ctx, taskIds: readonly string[]): Promise<void> {
  // One journey: the tasks are locked before their rows are read.
  const of = sql`task_id = any(${taskIds}::bigint[])`
  const [, tasks, picks, points] = await Promise.all([
    darken(ctx, taskIds),
    lockTasks(ctx, sql`id = any(${taskIds}::bigint[])`),
    readPicks(ctx, of),
    readPoints(ctx, of),
  ])
  const lit = new Set<string>()
  for (const task of tasks) {
    const isIts = ({ taskId }: { taskId: string }): boolean => taskId === task.id
    for (const id of await progress(ctx, task, picks.filter(isIts), points.filter(isIts))) lit.add(id)
  }
  await shine(ctx, [...lit])
}

/** Lights that say what is not so any more. */
async function darken(ctx: Ctx, taskIds: readonly string[]): Promise<void> {
  const dark = ctx.tx.run(sql`
    update dps_light l set state = 'CANCELLED', closed_at = ${ctx.now()}, version = l.version + 1, updated_at = ${ctx.now()}
    from dps_task t where t.tenant_id = l.tenant_id and t.id = l.task_id and l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id}
      and l.task_id = any(${taskIds}::bigint[]) and l.state in ('QUEUED', 'LIT')
      and (t.state not in ('BOUND', 'PICKING') or case l.purpose
        when 'DONE' then exists (select 1 from dps_pick p where p.tenant_id = l.tenant_id and p.org_id = l.org_id and p.task_id = l.task_id and p.jobpoint_id = l.jobpoint_id and p.state in ('WAIT', 'LIT'))
          or not exists (select 1 from dps_task_point o where o.tenant_id = l.tenant_id and o.org_id = l.org_id and o.task_id = l.task_id and o.jobpoint_id = l.jobpoint_id and o.state = 'LIT')
        when 'PICK' then not exists (select 1 from dps_pick p where p.tenant_id = l.tenant_id and p.id = l.pick_id and p.state = 'LIT')
        else not exists (select 1 from dps_task_point o where o.tenant_id = l.tenant_id and o.org_id = l.org_id and o.task_id = l.task_id and o.jobpoint_id = l.jobpoint_id and o.state = 'LIT') end)`)
  // What is not to be done now waits.
  const waits = ctx.tx.run(sql`
    update dps_pick p set state = 'WAIT', version = p.version + 1, updated_at = ${ctx.now()} from dps_task t
    where t.tenant_id = p.tenant_id and t.id = p.task_id and t.state not in ('BOUND', 'PICKING') and p.state = 'LIT'
      and p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.task_id = any(${taskIds}::bigint[])`)
  const [off] = await Promise.all([dark, waits])
  if (off > 0) tellLights(ctx)
}

/** @returns the job points at which something may be lit now */
async function progress(
  ctx: Ctx,
  task: RackTask,
  before: readonly RackPick[],
  points: readonly RackPoint[],
): Promise<readonly string[]> {
  const isOnCart = task.mode === 'CART' && (await takeAlong(ctx, task.id)) > 0
  const picks = isOnCart ? await readPicks(ctx, sql`task_id = ${task.id}`) : before
  const open = picks.filter(isOpen)
  const there = points.filter(isHere)
  const isOver = task.state === 'PICKED' || task.state === 'DONE'
  // A confirm was taken back: its container is brought there again.
  const again = points.filter((p) => isThrough(p) && open.some((o) => o.jobpointId === p.jobpointId))
  if (isOver || isActive(task)) await setPoints(ctx, again, 'PENDING')
  if (isOver) {
    if (open.length > 0) await reopen(ctx, task)
    return []
  }
  if (!isActive(task)) {
    await setPoints(
      ctx,
      there,
      task.state === 'CANCELLED'
        ? 'SKIPPED'
        : task.state === 'READY' || task.containerId === null
          ? 'PENDING'
          : 'ARRIVED',
    )
    return there.map((p) => p.jobpointId)
  }
  if (task.mode === 'DAS') return progressSowing(ctx, task, open, points)
  const idle = points.filter((p) => p.state === 'PENDING' && !open.some((o) => o.jobpointId === p.jobpointId))
  await setPoints(ctx, idle, 'SKIPPED')
  const through = there.filter((p) => !open.some((o) => o.jobpointId === p.jobpointId))
  const more: string[] = []
  for (const point of through) if (!point.hasCompleter) more.push(...(await passOn(ctx, task, point)))
  if (open.length === 0 && there.length === 0) await end(ctx, task)
  return [...there.map((p) => p.jobpointId), ...more]
}

/** What was through is to be done again, in its container; where that is another task's by now, in whichever is bound next. */
async function reopen(ctx: Ctx, task: RackTask): Promise<void> {
  const other = await ctx.tx.maybe(sql`
    select 1 from dps_task where ${here(ctx)} and container_id = ${task.containerId} and id <> ${task.id} and state in ('BOUND', 'PICKING', 'SUSPENDED', 'PICKED') limit 1`)
  if (!other) await setTask(ctx, task, 'PICKING')
  else await setTask(ctx, task, 'READY', sql`, container_id = null, bound_at = null, finished_at = null`)
  // Its position may be another's by now.
  await takeOff(ctx, [task.id])
}

/** Goods come to all points at once: each product ends when all of its stores have it. */
async function progressSowing(
  ctx: Ctx,
  task: RackTask,
  open: readonly RackPick[],
  points: readonly RackPoint[],
): Promise<readonly string[]> {
  if (open.length === 0) {
    await setPoints(ctx, points, 'DONE')
    await end(ctx, task)
  } else if (task.productId !== null)
    await ctx.tx.run(sql`
      update dps_task t set product_id = null, version = t.version + 1 where ${here(ctx)} and t.id = ${task.id} and not exists (
        select 1 from dps_pick p where p.tenant_id = t.tenant_id and p.org_id = t.org_id and p.task_id = t.id and p.product_id = t.product_id and p.state in ('WAIT', 'LIT'))`)
  return points.map((p) => p.jobpointId)
}

/**
 * A container leaves a point: it goes to the next one that has something for it, or is full of all that there was.
 * @returns the point that it has come to by itself
 */
export async function passOn(ctx: Ctx, task: RackTask, from: RackPoint): Promise<readonly string[]> {
  await setPoints(ctx, [from], 'DONE')
  const [points, line] = await Promise.all([readPoints(ctx, sql`task_id = ${task.id}`), readLine(ctx, task.lineId)])
  const open = points.filter((p) => p.state === 'PENDING')
  const next = open.find((p) => p.seq > from.seq) ?? open[0]
  if (!next) {
    if (!points.some(isHere)) await endIfThrough(ctx, task)
    return []
  }
  await ctx.tx.run(sql`
    update dps_task set jobpoint_id = ${next.jobpointId}, version = version + 1, updated_at = ${ctx.now()} where ${here(ctx)} and id = ${task.id}`)
  if (!line.autoNext) return []
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::integer as n from dps_task_point where ${here(ctx)} and jobpoint_id = ${next.jobpointId} and state in ('ARRIVED', 'LIT')`)
  if (n >= line.wip) return []
  await setPoints(ctx, [next], 'ARRIVED')
  return [next.jobpointId]
}

async function endIfThrough(ctx: Ctx, task: RackTask): Promise<void> {
  const open = (await readPicks(ctx, sql`task_id = ${task.id}`)).filter(isOpen)
  // What no tag shows is confirmed by hand, and ends it then.
  if (open.length === 0) await end(ctx, task)
}

/** All of it is picked. Where the line has a check, that is what comes next. */
async function end(ctx: Ctx, task: RackTask): Promise<void> {
  const check = await ctx.tx.maybe(sql`
    select 1 from dps_jobpoint where ${here(ctx)} and line_id = ${task.lineId} and kind = 'CHECK' and not disabled limit 1`)
  await setTask(
    ctx,
    task,
    check && task.mode !== 'DAS' ? 'PICKED' : 'DONE',
    sql`, jobpoint_id = null, finished_at = ${ctx.now()}`,
  )
}

export async function setTask(ctx: Ctx, task: Pick<RackTask, 'id'>, state: string, more = sql``): Promise<void> {
  await ctx.tx.run(sql`
    update dps_task set state = ${state}${more}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId} where ${here(ctx)} and id = ${task.id}`)
  ctx.tell('dps.task')
}

/** Also says when. */
export async function setPoints(
  ctx: Ctx,
  points: readonly Pick<RackPoint, 'id'>[],
  state: RackPoint['state'],
  operatorId: string | null = null,
): Promise<void> {
  if (points.length === 0) return
  await ctx.tx.run(sql`
    update dps_task_point set state = ${state}, operator_id = coalesce(${operatorId}::bigint, operator_id),
      arrived_at = case when ${state} = 'ARRIVED' then ${ctx.now()} else arrived_at end, done_at = case when ${state} in ('DONE', 'SKIPPED') then ${ctx.now()}::timestamptz end,
      colour = case when ${state} = 'LIT' then colour end, version = version + 1, updated_at = ${ctx.now()}
    where ${here(ctx)} and id = any(${points.map((p) => p.id)}::bigint[])`)
}
