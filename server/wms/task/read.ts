// engine: holds the locks of tasks; what it shows asks for visible tables

import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { store, vendor } from '@lading/contract/mdm/partner.ts'
import { product, productBarcode, productLotAttr, qpc } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { pickContainer } from '@lading/contract/wms/pickContainer.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import type { TypeRules } from '@lading/contract/wms/sysTaskConfig.ts'
import { type TaskState, task, taskLine } from '@lading/contract/wms/task.ts'
import type { confirmAnswer, getWork, WorkLine, WorkTask } from '@lading/contract/wms/taskCalls.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { jsonOf } from '../../kernel/json.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere, visible } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { tableOf } from '../../kernel/tables.ts'
import { type ContainerFacts, factsJson } from '../masters/facts.ts'
import { packCodesJson } from '../masters/goodsCode.ts'
import type { StockKey } from '../stock/key.ts'
import { isBatch, together } from './alike.ts'
import { rulesOfType } from './typeConfig.ts'

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
  readonly next: WorkLine | null
  /** The container that was named, or the task's own. */
  readonly box: ContainerFacts | null
  /** Who confirms it. */
  readonly worker: string | null
}
type HeldRow = TaskRow & Omit<HeldWork, 'task' | 'work'> & { readonly work: WorkTask & { readonly version: number } }

/**
 * Locks the task of a line, and reads both with what a confirm asks of them, in one statement.
 * @param code of the container that was named
 */
export async function holdWork(ctx: Ctx, lineId: string, code: string | undefined): Promise<HeldWork> {
  const row = await readHeld(ctx, lineId, code, sql`skip locked`)
  if (row && row.work.version === row.version) return heldOf(row)
  // Somebody is at work on the task, or just was: what he has done sees a statement that begins after him.
  await lockTaskOf(ctx, lineId)
  return heldOf(found(await readHeld(ctx, lineId, code, sql``), ['任务明细', 'Task line']))
}
const heldOf = ({ line, work, next, box, worker, ...task }: HeldRow): HeldWork => ({
  ...{ task, line, next, box, worker },
  work: (({ version: _, ...shown }) => shown)(work),
})

