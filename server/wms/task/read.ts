import { product, productBarcode, productLotAttr, qpc } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { store, vendor } from '@lading/contract/wms/partner.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { shipStop } from '@lading/contract/wms/shipBill.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import { type TaskMode, type TaskState, task, taskLine } from '@lading/contract/wms/task.ts'
import type { confirmAnswer, getWork, WorkLine, WorkTask } from '@lading/contract/wms/taskCalls.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { fromHere, named, visible } from '../../kernel/scope.ts'
import type { StockKey } from '../stock/key.ts'

export type Work = z.output<typeof getWork.output>
export type ConfirmAnswer = z.output<typeof confirmAnswer>

/** A task row as the engine works with it. */
export interface TaskRow {
  readonly id: string
  readonly version: number
  readonly taskNo: string
  readonly taskType: TaskType
  readonly state: TaskState
  readonly mode: TaskMode
  readonly billKey: string | null
  readonly billId: string | null
  readonly billNo: string | null
  readonly ownerId: string | null
  readonly storeId: string | null
  readonly vendorId: string | null
  readonly dockId: string | null
  readonly containerId: string | null
  readonly assigneeId: string | null
  readonly lineCount: number
  readonly doneLines: number
  readonly suspendedFrom: TaskState | null
  readonly reason: string | null
}

const taskColumns = sql`id, version, task_no, task_type, state, mode, bill_key, bill_id, bill_no, owner_id, store_id, vendor_id, dock_id,
  container_id, assignee_id, line_count, done_lines, suspended_from, reason`

/** Locks a task. Guards against two devices on one task; a confirm never locks more of a bill than this. */
export async function lockTask(ctx: Ctx, id: string): Promise<TaskRow> {
  const row = await ctx.tx.maybe<TaskRow>(sql`
    select ${taskColumns} from wms_task t where ${visible(task, ctx, 't')} and t.org_id = ${ctx.org.id} and t.id = ${id} for update`)
  return found(row, ['任务', 'Task'])
}

/** Locks the task of a line: whoever holds a task holds all its lines. */
export async function lockTaskOf(ctx: Ctx, lineId: string): Promise<TaskRow> {
  const row = await ctx.tx.maybe<TaskRow>(sql`
    select ${taskColumns} from wms_task t where ${visible(task, ctx, 't')} and t.org_id = ${ctx.org.id} and t.id = (
      select task_id from wms_task_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${lineId}) for update`)
  return found(row, ['任务明细', 'Task line'])
}

export interface LineRow {
  readonly id: string
  readonly taskId: string
  readonly lineNo: number
  readonly state: 'OPEN' | 'INHAND' | 'DONE' | 'SHORT' | 'CANCELED'
  readonly ownerId: string | null
  readonly productId: string | null
  readonly qpcId: string | null
  readonly lotId: string | null
  readonly stockType: StockKey['stockType'] | null
  readonly fromBinId: string | null
  readonly fromContainerId: string | null
  readonly toBinId: string | null
  readonly toContainerId: string | null
  readonly storeId: string | null
  readonly billLineId: string | null
  readonly planQty: string
  readonly planPieces: number | null
  readonly doneQty: string
  readonly donePieces: number | null
  readonly shortQty: string
  readonly refusedQty: string | null
  readonly handBinId: string | null
  readonly handContainerId: string | null
  readonly handQty: string
}
const lineColumns = sql`id, task_id, line_no, state, owner_id, product_id, qpc_id, lot_id, stock_type, from_bin_id, from_container_id,
  to_bin_id, to_container_id, store_id, bill_line_id, plan_qty, plan_pieces, done_qty, short_qty, refused_qty,
  hand_bin_id, hand_container_id, hand_qty, done_pieces`

