import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty, qtyScale, qtySum } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { netDeviation } from '@lading/contract/wms/catchWeight.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { stockTypes } from '@lading/contract/wms/place.ts'
import { reverseFaults } from '@lading/contract/wms/reverseFaults.ts'
import { taskTypes } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { given } from '../../kernel/given.ts'
import { settleLabels } from '../label/make.ts'
import { lights } from '../lights.ts'
import { containersByCode } from '../masters/facts.ts'
import { demandWhole } from '../stock/whole.ts'
import { alikeOf, divided, dividedAsNet, isBatch, restOf } from './alike.ts'
import { weighedOf } from './catchWeight.ts'
import { type FairRule, fairParts, fairRuleOf } from './fair.ts'
import { demandMine, demandOn } from './guards.ts'
import { taskKinds } from './kinds.ts'
import { logTasks } from './log.ts'
import { demandPlanned, toldAsCounted } from './overPlan.ts'
import {
  type ConfirmAnswer,
  type HeldWork,
  holdWork,
  isOpen,
  type LineRow,
  readLine,
  readLines,
  readWork,
  type TaskRow,
} from './read.ts'
import type { Confirm, Confirmed, TaskKind } from './type.ts'
import { demandSaid } from './typeConfig.ts'
import { named, readWorkLines } from './workLine.ts'

/**
 * Confirms one line: the only way in which goods move. Stock, line, task and bill line change in one transaction;
 * header states follow after the commit. The answer carries the next line, so that a scan is one round trip.
 *
 * What is asked first is one statement; what is written travels with the commit, and the answer is reckoned before.
 */
export const confirmLine = (ctx: Ctx, input: Confirm): Promise<ConfirmAnswer> =>
  confirmOne(ctx, input).catch(toldAsCounted(ctx))

async function confirmOne(ctx: Ctx, input: Confirm): Promise<ConfirmAnswer> {
  const held = await holdWork(ctx, input.taskLineId, input.toContainer || input.scans.container)
  const { task, line } = held
  demandOn(ctx, task, 'run')
  await demandMine(ctx, task)
  await demandSaid(ctx, task, input, line)
  if (isBatch(task)) return confirmAlike(ctx, held, input)
  if (!isOpen(line)) refuse(wmsFaults.lineDone)
  const told = [input.qty, input.refusedQty ?? '0'].map(parseQty)
  if (line.productId !== null)
    await demandWhole(
      ctx,
      told.map((qty) => ({ productId: line.productId as string, qty })),
    )
  const { keptAs } = taskTypes[task.taskType]
  const { stockType } = input
  if (stockType && keptAs && !keptAs.includes(stockType)) refuse(reverseFaults.verdict, { type: stockTypes[stockType] })
  const kind = taskKinds[task.taskType]
  const act = input.pickUp ? (kind.pickUp ?? refuse(wmsFaults.noPickUp)) : kind.confirm
  const [result, next] = await Promise.all([
    act(ctx, task, line, input, held.box),
    held.next && named(ctx, held.next, task.hasContainers),
  ])
  const lineState = stateOf(line, result)
  const ended = await write(ctx, task, [{ line, input, result }], input.device)
  return {
    task: workAfter(ctx, held, result, ended),
    line: {
      id: line.id,
      state: lineState,
      doneQty: formatQty(parseQty(line.doneQty) + result.done),
      shortQty: formatQty(parseQty(line.shortQty) + result.short),
      handQty: formatQty(result.inHand ?? 0n),
    },
    next: ended ? null : await nextAfter(ctx, task, next, result),
    warnings: (result.warnings ?? []).map(([zh, en]) => [zh, en]),
  }
}

