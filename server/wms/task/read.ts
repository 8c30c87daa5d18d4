// engine: holds the locks of tasks; what it shows asks for visible tables

import { store, vendor } from '@lading/contract/mdm/partner.ts'
import { container } from '@lading/contract/wms/container.ts'
import { pickContainer } from '@lading/contract/wms/pickContainer.ts'
import type { TypeRules } from '@lading/contract/wms/sysTaskConfig.ts'
import { type TaskState, task, taskLine } from '@lading/contract/wms/task.ts'
import type { confirmAnswer, getWork, WorkTask } from '@lading/contract/wms/taskCalls.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { jsonOf } from '../../kernel/json.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere, visible } from '../../kernel/scope.ts'
import { type ContainerFacts, factsJson } from '../masters/facts.ts'
import type { StockKey } from '../stock/key.ts'
import { isBatch, together } from './alike.ts'
import { rulesOfType } from './typeConfig.ts'
import { type BareLine, bareLineJson, mine, readWorkLines } from './workLine.ts'

export type Work = z.output<typeof getWork.output>
export type ConfirmAnswer = z.output<typeof confirmAnswer>

/** A task row as the engine works with it. */
export type TaskRow = RowOf<
  typeof task,
  | 'id'
  | 'version'
  | 'taskNo'
  | 'taskType'
  | 'state'
  | 'mode'
  | 'billKey'
  | 'billId'
  | 'billNo'
  | 'ownerId'
  | 'storeId'
  | 'vendorId'
  | 'dockId'
  | 'containerId'
  | 'assigneeId'
  | 'notById'
  | 'dispatch'
  | 'queue'
  | 'pickAreaId'
  | 'equipment'
  | 'lineCount'
  | 'doneLines'
  | 'reason'
> & {
  readonly suspendedFrom: TaskState | null
  /** What its type asks of who confirms it. */
  readonly rules: TypeRules | null
  /** Whether containers are assigned to it: it fills these and no others. */
  readonly hasContainers: boolean
}

const hasContainers = (task: string): Sql =>
  sql`exists (select 1 from wms_pick_container h where h.tenant_id = ${raw(task)}.tenant_id and h.org_id = ${raw(task)}.org_id and h.task_id = ${raw(task)}.id and h.state in ('BOUND', 'USED')) as has_containers`
const taskColumns = sql`id, version, task_no, task_type, state, mode, bill_key, bill_id, bill_no, owner_id, store_id, vendor_id, dock_id,
  container_id, assignee_id, not_by_id, dispatch, queue, pick_area_id, equipment, line_count, done_lines, suspended_from, reason, ${rulesOfType('t')} as rules, ${hasContainers('t')}`

/** Locks a task. Guards against two devices on one task; a confirm never locks more of a bill than this. */
export async function lockTask(ctx: Ctx, id: string): Promise<TaskRow> {
  const row = await ctx.tx.maybe<TaskRow>(sql`
    select ${taskColumns} from wms_task t where ${visible(task, ctx, 't')} and t.org_id = ${ctx.org.id} and t.id = ${id} for update`)
  return found(row, ['任务', 'Task'])
}

/** Locks the first of these tasks that is ready and that nobody else is taking in this moment. */
export const lockFree = (ctx: Ctx, ids: readonly string[]): Promise<TaskRow | undefined> =>
  ctx.tx.maybe<TaskRow>(sql`
    select ${taskColumns} from wms_task t where ${visible(task, ctx, 't')} and t.org_id = ${ctx.org.id} and t.state = 'READY'
      and t.id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], t.id) limit 1 for update skip locked`)

/** Locks the task of a line: whoever holds a task holds all its lines. */
export async function lockTaskOf(ctx: Ctx, lineId: string): Promise<TaskRow> {
  const row = await ctx.tx.maybe<TaskRow>(sql`
    select ${taskColumns} from wms_task t where ${visible(task, ctx, 't')} and t.org_id = ${ctx.org.id} and t.id = (
      select task_id from wms_task_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${lineId}) for update`)
  return found(row, ['任务明细', 'Task line'])
}

export type LineRow = RowOf<
  typeof taskLine,
  | 'id'
  | 'taskId'
  | 'lineNo'
  | 'state'
  | 'ownerId'
  | 'productId'
  | 'qpcId'
  | 'lotId'
  | 'stockType'
  | 'fromBinId'
  | 'fromContainerId'
  | 'toBinId'
  | 'toContainerId'
  | 'storeId'
  | 'faceBinId'
  | 'billLineId'
  | 'planQty'
  | 'planPieces'
  | 'doneQty'
  | 'donePieces'
  | 'shortQty'
  | 'refusedQty'
  | 'handBinId'
  | 'handContainerId'
  | 'handQty'
  | 'allowChange'
