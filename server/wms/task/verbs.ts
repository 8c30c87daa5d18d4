import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { refusal } from '@lading/contract/kernel/flow.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { flowOf, type TaskState, taskFlow } from '@lading/contract/wms/task.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import type { SeenRow } from '../../kernel/http/serve.ts'
import { businessDay } from '../../platform/document/day.ts'
import { personHere } from '../../platform/personHere.ts'
import { dropLabels, freeLabels, makeLabels, passLabels, reopenLabels } from '../label/make.ts'
import { lightTopic } from '../lights.ts'
import { containersOf, giveBack } from '../pickContainer/settle.ts'
import { lockContainers } from '../stock/containers.ts'
import { demandFit, demandFitFor, demandFitness, type Fitness, fitnessOf } from '../worker/fit.ts'
import { alikeOf, isBatch } from './alike.ts'
import { demandHandedOut, demandMine, demandOn, demandOther } from './guards.ts'
import { taskKinds } from './kinds.ts'
import { logTasks } from './log.ts'
import {
  type LineRow,
  lockTask,
  lockTaskOf,
  readLine,
  readLines,
  readTask,
  readWork,
  type TaskRow,
  type Work,
} from './read.ts'
import { releasePick } from './releasePick.ts'
import { demandInspected } from './releasePutAway.ts'
import { tellAssigned } from './told.ts'
import type { TaskKind } from './type.ts'

type Step = keyof typeof taskFlow.steps
function demandStep(task: TaskRow, step: Step): void {
  const no = refusal(flowOf(task.taskType), step, task.state, task.taskNo)
  if (no) refuse(no.refusal, no.args)
}

/** Writes what a step makes of a task, and its log. */
export async function setState(
  ctx: Ctx,
  task: TaskRow,
  step: Step,
  to: TaskState,
  more: Sql,
  device?: string,
  payload?: Record<string, unknown>,
): Promise<void> {
  await ctx.tx.run(sql`
    update wms_task set state = ${to}, ${more}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.id}`)
  logTasks(ctx, [{ taskId: task.id, action: step, from: task.state, to, device, ...(payload && { payload }) }])
  tellLight(ctx, task)
}
const tellLight = (ctx: Ctx, { id, mode }: TaskRow): void => {
  if (mode === 'LIGHT') ctx.emit({ topic: lightTopic, key: id })
}

/** Whose it is from now on; his time begins with the way to the first bin. */
const mine = (ctx: Ctx, device: string | undefined): Sql =>
  sql`assignee_id = ${ctx.userId}, assigned_at = ${ctx.now()}, started_at = coalesce(started_at, ${ctx.now()}), device = ${device ?? null}`

/** A task that nobody holds has taken nobody's time, unless some of it is done. */
const handedBack: Sql = sql`assignee_id = null, assigned_at = null, started_at = case when done_lines > 0 or done_qty > 0 then started_at end`

/** Opens a task that one has: what somebody was handed begins now. */
export async function openOwn(ctx: Ctx, id: string): Promise<Work> {
  await ctx.tx.run(sql`
    update wms_task set started_at = ${ctx.now()} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id} and started_at is null`)
  return readWork(ctx, id)
}

/** Takes one named task. Taking one's own again just opens it. */
export async function takeTask(ctx: Ctx, input: { id: string; device?: string | undefined }): Promise<Work> {
  demandDc(ctx)
  const task = await lockTask(ctx, input.id)
  demandOn(ctx, task, 'run')
  if (task.assigneeId === ctx.userId && (task.state === 'ASSIGNED' || task.state === 'RUNNING'))
    return openOwn(ctx, task.id)
  if (task.state === 'ASSIGNED' || task.state === 'RUNNING' || task.state === 'SUSPENDED') await demandMine(ctx, task)
  return takeFree(ctx, task, await fitnessOf(ctx, ctx.userId, task.id), input.device)
}
/** Takes a locked task that is nobody's. */
export async function takeFree(ctx: Ctx, task: TaskRow, f: Fitness, device: string | undefined): Promise<Work> {
  demandStep(task, 'take')
  demandOther(task, ctx.userId)
  demandHandedOut(ctx, task)
  if (ctx.userId !== null) await taskKinds[task.taskType].demandWorker?.(ctx, task, ctx.userId)
  await demandFitness(ctx, f, task)
  await setState(ctx, task, 'take', 'ASSIGNED', mine(ctx, device), device)
  return readWork(ctx, task.id)
}

