// engine: keeps what the rack shows with what the warehouse has to do, behind the locks of its tasks

import { fullTask } from '@lading/contract/dps/calls.ts'
import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { jobpoint } from '@lading/contract/dps/line.ts'
import { dpsTask, taskPoint } from '@lading/contract/dps/task.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { visible } from '../../kernel/scope.ts'
import { demandStep } from '../../platform/document/steps.ts'
import type { Warehouse } from '../warehouse/asks.ts'
import { bestOnCart, lockCart, putOn, takeOff } from './cart.ts'
import { goOn, passOn, setPoints, setTask } from './goOn.ts'
import {
  here,
  type Jobpoint,
  lockTask,
  lockTasks,
  type RackPoint,
  type RackTask,
  readJobpoints,
  readLine,
  readPicks,
  readPoints,
} from './read.ts'
import { shine } from './shine.ts'

/** What a scan at a point came to. */
export interface Arrived {
  readonly taskId: string
  readonly billNo: string
  /** Of a cart. */
  readonly position?: number
}

export async function pointByCode(ctx: Ctx, code: string): Promise<Jobpoint> {
  return found((await readJobpoints(ctx, sql`code = ${code} and not disabled`))[0], jobpoint.title)
}

/**
 * A container was scanned at a point: one that has a task goes on there, an empty one is bound to the next task of the line.
 * @param position at a cart: where it is put
 * @throws Fault pointClosed, signOnFirst, noContainer, wrongPoint, nothingToBind
 */
export async function arrive(
  ctx: Ctx,
  warehouse: Warehouse,
  point: Jobpoint,
  containerCode: string,
  position?: string,
): Promise<Arrived> {
  if (point.state !== 'OPEN') refuse(dpsFaults.pointClosed, { point: point.code })
  await demandOperator(ctx, point)
  if ((await readLine(ctx, point.lineId)).mode === 'CART') await lockCart(ctx, point)
  const its = await lockTasks(
    ctx,
    sql`${visible(dpsTask.header, ctx, 'dps_task')} and (state in ('BOUND', 'PICKING', 'SUSPENDED', 'PICKED') or (mode = 'DAS' and state = 'READY')) and container_id = (
      select c.id from wms_container c where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.code = ${containerCode})`,
  )
  const own = its.find((t) => t.state !== 'READY') ?? its[0]
  const bound = own && (await isBack(ctx, warehouse, own, point, containerCode)) ? undefined : own
  // Of sorting, one that was unbound.
  if (bound?.state === 'READY') await setTask(ctx, bound, 'BOUND', sql`, bound_at = ${ctx.now()}`)
  const task = bound ?? (await bindEmpty(ctx, warehouse, point, containerCode))
  if (bound?.state === 'SUSPENDED') demandStep(dpsTask, 'finish', bound)
  if (task.mode === 'CART' && task.state !== 'PICKED') {
    const at = await putOn(ctx, task, point, containerCode, position)
    await goOn(ctx, [task.id])
    return { taskId: task.id, billNo: task.billNo, position: at }
  }
  if (task.mode === 'DAS') {
    await setPoints(
      ctx,
      (await readPoints(ctx, sql`task_id = ${task.id}`)).filter((p) => p.state === 'PENDING'),
      'ARRIVED',
      ctx.userId,
    )
    await goOn(ctx, [task.id])
    return { taskId: task.id, billNo: task.billNo }
  }
  if (point.kind === 'CHECK' && task.state === 'PICKED') {
    await setTask(ctx, task, 'DONE')
    return { taskId: task.id, billNo: task.billNo }
  }
  await comeTo(ctx, task, point, containerCode)
  await goOn(ctx, [task.id])
  return { taskId: task.id, billNo: task.billNo }
}

/** Whether it has come back empty, though nobody scanned it at the check: its task is over, and it is free. */
async function isBack(ctx: Ctx, warehouse: Warehouse, task: RackTask, point: Jobpoint, code: string): Promise<boolean> {
  if (task.state !== 'PICKED' || point.kind === 'CHECK' || !(await warehouse.containerOf(ctx, code))?.isIdle)
    return false
  await setTask(ctx, task, 'DONE')
  return true
}

