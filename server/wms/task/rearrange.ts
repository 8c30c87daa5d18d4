// engine: locks tasks and their lines, and moves what they say

import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { rearrangeFaults } from '@lading/contract/wms/rearrangeFaults.ts'
import type { TaskMode, task as taskTable } from '@lading/contract/wms/task.ts'
import type { mergeTasks, splitTask } from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { moveLabels } from '../label/make.ts'
import { tellLights } from '../lights.ts'
import { giveBackOf } from '../pickContainer/settle.ts'
import { byId } from '../stock/key.ts'
import { createTasks } from './create.ts'
import { demandOn } from './guards.ts'
import { logTasks } from './log.ts'
import { type LineRow, lockTask, readLines, readTask, type TaskRow } from './read.ts'

interface Untouched {
  readonly task: TaskRow
  readonly lines: readonly LineRow[]
}

/** Locks a pick that nobody has taken, as the caller saw it. Goods stay promised to their lines, wherever these go. */
async function lockUntouched(ctx: Ctx, seen: { id: string; version: number }): Promise<Untouched> {
  const task = await lockTask(ctx, seen.id)
  demandOn(ctx, task, 'update')
  if (task.taskType !== 'PICK') refuse(rearrangeFaults.onlyPicks)
  if (task.version !== seen.version) refuse(faults.stale)
  const lines = await readLines(ctx, task.id)
  const isBegun = lines.some((l) => l.state !== 'OPEN' || Number(l.doneQty) > 0)
  if ((task.state !== 'NEW' && task.state !== 'READY') || isBegun) refuse(rearrangeFaults.begun, { no: task.taskNo })
  return { task, lines }
}

/** The lines belong to the task from now on, numbered behind the `from` that it has. */
async function give(ctx: Ctx, lines: readonly LineRow[], taskId: string, from: number): Promise<void> {
  const ids = lines.map((l) => l.id)
  const numbers = lines.map((_, i) => from + i + 1)
  await ctx.tx.run(sql`
    update wms_task_line l set task_id = ${taskId}, line_no = c.n, version = l.version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from unnest(${ids}::bigint[], ${numbers}::integer[]) as c(id, n)
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = c.id`)
  await moveLabels(ctx, ids, taskId)
}

/** What a task says of its lines, worked out anew. */
async function sumUp(ctx: Ctx, taskId: string): Promise<void> {
  await ctx.tx.run(sql`
    update wms_task t set line_count = s.n, plan_qty = s.qty, volume = s.volume, weight = s.weight, version = t.version + 1,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from (
      select count(*)::integer as n, coalesce(sum(l.plan_qty), 0) as qty, sum(l.plan_qty * p.volume_m3)::numeric(18,6) as volume,
        sum(l.plan_qty * p.weight_kg)::numeric(18,3) as weight
      from wms_task_line l left join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
      where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.task_id = ${taskId}) s
    where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.id = ${taskId}`)
  await tellLights(ctx, [taskId])
}

/** Moves some lines of an untouched pick to a new task of the same order, store, area and mode. */
export async function splitPick(
  ctx: Ctx,
  input: z.output<typeof splitTask.input>,
): Promise<z.output<typeof splitTask.output>> {
  demandDc(ctx)
  const { task, lines } = await lockUntouched(ctx, input)
  const wanted = new Set(input.lineIds)
  const [gone, kept] = [lines.filter((l) => wanted.has(l.id)), lines.filter((l) => !wanted.has(l.id))]
  if (gone.length !== wanted.size || kept.length === 0) refuse(rearrangeFaults.someLines)
  const [made] = await createTasks(ctx, [{ ...(await headOf(ctx, task)), lines: [] }])
  const madeId = made?.id ?? ''
  await give(ctx, gone, madeId, 0)
  // Numbers stay without gaps: what is added later goes on behind the last. They step aside before they close up.
  await give(ctx, kept, task.id, lines.length)
  await give(ctx, kept, task.id, 0)
  await sumUp(ctx, task.id)
  await sumUp(ctx, madeId)
  await giveBackOf(ctx, [task.id], 'split')
  logTasks(ctx, [
    {
      taskId: task.id,
      action: 'split',
      from: task.state,
      to: task.state,
      payload: { made: made?.taskNo, lines: gone.length },
    },
  ])
  return { task: await readTask(ctx, task.id), made: await readTask(ctx, madeId) }
}