/** Hands a task to somebody. */
export async function assignTask(ctx: Ctx, input: { id: string; userId: string }): Promise<{ task: Work['task'] }> {
  demandDc(ctx)
  const task = await lockTask(ctx, input.id)
  demandOn(ctx, task, 'update')
  demandStep(task, 'assign')
  demandOther(task, input.userId)
  await taskKinds[task.taskType].demandWorker?.(ctx, task, input.userId)
  const user = await personHere(ctx, input.userId)
  await demandFitFor(ctx, task, found(user, ['用户', 'User']))
  await setState(
    ctx,
    task,
    'assign',
    'ASSIGNED',
    sql`assignee_id = ${input.userId}, assigned_at = ${ctx.now()}`,
    undefined,
    { userId: input.userId },
  )
  if (task.mode === 'LABEL') await passLabels(ctx, task.id, input.userId)
  tellAssigned(ctx, task, input.userId)
  return { task: await readTask(ctx, task.id) }
}

export async function prioritiseTask(
  ctx: Ctx,
  input: { id: string; priority: number },
): Promise<{ task: Work['task'] }> {
  demandDc(ctx)
  const task = await lockTask(ctx, input.id)
  demandOn(ctx, task, 'update')
  if (taskFlow.final.some((s) => s === task.state)) demandStep(task, 'suspend')
  await setState(ctx, task, 'assign', task.state, sql`priority = ${input.priority}`, undefined, {
    priority: input.priority,
  })
  return { task: await readTask(ctx, task.id) }
}

/** Puts an untouched task back for others. What is in hand must be put down first. */
export async function giveUpTask(
  ctx: Ctx,
  input: { id: string; reason?: string | undefined },
): Promise<{ task: Work['task'] }> {
  demandDc(ctx)
  const task = await lockTask(ctx, input.id)
  demandOn(ctx, task, 'give_up')
  demandStep(task, 'giveUp')
  if (task.assigneeId !== ctx.userId) demandOn(ctx, task, 'update')
  const lines = await readLines(ctx, task.id)
  if (lines.some((l) => l.state === 'INHAND')) refuse(wmsFaults.inHand)
  await setState(ctx, task, 'giveUp', 'READY', handedBack, undefined, {
    reason: input.reason,
  })
  if (task.mode === 'LABEL') await freeLabels(ctx, [task.id])
  return { task: await readTask(ctx, task.id) }
}

/** A flat battery or the end of a shift: another worker goes on where the first stopped. */
export async function takeOverTask(ctx: Ctx, input: { id: string; device?: string | undefined }): Promise<Work> {
  demandDc(ctx)
  const task = await lockTask(ctx, input.id)
  demandOn(ctx, task, 'run')
  demandStep(task, 'takeOver')
  demandOther(task, ctx.userId)
  if (ctx.userId !== null) await taskKinds[task.taskType].demandWorker?.(ctx, task, ctx.userId)
  if (task.assigneeId !== ctx.userId) {
    await demandFit(ctx, task)
    const inHand = (await readLines(ctx, task.id)).filter((l) => l.state === 'INHAND')
    if (inHand.length > 0) await taskKinds[task.taskType].passOn?.(ctx, task, inHand)
    await setState(ctx, task, 'takeOver', task.state, mine(ctx, input.device), input.device, { from: task.assigneeId })
    if (task.mode === 'LABEL') await passLabels(ctx, task.id, ctx.userId)
  }
  return readWork(ctx, task.id)
}