/** A container at a point where it has work, or, of a task just bound, at the first of its points. */
async function comeTo(ctx: Ctx, task: RackTask, point: Jobpoint, code: string): Promise<void> {
  const line = await readLine(ctx, task.lineId)
  const points = await readPoints(ctx, sql`task_id = ${task.id}`)
  const wanted = points.filter((p) => p.state === 'PENDING' || p.state === 'ARRIVED' || p.state === 'LIT')
  const there = wanted.find((p) => p.jobpointId === point.id) ?? (task.state === 'BOUND' ? wanted[0] : undefined)
  if (!there) {
    const next = await readJobpoints(ctx, sql`id = ${wanted[0]?.jobpointId ?? null}`)
    return refuse(dpsFaults.wrongPoint, { code, point: point.code, next: next[0]?.code ?? '-' })
  }
  // One after the other it is at one place only: where it was scanned last.
  if (line.relay === 'SEQUENTIAL')
    await setPoints(
      ctx,
      wanted.filter((p) => p !== there && p.state !== 'PENDING'),
      'PENDING',
    )
  if (there.state === 'PENDING')
    await setPoints(ctx, [there], 'ARRIVED', there.jobpointId === point.id ? ctx.userId : null)
  await setTask(ctx, task, task.state, sql`, jobpoint_id = ${there.jobpointId}`)
}

export async function demandOperator(ctx: Ctx, point: Jobpoint): Promise<void> {
  const one = await ctx.tx.maybe(
    sql`select 1 from dps_operator where ${here(ctx)} and jobpoint_id = ${point.id} limit 1`,
  )
  if (!one) refuse(dpsFaults.signOnFirst)
}

/** @throws Fault noContainer, nothingToBind */
async function bindEmpty(ctx: Ctx, warehouse: Warehouse, point: Jobpoint, code: string): Promise<RackTask> {
  const box = (await warehouse.containerOf(ctx, code)) ?? refuse(dpsFaults.noContainer, { code })
  return bindNext(ctx, point, box.id, box.isIdle ? sql`true` : sql`t.store_id = ${box.storeId}`)
}

/** The next task of the point's line that waits for a container, where each point has tasks of its own one of those: what was taken out of a full one here, then what is urgent, then what is due. What is divided has its container. */
async function bindNext(ctx: Ctx, point: Jobpoint, containerId: string, fit: Sql): Promise<RackTask> {
  const { relay, mode } = await readLine(ctx, point.lineId)
  // Of what was taken out of a container that is full the one that was on this cart.
  const whose = mode === 'CART' ? sql`t.parent_id` : sql`t.id`
  const atPoint = sql`exists (select 1 from dps_task_point o where o.tenant_id = t.tenant_id and o.org_id = t.org_id and o.task_id = ${whose} and o.jobpoint_id = ${point.id})`
  const own = relay === 'PARALLEL' && mode === 'DPS' ? atPoint : sql`true`
  const next = await ctx.tx.maybe<{ id: string }>(sql`
    select t.id from dps_task t where ${visible(dpsTask.header, ctx, 't')} and t.org_id = ${ctx.org.id} and t.line_id = ${point.lineId} and t.state = 'READY' and t.mode <> 'DAS' and ${fit} and ${own}
    order by ${atPoint} and t.parent_id is not null desc,
      t.priority, t.due_at nulls last, ${mode === 'CART' ? sql`${bestOnCart(ctx, point)} desc,` : sql``} t.id limit 1 for update skip locked`)
  if (!next) return refuse(dpsFaults.nothingToBind)
  return bindTo(ctx, next.id, containerId)
}

/** @throws Fault state, containerTaken */
export async function bindTo(ctx: Ctx, taskId: string, containerId: string): Promise<RackTask> {
  const task = await lockTask(ctx, taskId)
  if (task.state !== 'READY')
    refuse(faults.state, { no: task.billNo, state: dpsTask.flow.states[task.state], action: ['绑箱', 'Bind'] })
  const [other] = await lockTasks(
    ctx,
    sql`container_id = ${containerId} and state in ('BOUND', 'PICKING', 'SUSPENDED', 'PICKED')`,
  )
  if (other)
    refuse(dpsFaults.containerTaken, { code: containerId, no: rowName(dpsTask.header, other.id, other.billNo) })
  await setTask(ctx, task, 'BOUND', sql`, container_id = ${containerId}, bound_at = ${ctx.now()}`)
  ctx.audit({
    subject: dpsTask.header.key,
    subjectId: task.id,
    subjectNo: task.billNo,
    action: 'bind',
    after: { containerId },
  })
  return { ...task, state: 'BOUND', containerId }
}