async function headOf(ctx: Ctx, { id, taskType, state, mode, billKey, billId, billNo, ownerId, storeId }: TaskRow) {
  const more = await ctx.tx.one<RowOf<typeof taskTable, 'pickAreaId' | 'priority' | 'dueAt' | 'labelTemplateId'>>(sql`
    select pick_area_id, priority, due_at, label_template_id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
  const bill = billKey && billId ? { bill: { key: billKey, id: billId, no: billNo ?? '' } } : {}
  return { taskType, state, mode, ownerId, storeId, ...more, ...bill }
}

/** Lines of a pick that nobody has begun become a task of their own, done otherwise, whatever is done of the others. @returns it */
export async function takeOut(ctx: Ctx, taskId: string, lineIds: readonly string[], mode: TaskMode): Promise<string> {
  const task = await lockTask(ctx, taskId)
  const head = await headOf(ctx, task)
  const state = task.state === 'NEW' || task.state === 'WAIT' ? task.state : 'READY'
  const [made] = await createTasks(ctx, [{ ...head, mode, state, lines: [] }])
  const madeId = made?.id ?? ''
  const lines = (await readLines(ctx, taskId)).filter((l) => lineIds.includes(l.id))
  await give(ctx, lines, madeId, 0)
  await sumUp(ctx, taskId)
  await sumUp(ctx, madeId)
  const payload = { made: made?.taskNo, lines: lines.length }
  logTasks(ctx, [{ taskId, action: 'split', from: task.state, to: task.state, payload }])
  return madeId
}

/** One task of several: the oldest takes all lines, the others end without any. */
export async function mergePicks(
  ctx: Ctx,
  input: z.output<typeof mergeTasks.input>,
): Promise<z.output<typeof mergeTasks.output>> {
  demandDc(ctx)
  const rows = [...new Map(input.rows.map((r) => [r.id, r])).values()].sort((a, b) => byId(a.id, b.id))
  const all: Untouched[] = []
  for (const row of rows) all.push(await lockUntouched(ctx, row))
  const [first, ...others] = all
  if (!first || others.length === 0) return refuse(rearrangeFaults.several)
  const heads = await Promise.all(all.map(({ task }) => headOf(ctx, task)))
  const kindOf = (i: number): string => {
    const { dueAt: _, priority: __, state: ___, labelTemplateId: ____, ...kind } = heads[i] ?? {}
    return JSON.stringify(kind)
  }
  const odd = all.findIndex((_, i) => kindOf(i) !== kindOf(0))
  if (odd > 0) refuse(rearrangeFaults.alike, { a: first.task.taskNo, b: all[odd]?.task.taskNo })
  let count = first.lines.length
  for (const { task, lines } of others) {
    await give(ctx, lines, first.task.id, count)
    count += lines.length
    await ctx.tx.run(sql`
      update wms_task set state = 'CANCELED', finished_at = ${ctx.now()}, reason = ${`→ ${first.task.taskNo}`}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.id}`)
    await sumUp(ctx, task.id)
  }
  const due = heads.flatMap((h) => h.dueAt ?? []).sort((a, b) => a.getTime() - b.getTime())[0] ?? null
  const isReady = all.some(({ task }) => task.state === 'READY')
  await ctx.tx.run(sql`
    update wms_task set state = ${isReady ? 'READY' : 'NEW'}, priority = ${Math.min(...heads.map((h) => h.priority))}, due_at = ${due}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${first.task.id}`)
  await sumUp(ctx, first.task.id)
  await giveBackOf(
    ctx,
    all.map(({ task }) => task.id),
    'merge',
  )
  logTasks(ctx, [
    {
      taskId: first.task.id,
      action: 'merge',
      from: first.task.state,
      to: isReady ? 'READY' : 'NEW',
      payload: { from: others.map(({ task }) => task.taskNo) },
    },
    ...others.map(({ task }) => ({ taskId: task.id, action: 'merge', from: task.state, to: 'CANCELED' })),
  ])
  return { task: await readTask(ctx, first.task.id) }
}