> & {
  /** 实重允差%, of goods that are weighed. */
  readonly catchPct: string | null
}
/** Of a line `alias`, in the tenant that it was found in. */
const catchPct = (alias: string): string =>
  `(select p.catch_pct::text from mdm_product p where p.tenant_id = ${alias}.tenant_id and p.id = ${alias}.product_id and p.is_weigh)`
const lineColumns = sql`id, task_id, line_no, state, owner_id, product_id, qpc_id, lot_id, stock_type, from_bin_id, from_container_id,
  to_bin_id, to_container_id, store_id, face_bin_id, bill_line_id, plan_qty, plan_pieces, done_qty, short_qty, refused_qty,
  hand_bin_id, hand_container_id, hand_qty, done_pieces, allow_change, ${raw(catchPct('t'))} as catch_pct`

export async function readLine(ctx: Ctx, id: string): Promise<LineRow> {
  const row = await ctx.tx.maybe<LineRow>(sql`
    select ${lineColumns} from wms_task_line t where ${visible(taskLine, ctx, 't')} and t.org_id = ${ctx.org.id} and t.id = ${id}`)
  return found(row, ['任务明细', 'Task line'])
}
/** A line that is about to be confirmed, its task locked, and all that every confirm asks of both. */
export interface HeldWork {
  readonly task: TaskRow
  readonly line: LineRow
  /** The task as its worker saw it. */
  readonly work: WorkTask
  /** The first other line that wants work. */
  readonly next: BareLine | null
  /** The container that was named, or the task's own. */
  readonly box: ContainerFacts | null
  /** Whose task it is, or who confirms it while it is nobody's. */
  readonly worker: string | null
}
type HeldRow = TaskRow &
  Pick<WorkTask, 'priority' | 'planQty' | 'doneQty' | 'shortQty' | 'store' | 'vendor' | 'container' | 'assigned'> &
  Pick<HeldWork, 'line' | 'next' | 'box' | 'worker'> & {
    /** The task's version as the rest of the statement saw it: it looks from where it began, the lock may have waited. */
    readonly seen: number
  }

/**
 * Locks the task of a line, and reads both with what a confirm asks of them, in one statement.
 * @param code of the container that was named
 */
export async function holdWork(ctx: Ctx, lineId: string, code: string | undefined): Promise<HeldWork> {
  const row = await readHeld(ctx, lineId, code, sql`skip locked`)
  if (row && row.seen === row.version) return heldOf(row)
  // Somebody is at work on the task, or just was: what he has done sees a statement that begins after him.
  await lockTaskOf(ctx, lineId)
  return heldOf(found(await readHeld(ctx, lineId, code, sql``), ['任务明细', 'Task line']))
}
function heldOf(row: HeldRow): HeldWork {
  const { line, next, box, worker, priority, planQty, doneQty, shortQty, store, vendor, container, assigned, ...of } =
    row
  const { id, taskNo, taskType, state, mode, billNo, lineCount, doneLines, assigneeId, rules } = of
  return {
    ...{ line, next, box, worker },
    task: { ...of, hasContainers: assigned !== null },
    work: {
      ...{ id, taskNo, taskType, state, mode, priority, billNo, lineCount, doneLines, planQty, doneQty, shortQty },
      ...{ assigneeId, assigneeName: assigneeId === null ? null : worker, store, vendor, container, assigned },
      rules: rules && { ...rules, reasons: [...rules.reasons] },
    },
  }
}

const readHeld = (ctx: Ctx, lineId: string, code: string | undefined, how: Sql): Promise<HeldRow | undefined> =>
  ctx.tx.maybe<HeldRow>(sql`
    select k.id, k.version, k.task_no, k.task_type, k.state, k.mode, k.bill_key, k.bill_id, k.bill_no, k.owner_id, k.store_id, k.vendor_id,
      k.dock_id, k.container_id, k.assignee_id, k.not_by_id, k.dispatch, k.queue, k.pick_area_id, k.equipment, k.line_count, k.done_lines, k.suspended_from, k.reason,
      k.priority, k.plan_qty, k.done_qty, k.short_qty, ${namedBy(ctx, 'k')}, ${lineJson('i')} as line,
      (select ${bareLineJson('l')} from wms_task_line l where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id}
        and l.task_id = k.id and l.state in ('OPEN', 'INHAND') and l.id <> ${lineId} order by l.seq, l.line_no limit 1) as next,
      (select ${factsJson('c', 'y')} from wms_container c join wms_container_type y on y.tenant_id = c.tenant_id and y.id = c.type_id
        where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.code = coalesce(${code ?? null}, k.task_no)) as box,
      (select m.real_name from sys_user m where m.tenant_id = ${ctx.tenantId} and m.id = coalesce(k.assignee_id, ${ctx.userId})) as worker,
      (select v.version from wms_task v where v.tenant_id = ${ctx.tenantId} and v.id = k.id) as seen
    from wms_task_line i join wms_task k on k.tenant_id = i.tenant_id and k.id = i.task_id
    where ${visible(task, ctx, 'k')} and k.org_id = ${ctx.org.id} and ${visible(taskLine, ctx, 'i')} and i.id = ${lineId}
    for update of k, i ${how}`)

