import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty, qtyScale } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { demandWhole } from '../stock/whole.ts'
import { demandMine, demandOn } from './guards.ts'
import { taskKinds } from './kinds.ts'
import { logTasks } from './log.ts'
import {
  type ConfirmAnswer,
  type HeldWork,
  holdWork,
  isOpen,
  type LineRow,
  readWorkLines,
  type TaskRow,
} from './read.ts'
import type { Confirm, Confirmed } from './type.ts'

/**
 * Confirms one line: the only way in which goods move. Stock, line, task and bill line change in one transaction;
 * header states follow after the commit. The answer carries the next line, so that a scan is one round trip.
 *
 * What is asked first is one statement; what is written travels with the commit, and the answer is reckoned before.
 */
export async function confirmLine(ctx: Ctx, input: Confirm): Promise<ConfirmAnswer> {
  const held = await holdWork(ctx, input.taskLineId, input.toContainer || input.scans.container)
  const { task, line } = held
  demandOn(ctx, task, 'run')
  await demandMine(ctx, task)
  if (!isOpen(line)) refuse(wmsFaults.lineDone)
  const told = [input.qty, input.refusedQty ?? '0'].map(parseQty)
  if (line.productId !== null)
    await demandWhole(
      ctx,
      told.map((qty) => ({ productId: line.productId as string, qty })),
    )
  const kind = taskKinds[task.taskType]
  const act = input.pickUp ? (kind.pickUp ?? refuse(wmsFaults.noPickUp)) : kind.confirm
  const result = await act(ctx, task, line, input, held.box)
  const { lineState, ended } = outcome(task, line, result)
  ctx.tx.later(writeLine(ctx, line, input, result, lineState))
  ctx.tx.later(writeTask(ctx, task, result, ended, input.device))
  logConfirm(ctx, task, line, input, result, { lineState, ended })
  if (ended) await kind.finish?.(ctx, task)
  if (task.billId !== null) ctx.emit({ topic: 'bill.refresh', key: `${task.billKey}:${task.billId}` })
  return {
    task: workAfter(ctx, held, result, ended),
    line: {
      id: line.id,
      state: lineState,
      doneQty: formatQty(parseQty(line.doneQty) + result.done),
      shortQty: formatQty(parseQty(line.shortQty) + result.short),
      handQty: formatQty(result.inHand ?? 0n),
    },
    next: ended ? null : await nextAfter(ctx, held, result),
    warnings: (result.warnings ?? []).map(([zh, en]) => [zh, en]),
  }
}

/** As the database tells it. */
const stored = (qty: Qty): string => `${qty / qtyScale}.${String(qty % qtyScale).padStart(3, '0')}`

/** The task as {@link writeTask} leaves it. */
function workAfter(ctx: Ctx, { work, worker }: HeldWork, r: Confirmed, ended: boolean): HeldWork['work'] {
  return {
    ...work,
    state: ended ? 'DONE' : 'RUNNING',
    doneLines: work.doneLines + closedLines(r),
    doneQty: stored(parseQty(work.doneQty) + doneOf(r)),
    shortQty: stored(parseQty(work.shortQty) + r.short),
    ...(work.assigneeId === null && { assigneeId: ctx.userId, assigneeName: worker }),
  }
}
/** Known before, unless the line itself, or what was closed with it, decides. */
async function nextAfter(ctx: Ctx, { task, next }: HeldWork, r: Confirmed): Promise<HeldWork['next']> {
  if (r.closed && !r.alsoClosed?.length) return next
  const [first] = await readWorkLines(ctx, sql`l.task_id = ${task.id} and l.state in ('OPEN', 'INHAND')`, 1)
  return first ?? null
}

