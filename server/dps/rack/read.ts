// engine: keeps what the rack shows with what the warehouse has to do, behind the locks of its tasks

import { agent } from '@lading/contract/dps/agent.ts'
import type { tag } from '@lading/contract/dps/equipment.ts'
import { light } from '@lading/contract/dps/light.ts'
import { jobpoint, line } from '@lading/contract/dps/line.ts'
import { type dpsPick, dpsTask, type taskPoint } from '@lading/contract/dps/task.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { visible } from '../../kernel/scope.ts'

export type RackTask = RowOf<
  typeof dpsTask.header,
  | 'id'
  | 'billNo'
  | 'state'
  | 'mode'
  | 'lineId'
  | 'containerId'
  | 'jobpointId'
  | 'wmsTaskId'
  | 'orderId'
  | 'storeId'
  | 'productId'
  | 'reason'
>
export type RackPick = RowOf<
  typeof dpsPick,
  'id' | 'taskId' | 'state' | 'jobpointId' | 'tagId' | 'taskLineId' | 'planQty' | 'doneQty' | 'shortQty'
>
export type RackPoint = RowOf<typeof taskPoint, 'id' | 'taskId' | 'jobpointId' | 'seq' | 'state' | 'operatorId'> & {
  /** Whether somebody there says himself when a container is through. */
  readonly hasCompleter: boolean
}
export type RackLine = RowOf<
  typeof line,
  'id' | 'code' | 'mode' | 'relay' | 'colourOf' | 'autoNext' | 'wip' | 'state' | 'fullPolicy' | 'shortPolicy'
>
export type Jobpoint = RowOf<
  typeof jobpoint,
  | 'id'
  | 'code'
  | 'lineId'
  | 'seq'
  | 'kind'
  | 'displayTagId'
  | 'completerTagId'
  | 'laneTagId'
  | 'orders'
  | 'colours'
  | 'state'
  | 'nowBinId'
  | 'nowProductId'
>
export type Tag = RowOf<typeof tag, 'id' | 'code' | 'controllerId' | 'bus' | 'node' | 'digits' | 'colours' | 'kind'>

/** Rows of the caller's organisation. */
export const here = (ctx: Ctx): Sql => sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`

const taskColumns = sql`id, bill_no, state, mode, line_id, container_id, jobpoint_id, wms_task_id, order_id, store_id, product_id, reason`
/** Locks tasks of the rack, in the order of their ids. The warehouse's task is locked before. */
export const lockTasks = (ctx: Ctx, where: Sql): Promise<RackTask[]> =>
  ctx.tx.query<RackTask>(
    sql`select ${taskColumns} from dps_task where ${here(ctx)} and ${where} order by id for update`,
  )
/** Of tasks of the rack the warehouse's tasks that their open picks are of: goods that were found elsewhere are of another. */
export const worksOf = (ctx: Ctx, taskIds: readonly string[]): Promise<{ id: string; workId: string }[]> =>
  ctx.tx.query<{ id: string; workId: string } & object>(sql`
    select distinct p.task_id as id, l.task_id as work_id from dps_pick p join wms_task_line l on l.tenant_id = p.tenant_id and l.org_id = p.org_id and l.id = p.task_line_id
    where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.task_id = any(${taskIds}::bigint[]) and p.state in ('WAIT', 'LIT') order by 1, 2`)
/** One task, if the caller may see it. */
export async function lockTask(ctx: Ctx, id: string): Promise<RackTask> {
  const [task] = await lockTasks(ctx, sql`id = ${id} and ${visible(dpsTask.header, ctx, 'dps_task')}`)
  return found(task, dpsTask.header.title)
}
export const readPicks = (ctx: Ctx, where: Sql): Promise<RackPick[]> =>
  ctx.tx.query<RackPick>(sql`
    select id, task_id, state, jobpoint_id, tag_id, task_line_id, plan_qty, done_qty, short_qty from dps_pick
    where ${here(ctx)} and ${where} order by seq, id`)
export const readPoints = (ctx: Ctx, where: Sql): Promise<RackPoint[]> =>
  ctx.tx.query<RackPoint>(sql`
    select id, task_id, jobpoint_id, seq, state, operator_id, exists (select 1 from dps_jobpoint j
      where j.tenant_id = dps_task_point.tenant_id and j.org_id = dps_task_point.org_id and j.id = jobpoint_id and j.completer_tag_id is not null and j.state <> 'CLOSED') as has_completer
    from dps_task_point where ${here(ctx)} and ${where} order by seq, id`)
export const readLines = (ctx: Ctx, where: Sql): Promise<RackLine[]> =>
  ctx.tx.query<RackLine>(sql`
    select id, code, mode, relay, colour_of, auto_next, wip, state, full_policy, short_policy from dps_line where ${here(ctx)} and ${where}`)
export const readLine = async (ctx: Ctx, id: string): Promise<RackLine> =>
  found((await readLines(ctx, sql`id = ${id}`))[0], line.title)
export const readJobpoints = (ctx: Ctx, where: Sql): Promise<Jobpoint[]> =>
  ctx.tx.query<Jobpoint>(sql`
    select id, code, line_id, seq, kind, display_tag_id, completer_tag_id, lane_tag_id, orders, colours, state, now_bin_id, now_product_id from dps_jobpoint
    where ${here(ctx)} and ${where} order by seq, id`)
export const readTags = (ctx: Ctx, where: Sql): Promise<Tag[]> =>
  ctx.tx.query<Tag>(sql`
    select id, code, controller_id, bus, node, digits, colours, kind from dps_tag where ${here(ctx)} and ${where} order by id`)

/** What a display of a few digits calls a task: the end of its number. */
export const shortNo = (billNo: string): string => billNo.slice(-4)

/** Lights of the caller's organisation have changed: whoever sends frames looks again, and whoever looks at the rack. */
export function tellLights(ctx: Ctx): void {
  ctx.tell(light.key)
  ctx.tell(agent.key)
  ctx.tell(jobpoint.key)
}