export async function readLine(ctx: Ctx, id: string): Promise<LineRow> {
  const row = await ctx.tx.maybe<LineRow>(sql`
    select ${lineColumns} from wms_task_line t where ${visible(taskLine, ctx, 't')} and t.org_id = ${ctx.org.id} and t.id = ${id}`)
  return found(row, ['任务明细', 'Task line'])
}
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
    select ${lineColumns} from wms_task_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_id = ${taskId} order by seq, line_no`)

/** Tasks as a station shows them; `where` speaks of `t`. */
export async function readWorkTasks(ctx: Ctx, where: Sql): Promise<WorkTask[]> {
  return ctx.tx.query<WorkTask>(sql`
    select t.id, t.task_no, t.task_type, t.state, t.mode, t.priority, t.bill_no, t.line_count, t.done_lines, t.plan_qty, t.done_qty, t.short_qty,
      t.assignee_id, u.real_name as assignee_name,
      case when s.id is not null then jsonb_build_object('code', s.code, 'name', s.name) end as store,
      case when v.id is not null then jsonb_build_object('code', v.code, 'name', v.name) end as vendor,
      case when c.id is not null then jsonb_build_object('id', c.id::text, 'code', c.code) end as container
    from ${fromHere(ctx, task, 't')}
    left join ${named(ctx, store, 's')} on s.id = t.store_id
    left join ${named(ctx, vendor, 'v')} on v.id = t.vendor_id
    left join ${named(ctx, container, 'c')} on c.id = t.container_id
    left join sys_user u on u.tenant_id = t.tenant_id and u.id = t.assignee_id
    where ${where}`)
}

/** Lines with every name and code that a worker needs, looked up for as many as are shown; `where` speaks of `l`. */
export function readWorkLines(ctx: Ctx, where: Sql, limit = 1000): Promise<WorkLine[]> {
  return ctx.tx.query<WorkLine>(sql`
    select l.id, l.line_no, l.state, l.seq, l.plan_qty, l.done_qty, l.short_qty, l.hand_qty, l.refused_qty, l.stock_type, l.why,
      case when p.id is not null then jsonb_build_object('id', p.id::text, 'code', p.code, 'name', p.name, 'baseUnit', p.base_unit, 'isWeigh', p.is_weigh, 'imageId', p.image_id::text,
        'shelfMode', p.shelf_mode, 'shelfLifeDays', p.shelf_life_days, 'barcodes', coalesce((select jsonb_agg(x.code order by x.code) from ${named(ctx, productBarcode.entity, 'x')}
          where x.product_id = p.id), '[]'::jsonb), 'lotAttrs', case when l.from_bin_id is not null then '[]'::jsonb
          else coalesce((select jsonb_agg(jsonb_build_object('name', a.name, 'needed', a.needed) order by a.id) from ${named(ctx, productLotAttr.entity, 'a')}
            where a.product_id = p.id), '[]'::jsonb) end) end as product,
      case when q.id is not null then jsonb_build_object('name', q.name, 'qpc', q.qpc::text, 'mid', q.mid_qpc::text, 'caseUnit', q.case_unit,
        'palletQty', (q.pallet_ti * q.pallet_hi * q.qpc)::text) end as pack,
      case when o.id is not null then jsonb_build_object('lotNo', o.lot_no, 'expireDate', o.expire_date, 'productionDate', o.production_date, 'batch', o.production_batch) end as lot,
      case when fb.id is not null then jsonb_build_object('id', fb.id::text, 'code', fb.code) end as from_bin,
      case when tb.id is not null then jsonb_build_object('id', tb.id::text, 'code', tb.code) end as to_bin,
      case when fc.id is not null then jsonb_build_object('id', fc.id::text, 'code', fc.code) end as from_container,
      case when tc.id is not null then jsonb_build_object('id', tc.id::text, 'code', tc.code) end as to_container,
      case when s.id is not null then jsonb_build_object('id', s.id::text, 'code', s.code, 'name', s.name, 'stop', case when l.product_id is null then (
        select h.seq from ${named(ctx, task, 'k')} join ${named(ctx, shipStop, 'h')} on h.org_id = k.org_id and h.bill_id = k.bill_id and h.store_id = l.store_id
        where k.id = l.task_id and k.task_type = 'ENTER_TRUCK') end) end as store
    from (select l.* from ${fromHere(ctx, taskLine, 'l')} where ${where} order by l.seq, l.line_no limit ${limit}) l
    left join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id
    left join ${named(ctx, lot, 'o')} on o.id = l.lot_id
    left join ${named(ctx, bin, 'fb')} on fb.id = l.from_bin_id
    left join ${named(ctx, bin, 'tb')} on tb.id = l.to_bin_id
    left join ${named(ctx, container, 'fc')} on fc.id = l.from_container_id
    left join ${named(ctx, container, 'tc')} on tc.id = l.to_container_id
    left join ${named(ctx, store, 's')} on s.id = l.store_id
    order by l.seq, l.line_no`)
}

export async function readTask(ctx: Ctx, id: string): Promise<WorkTask> {
  const tasks = await readWorkTasks(ctx, sql`t.id = ${id}`)
  return found(tasks[0], ['任务', 'Task'])
}
export const readWork = async (ctx: Ctx, id: string): Promise<Work> => ({
  task: await readTask(ctx, id),
  lines: await readWorkLines(ctx, sql`l.task_id = ${id}`),
})