/** What is in hand goes back to where it was taken from: the worker may give the task up then. */
export async function putBackLine(ctx: Ctx, input: { taskLineId: string; device?: string | undefined }): Promise<Work> {
  demandDc(ctx)
  const task = await lockTaskOf(ctx, input.taskLineId)
  demandOn(ctx, task, 'run')
  await demandMine(ctx, task)
  const line = await readLine(ctx, input.taskLineId)
  if (line.state !== 'INHAND') refuse(wmsFaults.notInHand)
  await taskKinds[task.taskType].putBack?.(ctx, task, line)
  logTasks(ctx, [
    {
      taskId: task.id,
      taskLineId: line.id,
      action: 'putBack',
      from: 'INHAND',
      to: 'OPEN',
      device: input.device,
      payload: { qty: line.handQty },
    },
  ])
  return readWork(ctx, task.id)
}

export async function releaseTask(ctx: Ctx, row: SeenRow): Promise<void> {
  const task = await lockFor(ctx, row, 'release', 'release')
  if (task.taskType === 'PICK' && task.state === 'WAIT') return releasePick(ctx, task)
  if (task.taskType === 'PUTAWAY' && task.state === 'WAIT') await demandInspected(ctx, task)
  await setState(ctx, task, 'release', 'READY', sql`suspended_from = null`)
  if (task.mode === 'LABEL') await makeLabels(ctx, [task.id])
}
export async function suspendTask(ctx: Ctx, row: SeenRow): Promise<void> {
  const task = await lockFor(ctx, row, 'suspend', 'stop')
  await setState(
    ctx,
    task,
    'suspend',
    'SUSPENDED',
    sql`suspended_from = ${task.state}, reason = ${row.reason ?? ''}`,
    undefined,
    { reason: row.reason },
  )
}
export async function resumeTask(ctx: Ctx, row: SeenRow): Promise<void> {
  const task = await lockFor(ctx, row, 'resume', 'start')
  await setState(ctx, task, 'resume', task.suspendedFrom ?? 'READY', sql`suspended_from = null, reason = null`)
}
export async function cancelTask(ctx: Ctx, row: SeenRow): Promise<void> {
  const task = await lockFor(ctx, row, 'cancel', 'cancel')
  await dropOpenLines(ctx, task, true)
  await setState(
    ctx,
    task,
    'cancel',
    'CANCELED',
    sql`reason = ${row.reason ?? null}, finished_at = ${ctx.now()}`,
    undefined,
    { reason: row.reason },
  )
  if (task.billId !== null) ctx.emit({ topic: 'bill.refresh', key: `${task.billKey}:${task.billId}` })
}

/** Locks a task as its caller saw it, for a step that he may take. */
export async function lockFor(ctx: Ctx, row: SeenRow, step: Step, action: string): Promise<TaskRow> {
  demandDc(ctx)
  const task = await lockTask(ctx, row.id)
  demandOn(ctx, task, action)
  if (task.version !== row.version) refuse(faults.stale)
  demandStep(task, step)
  return task
}

/** Closes what is still open; `untouched` refuses when work was done. */
export async function dropOpenLines(ctx: Ctx, task: TaskRow, untouched: boolean): Promise<void> {
  const lines = await readLines(ctx, task.id)
  if (
    untouched &&
    lines.some((l) => l.state === 'DONE' || l.state === 'SHORT' || l.state === 'INHAND' || Number(l.doneQty) > 0)
  )
    refuse(wmsFaults.started)
  const assigned = task.hasContainers ? await containersOf(ctx, [task.id]) : []
  await lockContainers(ctx, [
    ...lines.flatMap((l) => [l.fromContainerId, l.toContainerId]),
    ...assigned.filter((r) => r.state === 'BOUND').map((r) => r.containerId),
  ])
  const open = lines.filter((l) => l.state === 'OPEN')
  for (const line of open) await taskKinds[task.taskType].dropLine?.(ctx, task, line)
  await ctx.tx.run(sql`
    update wms_task_line set state = case when done_qty > 0 then 'DONE' else 'CANCELED' end, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_id = ${task.id} and state = 'OPEN'`)
  if (task.mode === 'LABEL') await dropLabels(ctx, [task.id])
  tellLight(ctx, task)
  await giveBack(ctx, assigned)
}