/** Goods that were picked for several stores at once: all lines of theirs are confirmed, of what is too little each for its share. */
async function confirmAlike(ctx: Ctx, { task, line }: HeldWork, input: Confirm): Promise<ConfirmAnswer> {
  const lines = await readLines(ctx, task.id)
  const entries = await entriesOf(lines, line, input, () => fairRuleOf(ctx, task, alikeOf(lines, line)))
  const { confirmAll } = taskKinds[task.taskType]
  assert(confirmAll, 'a batch is confirmed at once')
  const warnings = await confirmLines(ctx, task, entries, confirmAll)
  const work = await readWork(ctx, task.id)
  const now = work.lines.find((l) => l.id === line.id) ?? (await readLine(ctx, line.id))
  const { id, state, doneQty, shortQty } = now
  return {
    task: work.task,
    line: { id, state, doneQty, shortQty, handQty: '0' },
    next: work.lines.find((l) => l.state === 'OPEN') ?? null,
    warnings: warnings.map(([zh, en]) => [zh, en]),
  }
}

/**
 * Of each line that one confirm of a batch is about, what is said of it.
 * @param fairOf how goods are divided that are too few, asked where they are; undefined: who comes first gets all
 * @throws Fault lineDone
 */
export async function entriesOf(
  lines: readonly LineRow[],
  line: LineRow,
  input: Confirm,
  fairOf: () => Promise<FairRule | undefined>,
) {
  const alike = alikeOf(lines, line)
  const open = alike.filter((l) => l.state === 'OPEN')
  if (open.length === 0) refuse(wmsFaults.lineDone)
  const [qty, rest] = [parseQty(input.qty), qtySum(open.map(restOf))]
  const isNet = isNetOf(open, qty, input)
  if (!isNet) demandPlanned(line, qty, rest)
  const isFinal = !input.partial || input.reason !== undefined
  const fair = !isNet && isFinal && qty < rest ? await fairOf() : undefined
  const parts = fair && fairParts(fair, alike, qty)
  const shares = isNet ? dividedAsNet(open, qty, input.pieces) : divided(open, qty, input.pieces, isFinal, parts)
  return shares.map(({ line: of, qty, pieces }) => {
    const { pieces: _, ...said } = input
    return {
      line: of,
      input: { ...said, taskLineId: of.id, qty: formatQty(qty), ...(pieces !== undefined && { pieces }) },
    }
  })
}

