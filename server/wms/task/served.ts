import type { listQuery } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { changeLot, otherLots } from '@lading/contract/wms/pickCalls.ts'
import { task, taskModules, taskTypes, taskViews } from '@lading/contract/wms/task.ts'
import * as calls from '@lading/contract/wms/taskCalls.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import { allowed, type Ctx, demandDc } from '../../kernel/ctx.ts'
import { type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { visible } from '../../kernel/scope.ts'
import { exportServed } from '../../platform/sheet/exportRows.ts'
import { findLots, setLot } from '../operate/otherLot.ts'
import { confirmLine } from './confirm.ts'
import { demandOn } from './guards.ts'
import { readWork, readWorkLines, readWorkTasks } from './read.ts'
import { mergePicks, splitPick } from './rearrange.ts'
import { confirmSheet } from './sheet.ts'
import * as verbs from './verbs.ts'
import { workersOf } from './workers.ts'

type Question = z.output<typeof listQuery>

/** The task's lines and its log, as a detail page shows them. */
async function readDetail(ctx: Ctx, id: string): Promise<Record<string, unknown>> {
  const row = await getRow(ctx, task, id)
  return { ...row, lines: await readWorkLines(ctx, sql`l.task_id = ${id}`) }
}
async function readTaskLog(ctx: Ctx, id: string): Promise<object[]> {
  await getRow(ctx, task, id)
  return ctx.tx.query(sql`
    select g.created_at as at, u.real_name as user, g.action, g.device as source, l.line_no,
      jsonb_build_array(jsonb_build_object('field', 'state', 'before', g.from_state, 'after', g.to_state),
        jsonb_build_object('field', 'reason', 'before', null, 'after', g.payload ->> 'reason')) as changes, g.payload
    from wms_task_log g left join sys_user u on u.tenant_id = g.tenant_id and u.id = g.created_by
    left join wms_task_line l on l.tenant_id = g.tenant_id and l.id = g.task_line_id
    where g.tenant_id = ${ctx.tenantId} and g.org_id = ${ctx.org.id} and g.task_id = ${id} order by g.id desc limit 500`)
}

/** List, detail, log and export of a type's own page: the task table seen through one type. */
const viewServed = (): Served[] =>
  [{ taskType: undefined, entity: task }, ...taskViews].flatMap(({ taskType, entity }) => {
    const own = crudCalls(entity)
    const only = taskType === undefined ? [] : [sql`t.task_type = ${taskType}`]
    const wanted: Record<string, (ctx: Ctx, input: never) => Promise<unknown>> = {
      query: (ctx, input: Question) => listRecords(ctx, entity, input, only),
      getById: (ctx, input: { id: string }) => readDetail(ctx, input.id),
      log: (ctx, input: { id: string }) => readTaskLog(ctx, input.id),
    }
    const served = Object.entries(own).flatMap(([verb, call]) => {
      const handle = wanted[verb]
      // The call's schema has shaped the input before its handler sees it.
      return handle ? [serve(call, handle as (ctx: Ctx, input: unknown) => Promise<unknown>)] : []
    })
    return [...served, ...exportServed(entity, () => only)]
  })

/**
 * Tasks `t` that a scan may mean: by their own number or that of their bill, by what the other party calls it, by container,
 * dock or truck.
 */
const meantBy = (ctx: Ctx, scan: string): Sql => {
  const container = sql`
    select x.id from wms_container x where x.tenant_id = ${ctx.tenantId} and x.org_id = ${ctx.org.id} and x.code = ${scan}`
  const bills = ['wms_order_bill', 'wms_operate_bill'].map(
    (table) => sql`
      select b.id from ${raw(table)} b where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.upstream_no = ${scan}`,
  )
  return sql`(t.task_no = ${scan} or t.bill_no = ${scan} or t.container_id in (${container}) or t.bill_id in (${join(bills, ' union all ')})
    or t.dock_id in (select d.id from wms_dock d where d.tenant_id = ${ctx.tenantId} and d.org_id = ${ctx.org.id} and d.code = ${scan})
    or t.task_type = 'ENTER_TRUCK' and (
      t.bill_id in (select s.id from wms_ship_bill s where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and upper(s.vehicle_no) = upper(${scan}))
      or exists (select 1 from wms_task_line l where l.tenant_id = t.tenant_id and l.org_id = t.org_id and l.task_id = t.id and l.state = 'OPEN'
        and l.from_container_id in (${container}))))`
}

async function find(ctx: Ctx, input: { scan: string; taskTypes: readonly string[] }) {
  demandDc(ctx)
  const types = input.taskTypes.filter(
    (t) => Object.hasOwn(taskTypes, t) && allowed(ctx, `wms:${taskModules[t as keyof typeof taskModules]}:view`),
  )
  const owners =
    ctx.owners === null ? sql`true` : sql`(t.owner_id is null or t.owner_id = any(${ctx.owners}::bigint[]))`
  const tasks = await readWorkTasks(
    ctx,
    sql`t.state not in ('DONE', 'CANCELED') and t.task_type = any(${types}::text[]) and ${owners} and ${meantBy(ctx, input.scan)}
      order by t.priority, t.id limit 50`,
  )
  return { tasks }
}

async function getWork(ctx: Ctx, input: { id: string }) {
  demandDc(ctx)
  await getRow(ctx, task, input.id)
  const work = await readWork(ctx, input.id)
  demandOn(ctx, work.task, 'view')
  return work
}

/** Everything that workers and their foremen do with tasks. */
export const taskServed = (): Served[] => [
  ...viewServed(),
  serve(calls.getWork, getWork),
  serve(calls.findWork, find),
  serve(calls.nextTask, verbs.nextTask),
  serve(calls.takeTask, verbs.takeTask),
  serve(calls.takeOverTask, verbs.takeOverTask),
  serve(calls.confirmLine, (ctx, input) => {
    demandDc(ctx)
    return confirmLine(ctx, input)
  }),
  serve(calls.putBackLine, verbs.putBackLine),
  serve(calls.confirmSheet, confirmSheet),
  serve(calls.undoLine, verbs.undoLine),
  serve(calls.finishTask, verbs.finishTask),
  serve(calls.giveUpTask, verbs.giveUpTask),
  serve(calls.assignTask, verbs.assignTask),
  serve(calls.prioritiseTask, verbs.prioritiseTask),
  serve(otherLots, findLots),
  serve(changeLot, setLot),
  serve(calls.splitTask, splitPick),
  serve(calls.mergeTasks, mergePicks),
  serveEach(calls.releaseTasks, verbs.releaseTask),
  serveEach(calls.suspendTasks, verbs.suspendTask),
  serveEach(calls.resumeTasks, verbs.resumeTask),
  serveEach(calls.cancelTasks, verbs.cancelTask),
  serve(calls.listWorkers, workersOf),
  serve(calls.countTasks, async (ctx) => ({
    counts: await ctx.tx.query<{ taskType: string; state: string; n: number }>(sql`
      select t.task_type, t.state, count(*)::integer as n from wms_task t
      where ${visible(task, ctx, 't')} and t.state not in ('DONE', 'CANCELED') group by 1, 2 order by 1, 2`),
  })),
]