const readHeld = (ctx: Ctx, lineId: string, code: string | undefined, how: Sql): Promise<HeldRow | undefined> =>
  ctx.tx.maybe<HeldRow>(sql`
    select k.id, k.version, k.task_no, k.task_type, k.state, k.mode, k.bill_key, k.bill_id, k.bill_no, k.owner_id, k.store_id, k.vendor_id,
      k.dock_id, k.container_id, k.assignee_id, k.not_by_id, k.dispatch, k.queue, k.pick_area_id, k.equipment, k.line_count, k.done_lines, k.suspended_from, k.reason, ${rulesOfType('k')} as rules, ${hasContainers('k')}, ${lineJson('i')} as line,
      (select ${workTaskJson('w')} from (${workTasks(ctx, sql`t.id = k.id`)}) w join wms_task v on v.tenant_id = ${ctx.tenantId} and v.id = w.id) as work,
      (select ${workLineJson('n')} from (${workLines(ctx, sql`l.task_id = k.id and l.state in ('OPEN', 'INHAND') and l.id <> ${lineId}`, 1)}) n) as next,
      (select ${factsJson('c', 'y')} from wms_container c join wms_container_type y on y.tenant_id = c.tenant_id and y.id = c.type_id
        where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.code = coalesce(${code ?? null}, k.task_no)) as box,
      (select m.real_name from sys_user m where m.tenant_id = ${ctx.tenantId} and m.id = ${ctx.userId}) as worker
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
const workTaskJson = (alias: string): Sql =>
  jsonOf(
    alias,
    ['id', 'planQty', 'doneQty', 'shortQty', 'assigneeId'],
    [
      ...['taskNo', 'taskType', 'state', 'mode', 'priority', 'billNo', 'lineCount', 'doneLines', 'assigneeName'],
      ...['store', 'vendor', 'container', 'assigned', 'rules'],
    ],
    { version: 'v.version' },
  )
const workLineJson = (alias: string): Sql =>
  jsonOf(
    alias,
    ['id', 'planQty', 'doneQty', 'shortQty', 'handQty', 'refusedQty'],
    [
      ...['lineNo', 'state', 'seq', 'stockType', 'why', 'product', 'pack', 'lot', 'fromBin', 'toBin'],
      ...['fromContainer', 'toContainer', 'store', 'boxes'],
    ],
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

/** What a task names is its reader's to know; the table itself, since to plan `select *` of it costs more than to read a row. */
const mine = (ctx: Ctx, e: AnyEntity, alias: string): Sql =>
  sql`${raw(tableOf(e))} ${raw(alias)} where ${raw(alias)}.tenant_id = ${ctx.tenantId}`

/** Tasks as a station shows them; `where` speaks of `t`. */
export const readWorkTasks = (ctx: Ctx, where: Sql): Promise<WorkTask[]> =>
  ctx.tx.query<WorkTask>(workTasks(ctx, where))
const workTasks = (ctx: Ctx, where: Sql): Sql => sql`
    select t.id, t.task_no, t.task_type, t.state, t.mode, t.priority, t.bill_no, t.line_count, t.done_lines, t.plan_qty, t.done_qty, t.short_qty,
      t.assignee_id, (select u.real_name from sys_user u where u.tenant_id = t.tenant_id and u.id = t.assignee_id) as assignee_name,
      (select jsonb_build_object('code', s.code, 'name', s.name) from ${mine(ctx, store, 's')} and s.id = t.store_id) as store,
      (select jsonb_build_object('code', v.code, 'name', v.name) from ${mine(ctx, vendor, 'v')} and v.id = t.vendor_id) as vendor,
      (select jsonb_build_object('id', c.id::text, 'code', c.code) from ${mine(ctx, container, 'c')} and c.id = t.container_id) as container,
      (select jsonb_agg(jsonb_build_object('code', x.code, 'seq', x.seq, 'isUsed', x.state = 'USED') order by x.seq)
        from ${mine(ctx, pickContainer, 'x')} and x.org_id = t.org_id and x.task_id = t.id and x.state in ('BOUND', 'USED')) as assigned,
      ${rulesOfType('t')} as rules
    from ${fromHere(ctx, task, 't')} where ${where}`

/** Lines with every name and code that a worker needs, looked up for as many as are shown; `where` speaks of `l`. */
export const readWorkLines = (ctx: Ctx, where: Sql, limit = 1000): Promise<WorkLine[]> =>
  ctx.tx.query<WorkLine>(workLines(ctx, where, limit))
/** What a line names is asked for one by one: so many tables joined would take longer to plan than to read. */
const workLines = (ctx: Ctx, where: Sql, limit: number): Sql => {
  const place = (e: typeof bin | typeof container, alias: string, column: Sql): Sql =>
    sql`(select jsonb_build_object('id', ${raw(alias)}.id::text, 'code', ${raw(alias)}.code) from ${mine(ctx, e, alias)} and ${raw(alias)}.id = ${column})`
  return sql`
    select l.id, l.line_no, l.state, l.seq, l.plan_qty, l.done_qty, l.short_qty, l.hand_qty, l.refused_qty, l.stock_type, l.why,
      (select jsonb_build_object('id', p.id::text, 'code', p.code, 'name', ${spoken(ctx, product, 'name', 'p')}, 'baseUnit', ${spoken(ctx, product, 'baseUnit', 'p')}, 'isWeigh', p.is_weigh, 'catchPct', case when p.is_weigh then p.catch_pct::text end, 'imageId', p.image_id::text,
        'shelfMode', p.shelf_mode, 'shelfLifeDays', p.shelf_life_days, 'barcodes', coalesce((select jsonb_agg(x.code order by x.code) from ${mine(ctx, productBarcode.entity, 'x')} and x.product_id = p.id), '[]'::jsonb), 'packCodes', ${packCodesJson(ctx, sql`p.id`)}, 'lotAttrs', case when l.from_bin_id is not null then '[]'::jsonb
          else coalesce((select jsonb_agg(jsonb_build_object('name', a.name, 'needed', a.needed) order by a.id) from ${mine(ctx, productLotAttr.entity, 'a')} and a.product_id = p.id), '[]'::jsonb) end) from ${mine(ctx, product, 'p')} and p.id = l.product_id) as product,
      (select jsonb_build_object('name', q.name, 'qpc', q.qpc::text, 'mid', q.mid_qpc::text, 'caseUnit', ${spoken(ctx, qpc, 'caseUnit', 'q')},
        'palletQty', (q.pallet_ti * q.pallet_hi * q.qpc)::text) from ${mine(ctx, qpc, 'q')} and q.id = l.qpc_id) as pack,
      (select jsonb_build_object('lotNo', o.lot_no, 'expireDate', o.expire_date, 'productionDate', o.production_date, 'batch', o.production_batch)
        from ${mine(ctx, lot, 'o')} and o.id = l.lot_id) as lot,
      ${place(bin, 'fb', sql`l.from_bin_id`)} as from_bin, ${place(bin, 'tb', sql`l.to_bin_id`)} as to_bin,
      ${place(container, 'fc', sql`l.from_container_id`)} as from_container, ${place(container, 'tc', sql`l.to_container_id`)} as to_container,
      (select jsonb_build_object('id', s.id::text, 'code', s.code, 'name', s.name, 'stop', case when l.product_id is null then (
        select h.seq from wms_task k join wms_ship_stop h on h.tenant_id = k.tenant_id and h.org_id = k.org_id and h.bill_id = k.bill_id and h.store_id = l.store_id
        where k.tenant_id = ${ctx.tenantId} and k.id = l.task_id and k.task_type = 'ENTER_TRUCK') end) from ${mine(ctx, store, 's')} and s.id = l.store_id) as store,
      (select jsonb_agg(jsonb_build_object('code', x.code, 'planQty', n.plan_qty::text, 'doneQty', n.done_qty::text) order by x.seq)
        from wms_pick_container_line n join wms_pick_container x on x.tenant_id = n.tenant_id and x.org_id = n.org_id and x.id = n.pick_container_id
        where n.tenant_id = ${ctx.tenantId} and n.org_id = l.org_id and n.task_line_id = l.id and x.state in ('BOUND', 'USED')) as boxes
    from ${fromHere(ctx, taskLine, 'l')} where ${where} order by l.seq, l.line_no limit ${limit}`
}

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