/** What becomes of the line, and whether that closes the task's last one. */
function outcome(task: TaskRow, line: LineRow, r: Confirmed): { lineState: string; ended: boolean } {
  const closed = closedLines(r)
  // A shortage was told when the goods were taken up; what a dock refused before makes no receipt short.
  const isShort = r.short > 0n || (r.inHand !== undefined && parseQty(line.shortQty) > 0n)
  return {
    lineState: r.closed ? (isShort ? 'SHORT' : 'DONE') : (r.inHand ?? 0n) > 0n ? 'INHAND' : 'OPEN',
    ended: closed > 0 && task.doneLines + closed >= task.lineCount,
  }
}
const doneOf = (r: Confirmed): Qty => (r.alsoClosed ?? []).reduce((sum, a) => sum + a.done, r.done)
const closedLines = (r: Confirmed): number => (r.closed ? 1 : 0) + (r.alsoClosed?.length ?? 0)

const logConfirm = (
  ctx: Ctx,
  task: TaskRow,
  line: LineRow,
  input: Confirm,
  { permitted }: Confirmed,
  { lineState, ended }: ReturnType<typeof outcome>,
): void =>
  logTasks(ctx, [
    // Whoever confirms begins what nobody has begun, and the last line ends it.
    ...(task.state === 'RUNNING' ? [] : [{ taskId: task.id, action: 'start', from: task.state, to: 'RUNNING' }]),
    {
      taskId: task.id,
      taskLineId: line.id,
      action: input.pickUp ? 'pickUp' : 'confirm',
      from: line.state,
      to: lineState,
      device: input.device,
      payload: {
        qty: input.qty,
        reason: input.reason,
        ...(input.refusedQty && { refusedQty: input.refusedQty, refusedReason: input.refusedReason }),
        scans: input.scans,
        scannedAt: input.scannedAt,
        ...(permitted && { permitted }),
      },
    },
    ...(ended ? [{ taskId: task.id, action: 'finish', from: 'RUNNING', to: 'DONE' }] : []),
  ])

async function writeLine(ctx: Ctx, line: LineRow, input: Confirm, r: Confirmed, state: string): Promise<void> {
  const written = ctx.tx.change(
    sql`
    update wms_task_line set state = ${state}, done_qty = done_qty + ${formatQty(r.done)}::numeric, short_qty = short_qty + ${formatQty(r.short)}::numeric,
      refused_qty = nullif(coalesce(refused_qty, 0) + ${formatQty(r.refused ?? 0n)}::numeric, 0), done_pieces = case when ${r.pieces ?? null}::integer is null then done_pieces else coalesce(done_pieces, 0) + ${r.pieces ?? 0}::integer end,
      to_bin_id = coalesce(${r.toBinId ?? null}::bigint, to_bin_id), to_container_id = coalesce(${r.toContainerId ?? null}::bigint, to_container_id),
      lot_id = coalesce(${r.lotId ?? null}::bigint, lot_id), reason = ${input.reason ?? input.refusedReason ?? null}, confirmed_at = ${ctx.now()}, confirmed_by = ${ctx.userId}, version = version + 1
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.id}`,
    1,
  )
  const closed = (r.alsoClosed ?? []).map((also) =>
    ctx.tx.run(sql`
      update wms_task_line set state = 'DONE', done_qty = done_qty + ${formatQty(also.done)}::numeric, to_bin_id = coalesce(${r.toBinId ?? null}::bigint, to_bin_id),
        confirmed_at = ${ctx.now()}, confirmed_by = ${ctx.userId}, version = version + 1
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${also.id}`),
  )
  await Promise.all([written, ...closed])
}

/** Adds to the task's totals. Nobody's task becomes his who confirms first. */
async function writeTask(
  ctx: Ctx,
  task: TaskRow,
  r: Confirmed,
  ended: boolean,
  device: string | undefined,
): Promise<void> {
  await ctx.tx.change(
    sql`
    update wms_task set state = ${ended ? 'DONE' : 'RUNNING'}, done_lines = done_lines + ${closedLines(r)},
      done_qty = done_qty + ${formatQty(doneOf(r))}::numeric, short_qty = short_qty + ${formatQty(r.short)}::numeric,
      assignee_id = coalesce(assignee_id, ${ctx.userId}), assigned_at = coalesce(assigned_at, ${ctx.now()}), started_at = coalesce(started_at, ${ctx.now()}),
      device = coalesce(${device ?? null}, device), finished_at = ${ended ? ctx.now() : null}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.id}`,
    1,
  )
}
