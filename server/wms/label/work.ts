// engine: makes and changes labels behind the lock of their task

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type * as calls from '@lading/contract/wms/labelCalls.ts'
import { type LabelSheet, labelFaults } from '@lading/contract/wms/labelCalls.ts'
import { isOpenLabel, labelStates, openLabels, pickLabel } from '@lading/contract/wms/pickLabel.ts'
import { task as tasks } from '@lading/contract/wms/task.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { fromHere, visible } from '../../kernel/scope.ts'
import { byId } from '../stock/key.ts'
import { confirmLine } from '../task/confirm.ts'
import { demandMine } from '../task/guards.ts'
import { lockTask, readLines, type TaskRow } from '../task/read.ts'
import { assignTask, giveUpTask, takeTask } from '../task/verbs.ts'
import { type LabelRow, labelByNo, labelsOf, qtyOf, sheetOf, workerBy } from './read.ts'

type Input<C extends { input: z.ZodType }> = z.output<C['input']>

/** What somebody has taken by labels and not finished. */
export async function takenBy(ctx: Ctx, input: Input<typeof calls.takenLabels>) {
  demandDc(ctx)
  const worker = await workerBy(ctx, input.badge)
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select t.id from ${fromHere(ctx, tasks, 't')} where t.task_type = 'PICK' and t.mode = 'LABEL' and t.state in ('ASSIGNED', 'RUNNING')
      and t.assignee_id = ${worker.id} order by t.priority, t.id limit 20`)
  const sheets: LabelSheet[] = []
  for (const { id } of rows) sheets.push(await sheetOf(ctx, id))
  return { worker, sheets }
}

/** Locks a pick that is done by labels. @throws Fault notByLabel */
export async function lockLabelled(ctx: Ctx, taskId: string): Promise<TaskRow> {
  const task = await lockTask(ctx, taskId)
  if (task.taskType !== 'PICK' || task.mode !== 'LABEL') refuse(labelFaults.notByLabel, { no: task.taskNo })
  return task
}

/** 领取: the picker's badge, then the head of a label sheet, or its first and last label. */
export async function obtain(ctx: Ctx, input: Input<typeof calls.obtainLabels>): Promise<{ sheets: LabelSheet[] }> {
  demandDc(ctx)
  const worker = await workerBy(ctx, input.badge)
  const wanted = await meantBy(ctx, input)
  const sheets: LabelSheet[] = []
  for (const taskId of [...wanted.keys()].sort(byId)) {
    const task = await lockLabelled(ctx, taskId)
    const labels = (await labelsOf(ctx, [taskId])).filter((l) => wanted.get(taskId)?.has(l.id) ?? true)
    const open = labels.filter((l) => isOpenLabel(l.state))
    if (open.length === 0) refuse(labelFaults.noneOpen, { no: task.taskNo })
    const bare = open.find((l) => l.state === 'NEW')
    if (bare) refuse(labelFaults.notPrinted, { no: bare.labelNo })
    await handTo(ctx, task, worker)
    const taken = open.filter((l) => l.state === 'PRINTED')
    await change(ctx, taken, sql`state = 'OBTAINED', obtained_by = ${worker.id}, obtained_at = ${ctx.now()}`)
    for (const l of taken) tell(ctx, l, 'obtain', { state: 'PRINTED' }, { state: 'OBTAINED', obtainedBy: worker.id })
    sheets.push(await sheetOf(ctx, taskId))
  }
  return { sheets }
}

/** Tasks that were scanned, each with the labels that were meant of it; null: all of them. */
async function meantBy(
  ctx: Ctx,
  { scan, to }: Input<typeof calls.obtainLabels>,
): Promise<ReadonlyMap<string, ReadonlySet<string> | null>> {
  if (!to) {
    const task = await ctx.tx.maybe<{ id: string }>(sql`
      select t.id from ${fromHere(ctx, tasks, 't')} where t.task_no = ${scan}`)
    return new Map([[task?.id ?? (await labelByNo(ctx, scan)).taskId, null]])
  }
  const ends = await Promise.all([labelByNo(ctx, scan), labelByNo(ctx, to)])
  const [first, last] = ends.sort((a, b) => byId(a.id, b.id))
  const rows = await ctx.tx.query<{ id: string; taskId: string }>(sql`
    select x.id, x.task_id from wms_pick_label x where ${visible(pickLabel, ctx, 'x')} and x.org_id = ${ctx.org.id} and x.kind = 'PICK'
      and x.id between ${first?.id} and ${last?.id} and x.state = any(${[...openLabels]}::text[]) limit 2000`)
  const byTask = Map.groupBy(rows, (r) => r.taskId)
  if (rows.length === 0) refuse(labelFaults.noneOpen, { no: scan })
  return new Map([...byTask].map(([id, of]) => [id, new Set(of.map((r) => r.id))]))
}

/** The task is the picker's: his own take, or handed to him by who may assign work. */
async function handTo(ctx: Ctx, task: TaskRow, worker: { id: string }): Promise<void> {
  const isTaken = task.state === 'ASSIGNED' || task.state === 'RUNNING'
  if (isTaken && task.assigneeId === worker.id) return
  if (worker.id === ctx.userId) return void (await takeTask(ctx, { id: task.id }))
  if (isTaken) {
    const { name } = await ctx.tx.one<{ name: string }>(sql`
      select real_name as name from sys_user where tenant_id = ${ctx.tenantId} and id = ${task.assigneeId}`)
    refuse(wmsFaults.taskTaken, { no: rowName(viewOf('PICK'), task.id, task.taskNo), user: name })
  }
  await assignTask(ctx, { id: task.id, userId: worker.id })
}

/** Writes what becomes of labels whose task is locked. */
export async function change(ctx: Ctx, labels: readonly Pick<LabelRow, 'id'>[], set: Sql): Promise<void> {
  if (labels.length === 0) return
  await ctx.tx.run(sql`
    update wms_pick_label set ${set}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${labels.map((l) => l.id)}::bigint[])`)
}
export const tell = (
  ctx: Ctx,
  label: Pick<LabelRow, 'id' | 'labelNo'>,
  action: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): void => ctx.audit({ subject: pickLabel.key, subjectId: label.id, subjectNo: label.labelNo, action, before, after })

/** A label that its picker has in his hands. @throws Fault labelDone, notTaken, isClosed */
export function demandInHand(label: LabelRow, action: readonly [string, string]): void {
  const { labelNo: no, state } = label
  if (state === 'DONE') refuse(labelFaults.labelDone, { no })
  if (!isOpenLabel(state)) refuse(labelFaults.isClosed, { no, state: labelStates[state], action })
  if (state !== 'OBTAINED') refuse(labelFaults.notTaken, { no })
}

/** One label: its case is in the container. Scanned again it changes nothing. */
export async function confirmOne(ctx: Ctx, input: Input<typeof calls.confirmLabel>): Promise<LabelSheet> {
  demandDc(ctx)
  const { taskId, id } = await labelByNo(ctx, input.label)
  const task = await lockLabelled(ctx, taskId)
  const label = (await labelsOf(ctx, [taskId])).find((l) => l.id === id)
  if (label && label.state !== 'DONE') {
    demandInHand(label, ['扫描', 'scanning it'])
    await confirmThese(ctx, task, [label], input.toContainer)
  }
  return sheetOf(ctx, taskId)
}

/**
 * Confirms cases by their labels, a line at a time. A line whose last label this is, and of which others were reported
 * short, is closed with that reason; what a void label leaves of a line is confirmed by other means.
 */
export async function confirmThese(
  ctx: Ctx,
  task: TaskRow,
  good: readonly LabelRow[],
  toContainer: string | undefined,
): Promise<void> {
  await change(ctx, good, sql`state = 'DONE', done_at = ${ctx.now()}`)
  const of = Map.groupBy(await labelsOf(ctx, [task.id]), (l) => l.taskLineId)
  for (const line of await readLines(ctx, task.id)) {
    if (line.state !== 'OPEN') continue
    const labels = of.get(line.id) ?? []
    const qty = qtyOf(good.filter((l) => l.taskLineId === line.id))
    const short = labels.filter((l) => l.state === 'EXCEPTION')
    const rest = parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty)
    const isLast = short.length > 0 && qty + qtyOf(short) >= rest && !labels.some((l) => isOpenLabel(l.state))
    if (qty === 0n && !isLast) continue
    await confirmLine(ctx, {
      taskLineId: line.id,
      qty: formatQty(qty),
      partial: !isLast && qty < rest,
      ...(isLast && { reason: short[0]?.shortReason ?? 'OTHER' }),
      ...(line.planPieces !== null && qty === rest && { pieces: line.planPieces }),
      ...(toContainer && { toContainer }),
      scans: {},
      device: 'LABEL',
    })
  }
}

/** 报缺货: what a label stands for is not there. Its line is told short when none of its labels is open any more. */
export async function declareShort(
  ctx: Ctx,
  label: LabelRow,
  shortReason: LabelRow['shortReason'],
  reason: string | null,
): Promise<void> {
  await change(
    ctx,
    [label],
    sql`state = 'EXCEPTION', exception_code = 'SHORT', short_reason = ${shortReason}, reason = ${reason}`,
  )
  tell(ctx, label, 'short', { state: label.state }, { state: 'EXCEPTION', shortReason, ...(reason && { reason }) })
}

/** 完成: all that was taken, by the last label of the way or the count; what was not picked was named. */
export async function finish(ctx: Ctx, input: Input<typeof calls.finishLabels>): Promise<LabelSheet> {
  demandDc(ctx)
  if (input.last === undefined && input.count === undefined) refuse(labelFaults.needEnd)
  const task = await lockLabelled(ctx, input.taskId)
  await demandMine(ctx, task)
  const labels = await labelsOf(ctx, [task.id])
  for (const { id, reason } of input.short) {
    const label = labels.find((l) => l.id === id)
    if (!label) return refuse(labelFaults.notOfTask, { label: id, no: task.taskNo })
    if (label.state === 'EXCEPTION') continue
    demandInHand(label, ['报缺货', 'reporting it short'])
    await declareShort(ctx, label, reason, null)
  }
  const isShort = new Set(input.short.map((s) => s.id))
  const left = labels.filter((l) => isOpenLabel(l.state) && !isShort.has(l.id))
  const picked = pickedOf(task, labels, left, input)
  const [missed] = left.filter((l) => !picked.includes(l))
  if (missed) refuse(labelFaults.undeclared, { n: left.length - picked.length, no: missed.labelNo })
  for (const label of picked) demandInHand(label, ['完成', 'finishing'])
  await confirmThese(ctx, task, picked, input.toContainer)
  return sheetOf(ctx, task.id)
}

/** Which of the labels that are left were picked, as the picker says. */
function pickedOf(
  task: TaskRow,
  labels: readonly LabelRow[],
  left: readonly LabelRow[],
  { last, count }: Input<typeof calls.finishLabels>,
): readonly LabelRow[] {
  if (last !== undefined) {
    const end = labels.findIndex((l) => l.labelNo === last)
    if (end < 0) refuse(labelFaults.notOfTask, { label: last, no: task.taskNo })
    return left.filter((l) => labels.indexOf(l) <= end)
  }
  const done = labels.filter((l) => l.state === 'DONE').length
  const now = (count ?? 0) - done
  if (now > left.length) refuse(labelFaults.tooMany, { n: count, m: done + left.length })
  return left.slice(0, Math.max(now, 0))
}

/** 退回: nothing of it has been picked; its labels wait for somebody else. */
export async function giveBack(ctx: Ctx, input: Input<typeof calls.returnLabels>): Promise<LabelSheet> {
  demandDc(ctx)
  const task = await lockLabelled(ctx, input.taskId)
  const labels = await labelsOf(ctx, [task.id])
  if (labels.some((l) => l.state === 'DONE')) refuse(labelFaults.labelsUsed, { no: task.taskNo })
  await giveUpTask(ctx, { id: task.id })
  for (const l of labels)
    if (l.state === 'OBTAINED') tell(ctx, l, 'giveBack', { state: 'OBTAINED' }, { state: 'PRINTED' })
  return sheetOf(ctx, task.id)
}