/** Ends a task with the bill that it served: what was done of it counts, what is open is dropped. */
export async function endWithBill(ctx: Ctx, id: string): Promise<void> {
  const task = await lockTask(ctx, id)
  const isBegun = (await readLines(ctx, id)).some((l) => Number(l.doneQty) > 0 || l.state === 'DONE')
  const to = isBegun ? 'DONE' : 'CANCELED'
  await dropOpenLines(ctx, task, false)
  logTasks(ctx, [{ taskId: id, action: isBegun ? 'finish' : 'cancel', from: task.state, to }])
  await ctx.tx.run(sql`
    update wms_task set state = ${to}, finished_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
  if (isBegun) await taskKinds[task.taskType].finish?.(ctx, task)
}

/** Ends a task. Open lines are dropped where the kind allows it, else each must be confirmed or reported short. */
export async function finishTask(
  ctx: Ctx,
  input: { id: string; reason?: string | undefined },
): Promise<{ task: Work['task'] }> {
  demandDc(ctx)
  const task = await lockTask(ctx, input.id)
  demandOn(ctx, task, 'finish')
  await demandMine(ctx, task)
  demandStep(task, 'finish')
  const kind = taskKinds[task.taskType]
  const lines = await readLines(ctx, task.id)
  const open = lines.filter((l) => l.state === 'OPEN' || l.state === 'INHAND')
  if (open.some((l) => l.state === 'INHAND')) refuse(wmsFaults.inHand)
  if (open.length > 0 && !kind.endsEarly) refuse(wmsFaults.needReason)
  await dropOpenLines(ctx, task, false)
  await setState(
    ctx,
    task,
    'finish',
    'DONE',
    sql`done_lines = line_count, finished_at = ${ctx.now()}, started_at = coalesce(started_at, ${ctx.now()})`,
  )
  await kind.finish?.(ctx, task)
  if (task.billId !== null) ctx.emit({ topic: 'bill.refresh', key: `${task.billKey}:${task.billId}` })
  return { task: await readTask(ctx, task.id) }
}

/** Takes a confirm back, as long as nobody touched the goods since. The task reopens. */
export async function undoLine(ctx: Ctx, input: { taskLineId: string }): Promise<{ task: Work['task'] }> {
  demandDc(ctx)
  const task = await lockTaskOf(ctx, input.taskLineId)
  demandOn(ctx, task, 'cancel')
  if (task.state === 'SUSPENDED') refuse(wmsFaults.suspended, { reason: task.reason ?? '' })
  const line = await readLine(ctx, input.taskLineId)
  const kind = taskKinds[task.taskType]
  if (!kind.undo || task.state === 'CANCELED')
    return refuse(faults.state, { no: task.taskNo, state: taskFlow.states[task.state], action: ['撤销', 'Undo'] })
  const lines = isBatch(task) ? alikeOf(await readLines(ctx, task.id), line) : [line]
  const done = lines.filter((l) => Number(l.doneQty) !== 0)
  if (done.length === 0) refuse(wmsFaults.movedOn)
  for (const one of done) await undoOne(ctx, task, one, kind.undo)
  if (task.billId !== null) ctx.emit({ topic: 'bill.refresh', key: `${task.billKey}:${task.billId}` })
  return { task: await readTask(ctx, task.id) }
}

async function undoOne(ctx: Ctx, task: TaskRow, line: LineRow, undo: NonNullable<TaskKind['undo']>): Promise<void> {
  await undo(ctx, task, line)
  if (task.mode === 'LABEL') await reopenLabels(ctx, [line.id])
  tellLight(ctx, task)
  const closed = line.state === 'DONE' || line.state === 'SHORT' ? 1 : 0
  await ctx.tx.run(sql`
    update wms_task_line set state = 'OPEN', done_qty = 0, done_pieces = null, short_qty = 0, refused_qty = null, reason = null, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.id}`)
  await ctx.tx.run(sql`
    update wms_task set state = case when assignee_id is null then 'READY' else 'RUNNING' end, done_lines = done_lines - ${closed}, done_qty = done_qty - ${line.doneQty}::numeric,
      short_qty = short_qty - ${line.shortQty}::numeric, finished_at = null, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.id}`)
  logTasks(ctx, [
    {
      taskId: task.id,
      taskLineId: line.id,
      action: 'undo',
      from: line.state,
      to: 'OPEN',
      payload: { qty: line.doneQty, day: businessDay(ctx) },
    },
  ])
}