/** The completer, or whoever stands in for it: the container goes on. @throws Fault lightsOpen, needFull */
export async function complete(
  ctx: Ctx,
  point: Jobpoint,
  o: { taskId?: string; isForced?: boolean } = {},
): Promise<void> {
  const [at] = await ctx.tx.query<{ taskId: string }>(sql`
    select o.task_id from dps_task_point o where o.tenant_id = ${ctx.tenantId} and o.org_id = ${ctx.org.id} and o.jobpoint_id = ${point.id} and o.state = 'LIT'
      and (${o.taskId ?? null}::bigint is null or o.task_id = ${o.taskId ?? null}::bigint)
    order by exists (select 1 from dps_pick p where p.tenant_id = o.tenant_id and p.org_id = o.org_id and p.task_id = o.task_id and p.jobpoint_id = o.jobpoint_id and p.state in ('WAIT', 'LIT')), o.lit_at, o.id limit 1`)
  if (!at) return refuse(dpsFaults.needFull, { point: point.code })
  const task = await lockTask(ctx, at.taskId)
  const own = (await readPoints(ctx, sql`task_id = ${task.id}`)).find(
    (p) => p.jobpointId === point.id && p.state === 'LIT',
  )
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::integer as n from dps_pick where ${here(ctx)} and task_id = ${task.id} and jobpoint_id = ${point.id} and state in ('WAIT', 'LIT')`)
  if (n > 0 && !o.isForced) refuse(dpsFaults.lightsOpen, { n })
  if (!own) return
  const next = await passOn(ctx, task, own)
  await goOn(ctx, [task.id])
  await shine(ctx, [...next, point.id])
}

/** Job points whose open picks still come into a container that is full: where it is, if its line says so and there is work behind. */
async function finishedHere(ctx: Ctx, task: RackTask, points: readonly RackPoint[]): Promise<readonly string[]> {
  const { fullPolicy } = await readLine(ctx, task.lineId)
  const at = points.flatMap((p) => (p.state === 'LIT' || p.state === 'ARRIVED' ? [p.jobpointId] : []))
  if (fullPolicy !== 'SPLIT_NEXT' || task.mode === 'CART') return []
  const behind = await readPicks(
    ctx,
    sql`task_id = ${task.id} and state in ('WAIT', 'LIT') and not (jobpoint_id = any(${at}::bigint[]))`,
  )
  return behind.length > 0 ? at : []
}

/** 箱满: what is still open comes into another container, under a task of its own; what is booked stays with the first. */
export async function full(ctx: Ctx, taskId: string): Promise<{ id: string; billNo: string }> {
  const task = await lockTask(ctx, taskId)
  demandStep(dpsTask, 'finish', task)
  // What is divided has one container for all: full is what stands at a position.
  if (task.mode === 'DAS')
    refuse(faults.state, { no: task.billNo, state: dpsTask.flow.states[task.state], action: fullTask.title })
  const { ids } = await insert(ctx, dpsTask.header, [
    await ctx.tx.one(sql`
      select ${ctx.newId()}::bigint as id, ${ctx.number(dpsTask.prefix)}::text as bill_no, 'READY' as state, mode, line_id, wms_task_id, wave_id, order_id, store_id, owner_id,
        priority, due_at, id as parent_id from dps_task where ${here(ctx)} and id = ${task.id}`),
  ])
  const child = await lockTask(ctx, ids[0] ?? '')
  const points = await readPoints(ctx, sql`task_id = ${task.id}`)
  const stays = await finishedHere(ctx, task, points)
  await ctx.tx.run(sql`
    update dps_pick set task_id = ${child.id}, state = 'WAIT', version = version + 1, updated_at = ${ctx.now()}
    where ${here(ctx)} and task_id = ${task.id} and state in ('WAIT', 'LIT') and not (jobpoint_id = any(${stays}::bigint[]))`)
  if (task.mode === 'CART') await takeOff(ctx, [child.id])
  await insert(
    ctx,
    taskPoint,
    (task.mode === 'CART' ? [] : points)
      .filter((p) => p.state !== 'DONE' && p.state !== 'SKIPPED' && !stays.includes(p.jobpointId))
      .map(({ jobpointId, seq }) => ({ taskId: child.id, jobpointId, seq })),
  )
  await ctx.tx.run(sql`
    update dps_task t set line_count = n.lines, plan_qty = n.plan, done_qty = n.done, short_qty = n.short, done_lines = n.closed, version = t.version + 1
    from (select k.id, count(p.id)::integer as lines, (count(*) filter (where p.state in ('DONE', 'SHORT')))::integer as closed, coalesce(sum(p.plan_qty), 0) as plan,
        coalesce(sum(p.done_qty), 0) as done, coalesce(sum(p.short_qty), 0) as short
      from dps_task k left join dps_pick p on p.tenant_id = k.tenant_id and p.task_id = k.id and p.state <> 'CANCELLED'
      where k.tenant_id = ${ctx.tenantId} and k.id = any(${[task.id, child.id]}::bigint[]) group by k.id) n
    where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.id = n.id`)
  await setPoints(
    ctx,
    points.filter((p) => (p.state === 'LIT' || p.state === 'ARRIVED') && !stays.includes(p.jobpointId)),
    'DONE',
  )
  await setPoints(
    ctx,
    points.filter((p) => p.state === 'PENDING'),
    'SKIPPED',
  )
  await goOn(ctx, [task.id, child.id])
  ctx.audit({
    subject: dpsTask.header.key,
    subjectId: task.id,
    subjectNo: task.billNo,
    action: 'full',
    after: { reason: `→ ${child.billNo}` },
  })
  return { id: child.id, billNo: child.billNo }
}