/** Whether what was weighed stands for all that these lines want. */
function isNetOf(lines: readonly LineRow[], qty: Qty, input: Confirm): boolean {
  const pieces = lines.map((l) => l.planPieces)
  const together = {
    planQty: formatQty(qtySum(lines.map(restOf))),
    doneQty: '0',
    shortQty: '0',
    planPieces: pieces.includes(null) ? null : pieces.reduce<number>((n, p) => n + (p ?? 0), 0),
    catchPct: lines[0]?.catchPct,
  }
  return netDeviation(together, weighedOf(input, qty)) !== 0n
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
async function nextAfter(
  ctx: Ctx,
  task: TaskRow,
  known: ConfirmAnswer['next'],
  r: Confirmed,
): Promise<ConfirmAnswer['next']> {
  if (r.closed && !r.alsoClosed?.length) return known
  const [first] = await readWorkLines(ctx, sql`l.task_id = ${task.id} and l.state in ('OPEN', 'INHAND')`, 1)
  return first ?? null
}

/** A line, what was said of it, and what came of that. */
interface Entered {
  readonly line: LineRow
  readonly input: Confirm
  readonly result: Confirmed
}

/**
 * Confirms lines of a task that is locked, none of them in hand, as {@link confirmLine} would one after the other, in
 * statements that do not grow with them where the kind works so.
 * @throws Fault of one of the lines, without saying which
 */
export async function confirmLines(
  ctx: Ctx,
  task: TaskRow,
  entries: readonly { readonly line: LineRow; readonly input: Confirm }[],
  confirmAll: NonNullable<TaskKind['confirmAll']>,
): Promise<readonly Text[]> {
  if (entries.length === 0) return []
  if (!entries.every((e) => isOpen(e.line))) refuse(wmsFaults.lineDone)
  for (const { input, line } of entries) await demandSaid(ctx, task, input, line)
  await demandWhole(
    ctx,
    entries.flatMap(({ line, input }) =>
      line.productId === null ? [] : { productId: line.productId, qty: parseQty(input.qty) },
    ),
  )
  const codeOf = (input: Confirm): string => input.toContainer || task.taskNo
  const boxes = await containersByCode(ctx, [task.taskNo, ...entries.map((e) => codeOf(e.input))])
  const results = await confirmAll(
    ctx,
    task,
    entries.map((e) => ({ ...e, box: boxes.get(codeOf(e.input)) ?? null })),
  )
  const entered = entries.flatMap((e, i): Entered[] => {
    const result = results[i]
    return result ? [{ ...e, result }] : []
  })
  await write(ctx, task, entered, entries[0]?.input.device)
  return entered.flatMap((e) => e.result.warnings ?? [])
}

/** Lines, task and log as the results leave them, which travels with the commit. @returns whether the task has ended */
async function write(
  ctx: Ctx,
  task: TaskRow,
  entered: readonly Entered[],
  device: string | undefined,
): Promise<boolean> {
  const results = entered.map((e) => e.result)
  const closed = results.reduce((n, r) => n + closedLines(r), 0)
  const ended = closed > 0 && task.doneLines + closed >= task.lineCount
  const written = [writeLines(ctx, entered), writeTask(ctx, task, results, ended, device)]
  for (const sent of written) ctx.tx.later(sent)
  if (task.mode === 'LABEL') ctx.tx.later(settleLabels(ctx, entered.flatMap(settledOf)))
  logConfirms(ctx, task, entered, ended)
  // What it reads is behind what was written.
  if (task.mode === 'LIGHT') await lights().follow(ctx, [task.id])
  if (ended) await taskKinds[task.taskType].finish?.(ctx, task)
  if (task.billId !== null) ctx.emit({ topic: 'bill.refresh', key: `${task.billKey}:${task.billId}` })
  return ended
}

/** What labels must know of a confirm. */
const settledOf = ({ line, result: r }: Entered) => [
  { lineId: line.id, done: parseQty(line.doneQty) + r.done, isClosed: r.closed },
  ...(r.alsoClosed ?? []).map(({ id }) => ({ lineId: id, done: null, isClosed: true })),
]
/** What becomes of the line. A shortage was told when the goods were taken up; what a dock refused makes no receipt short. */
function stateOf(line: LineRow, r: Confirmed): string {
  const isShort = r.short > 0n || (r.inHand !== undefined && parseQty(line.shortQty) > 0n)
  return r.closed ? (isShort ? 'SHORT' : 'DONE') : (r.inHand ?? 0n) > 0n ? 'INHAND' : 'OPEN'
}
const doneOf = (r: Confirmed): Qty => (r.alsoClosed ?? []).reduce((sum, a) => sum + a.done, r.done)
const closedLines = (r: Confirmed): number => (r.closed ? 1 : 0) + (r.alsoClosed?.length ?? 0)

/** A handheld that waited for longer than a day, or is ahead of time, says nothing of when: what counts is the arrival. */
const waitMaxMs = 24 * 3_600_000
function believable(ctx: Ctx, scannedAt: string | undefined): string | undefined {
  if (scannedAt === undefined) return undefined
  const ageMs = ctx.now().getTime() - Date.parse(scannedAt)
  return ageMs >= 0 && ageMs <= waitMaxMs ? scannedAt : undefined
}

const logConfirms = (ctx: Ctx, task: TaskRow, entered: readonly Entered[], ended: boolean): void =>
  logTasks(ctx, [
    // Whoever confirms begins what nobody has begun, and the last line ends it.
    ...(task.state === 'RUNNING' ? [] : [{ taskId: task.id, action: 'start', from: task.state, to: 'RUNNING' }]),
    ...entered.map(({ line, input, result }) => ({
      taskId: task.id,
      taskLineId: line.id,
      action: input.pickUp ? 'pickUp' : 'confirm',
      from: line.state,
      to: stateOf(line, result),
      device: input.device,
      payload: {
        qty: input.qty,
        reason: input.reason,
        ...(input.refusedQty && { refusedQty: input.refusedQty, refusedReason: input.refusedReason }),
        scans: input.scans,
        scannedAt: believable(ctx, input.scannedAt),
        ...(result.permitted && { permitted: result.permitted }),
      },
    })),
    ...(ended ? [{ taskId: task.id, action: 'finish', from: 'RUNNING', to: 'DONE' }] : []),
  ])

/** What is written of a line. */
interface LineWrite {
  readonly id: string
  readonly state: string
  readonly done: Qty
  readonly short: Qty
  readonly refused: Qty
  readonly pieces: number | null
  readonly toBinId: string | null
  readonly toContainerId: string | null
  readonly lotId: string | null
  readonly reason: string | null
}
const writesOf = ({ line, input, result: r }: Entered): LineWrite[] => [
  {
    id: line.id,
    state: stateOf(line, r),
    done: r.done,
    short: r.short,
    refused: r.refused ?? 0n,
    pieces: r.pieces ?? null,
    toBinId: r.toBinId ?? null,
    toContainerId: r.toContainerId ?? null,
    lotId: r.lotId ?? null,
    reason: input.reason ?? input.refusedReason ?? null,
  },
  ...(r.alsoClosed ?? []).map((also) => ({
    ...{
      id: also.id,
      state: 'DONE',
      done: also.done,
      short: 0n,
      refused: 0n,
      pieces: null,
      toBinId: r.toBinId ?? null,
    },
    ...{ toContainerId: null, lotId: null, reason: null },
  })),
]

async function writeLines(ctx: Ctx, entered: readonly Entered[]): Promise<void> {
  const list = entered.flatMap(writesOf)
  await ctx.tx.change(
    sql`
    update wms_task_line l set state = n.state, done_qty = l.done_qty + n.done, short_qty = l.short_qty + n.short,
      refused_qty = nullif(coalesce(l.refused_qty, 0) + n.refused, 0),
      done_pieces = case when n.pieces is null then l.done_pieces else coalesce(l.done_pieces, 0) + n.pieces end,
      to_bin_id = coalesce(n.to_bin_id, l.to_bin_id), to_container_id = coalesce(n.to_container_id, l.to_container_id),
      lot_id = coalesce(n.lot_id, l.lot_id), reason = n.reason, confirmed_at = ${ctx.now()}, confirmed_by = ${ctx.userId}, version = l.version + 1
    from ${given('n', list, {
      id: ['bigint', (w) => w.id],
      state: ['text', (w) => w.state],
      done: ['numeric', (w) => formatQty(w.done)],
      short: ['numeric', (w) => formatQty(w.short)],
      refused: ['numeric', (w) => formatQty(w.refused)],
      pieces: ['integer', (w) => w.pieces],
      to_bin_id: ['bigint', (w) => w.toBinId],
      to_container_id: ['bigint', (w) => w.toContainerId],
      lot_id: ['bigint', (w) => w.lotId],
      reason: ['text', (w) => w.reason],
    })}
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = n.id`,
    list.length,
  )
}

/** Adds to the task's totals. Nobody's task becomes his who confirms first; what is done by light stays everybody's along its line. */
async function writeTask(
  ctx: Ctx,
  task: TaskRow,
  results: readonly Confirmed[],
  ended: boolean,
  device: string | undefined,
): Promise<void> {
  const sum = (of: (r: Confirmed) => Qty): string => formatQty(results.reduce((n, r) => n + of(r), 0n))
  const closed = results.reduce((n, r) => n + closedLines(r), 0)
  await ctx.tx.change(
    sql`
    update wms_task set state = ${ended ? 'DONE' : 'RUNNING'}, done_lines = done_lines + ${closed},
      done_qty = done_qty + ${sum(doneOf)}::numeric, short_qty = short_qty + ${sum((r) => r.short)}::numeric,
      assignee_id = case when mode = 'LIGHT' then assignee_id else coalesce(assignee_id, ${ctx.userId}) end, assigned_at = coalesce(assigned_at, ${ctx.now()}), started_at = coalesce(started_at, ${ctx.now()}),
      device = coalesce(${device ?? null}, device), finished_at = ${ended ? ctx.now() : null}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.id}`,
    1,
  )
}