const lineJson = (alias: string): Sql =>
  jsonOf(
    alias,
    [
      ...[
        'id',
        'taskId',
        'state',
        'ownerId',
        'productId',
        'qpcId',
        'lotId',
        'stockType',
        'fromBinId',
        'fromContainerId',
      ],
      ...[
        'toBinId',
        'toContainerId',
        'storeId',
        'faceBinId',
        'billLineId',
        'planQty',
        'doneQty',
        'shortQty',
        'refusedQty',
      ],
      ...['handBinId', 'handContainerId', 'handQty'],
    ],
    ['lineNo', 'planPieces', 'donePieces', 'allowChange'],
    { catchPct: catchPct(alias) },
  )
/** A line that still wants work. */
export const isOpen = (line: Pick<LineRow, 'state'>): boolean => line.state === 'OPEN' || line.state === 'INHAND'

/** Where a line's goods stand before it is worked. */
export const sourceOf = (line: LineRow): StockKey => ({
  ownerId: line.ownerId ?? '',
  productId: line.productId ?? '',
  qpcId: line.qpcId ?? '',
  lotId: line.lotId ?? '',
  stockType: line.stockType ?? 'GOOD',
  binId: line.fromBinId ?? '',
  containerId: line.fromContainerId ?? '',
})
/** Where they stand now: there, or in the hands that carry them. */
export const placeOf = (line: LineRow): StockKey =>
  line.handBinId === null
    ? sourceOf(line)
    : { ...sourceOf(line), binId: line.handBinId, containerId: line.handContainerId ?? '' }

export const readLines = (ctx: Ctx, taskId: string): Promise<LineRow[]> =>
  ctx.tx.query<LineRow>(sql`
    select ${lineColumns} from wms_task_line t where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.task_id = ${taskId} order by seq, line_no`)

/** Tasks as a station shows them; `where` speaks of `t`. */
export const readWorkTasks = (ctx: Ctx, where: Sql): Promise<WorkTask[]> =>
  ctx.tx.query<WorkTask>(workTasks(ctx, where))
const workTasks = (ctx: Ctx, where: Sql): Sql => sql`
    select t.id, t.task_no, t.task_type, t.state, t.mode, t.priority, t.bill_no, t.line_count, t.done_lines, t.plan_qty, t.done_qty, t.short_qty,
      t.assignee_id, (select u.real_name from sys_user u where u.tenant_id = t.tenant_id and u.id = t.assignee_id) as assignee_name, ${namedBy(ctx, 't')}
    from ${fromHere(ctx, task, 't')} where ${where}`

/** What a task names, with what its type asks. */
const namedBy = (ctx: Ctx, t: string): Sql => sql`
      (select jsonb_build_object('code', s.code, 'name', s.name) from ${mine(ctx, store, 's')} and s.id = ${raw(t)}.store_id) as store,
      (select jsonb_build_object('code', v.code, 'name', v.name) from ${mine(ctx, vendor, 'v')} and v.id = ${raw(t)}.vendor_id) as vendor,
      (select jsonb_build_object('id', c.id::text, 'code', c.code) from ${mine(ctx, container, 'c')} and c.id = ${raw(t)}.container_id) as container,
      (select jsonb_agg(jsonb_build_object('code', x.code, 'seq', x.seq, 'isUsed', x.state = 'USED') order by x.seq)
        from ${mine(ctx, pickContainer, 'x')} and x.org_id = ${raw(t)}.org_id and x.task_id = ${raw(t)}.id and x.state in ('BOUND', 'USED')) as assigned,
      ${rulesOfType(t)} as rules`

export async function readTask(ctx: Ctx, id: string): Promise<WorkTask> {
  const tasks = await readWorkTasks(ctx, sql`t.id = ${id}`)
  return found(tasks[0], ['任务', 'Task'])
}
export async function readWork(ctx: Ctx, id: string): Promise<Work> {
  const [task, lines] = [await readTask(ctx, id), await readWorkLines(ctx, sql`l.task_id = ${id}`)]
  if (!isBatch({ ...task, storeId: task.store?.code ?? null })) return { task, lines }
  const stops = together(lines)
  const doneLines = stops.filter((l) => l.state !== 'OPEN').length
  return { task: { ...task, lineCount: stops.length, doneLines }, lines: stops }
}
