import type { listQuery } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { container } from '@lading/contract/wms/container.ts'
import { historyTask } from '@lading/contract/wms/historyTask.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { changeLot, otherLots } from '@lading/contract/wms/pickCalls.ts'
import { dock } from '@lading/contract/wms/place.ts'
import { scannedKind } from '@lading/contract/wms/scanned.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { sysTaskConfig } from '@lading/contract/wms/sysTaskConfig.ts'
import { task, taskFlow, taskLine } from '@lading/contract/wms/task.ts'
import * as calls from '@lading/contract/wms/taskCalls.ts'
import { type TaskType, taskPermission, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { taskViews } from '@lading/contract/wms/taskViews.ts'
import { taskOffers, taskWaits } from '@lading/contract/wms/waitCalls.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import { allowed, type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import { type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { sayLog } from '../../kernel/log.ts'
import { from, fromHere } from '../../kernel/scope.ts'
import { exportServed } from '../../platform/sheet/exportRows.ts'
import { typedLines } from '../adjust/typed.ts'
import { otherThan } from '../masters/scanned.ts'
import { findLots, setLot } from '../operate/otherLot.ts'
import { weighSowServed } from '../sow/weigh.ts'
import type { DemandWeight } from '../weigh/weighing.ts'
import { confirmLine } from './confirm.ts'
import { demandOn } from './guards.ts'
import { nextTask } from './next.ts'
import { offersOf } from './offers.ts'
import { readWork, readWorkTasks } from './read.ts'
import { mergePicks, splitPick } from './rearrange.ts'
import { confirmSheet } from './sheet.ts'
import { doneToTask } from './story.ts'
import { undoTask } from './undoTask.ts'
import * as verbs from './verbs.ts'
import { waitsOf } from './waits.ts'
import { workersOf } from './workers.ts'
import { readWorkLines } from './workLine.ts'

type Question = z.output<typeof listQuery>

/** The task's lines as a detail page shows them; where they were typed also as its form does. */
async function readDetail(ctx: Ctx, entity: AnyEntity, id: string): Promise<Record<string, unknown>> {
  const row = await getRow(ctx, entity, id)
  found(entity !== historyTask || taskFlow.final.some((state) => state === row.state) ? row : undefined, entity.title)
  const type = row.taskType as TaskType // Its choice.
  const typed = taskTypes[type].form ? new Map((await typedLines(ctx, type, id)).map((l) => [l.id, l])) : undefined
  const lines = await readWorkLines(ctx, sql`l.task_id = ${id}`)
  return { ...row, lines: lines.map((l) => ({ ...l, ...typed?.get(l.id) })) }
}
async function readTaskLog(ctx: Ctx, id: string): Promise<object[]> {
  await getRow(ctx, task, id)
  return sayLog(ctx, task, await doneToTask(ctx, id))
}

/** A list shows tasks; their lines stand in one table for all types, whatever a form calls them. */
const withoutRows = (e: AnyEntity): AnyEntity => ({
  ...e,
  fields: Object.fromEntries(Object.entries(e.fields).filter(([, f]) => !f.rows)),
})

const views: readonly AnyEntity[] = [task, ...taskViews, historyTask]

/** List, detail, log and export of a type's own page: the task table seen through one type. */
const viewServed = (): Served[] =>
  views.flatMap((entity) => {
    const own = crudCalls(entity)
    const wanted: Record<string, (ctx: Ctx, input: never) => Promise<unknown>> = {
      query: (ctx, input: Question) => listRecords(ctx, withoutRows(entity), input),
      getById: (ctx, input: { id: string }) =>
        readDetail(ctx, entity === historyTask ? entity : withoutRows(entity), input.id),
      log: (ctx, input: { id: string }) => readTaskLog(ctx, input.id),
    }
    const served = Object.entries(own).flatMap(([verb, call]) => {
      const handle = wanted[verb]
      // The call's schema has shaped the input before its handler sees it.
      return handle ? [serve(call, handle as (ctx: Ctx, input: unknown) => Promise<unknown>)] : []
    })
    return [...served, ...exportServed(withoutRows(entity))]
  })

/**
 * Tasks `t` that a scan may mean: by their own number or that of their bill, by what the other party calls it, by container,
 * dock or truck.
 */
const meantBy = (ctx: Ctx, scan: string): Sql => {
  const containers = sql`
    select x.id from ${fromHere(ctx, container, 'x')} where x.code = ${scan}`
  const bills = [orderBill.header, operateBill.header].map(
    (header) => sql`select b.id from ${fromHere(ctx, header, 'b')} where b.upstream_no = ${scan}`,
  )
  return sql`(t.task_no = ${scan} or t.bill_no = ${scan} or t.container_id in (${containers}) or t.bill_id in (${join(bills, ' union all ')})
    or t.dock_id in (select d.id from ${fromHere(ctx, dock, 'd')} where d.code = ${scan})
    or t.task_type = 'ENTER_TRUCK' and (
      t.bill_id in (select s.id from ${fromHere(ctx, shipBill.header, 's')} where upper(s.vehicle_no) = upper(${scan}))
      or exists (select 1 from ${fromHere(ctx, taskLine, 'l')} where l.task_id = t.id and l.state = 'OPEN'
        and l.from_container_id in (${containers}))))`
}

async function find(ctx: Ctx, input: { scan: string; taskTypes: readonly TaskType[] }) {
  demandDc(ctx)
  const types = input.taskTypes.filter((t) => allowed(ctx, taskPermission(t, 'view')))
  const tasks = await readWorkTasks(
    ctx,
    sql`t.state not in ('DONE', 'CANCELED') and t.task_type = any(${types}::text[]) and ${meantBy(ctx, input.scan)}
      order by t.priority, t.id limit 50`,
  )
  return { tasks }
}

async function scannedOf(
  ctx: Ctx,
  input: z.output<typeof scannedKind.input>,
): Promise<z.output<typeof scannedKind.output>> {
  demandDc(ctx)
  return { kind: (await otherThan(ctx, input.scan, input.asked)) ?? null }
}

async function getWork(ctx: Ctx, input: { id: string }) {
  demandDc(ctx)
  await getRow(ctx, task, input.id)
  const work = await readWork(ctx, input.id)
  demandOn(ctx, work.task, 'view')
  return work
}

/** Everything that workers and their foremen do with tasks. */
export const taskServed = (demandWeight: DemandWeight): Served[] => [
  ...viewServed(),
  ...weighSowServed(demandWeight),
  serve(calls.getWork, getWork),
  serve(calls.findWork, find),
  serve(calls.nextTask, nextTask),
  serve(scannedKind, scannedOf),
  serve(taskWaits, waitsOf),
  serve(taskOffers, offersOf),
  serve(calls.takeTask, verbs.takeTask),
  serve(calls.takeOverTask, verbs.takeOverTask),
  serve(calls.confirmLine, async (ctx, input) => {
    demandDc(ctx)
    const { grossKg, scaleId } = input
    if (grossKg !== undefined) await demandWeight(ctx, { grossKg, scaleId })
    return confirmLine(ctx, input)
  }),
  serve(calls.putBackLine, verbs.putBackLine),
  serve(calls.confirmSheet, confirmSheet),
  serve(calls.undoLine, verbs.undoLine),
  serve(calls.undoTask, undoTask),
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
      select t.task_type, t.state, count(*)::integer as n from ${from(ctx, task, 't')}
      where t.state not in ('DONE', 'CANCELED') group by 1, 2 order by 1, 2`),
    types: await ctx.tx.query<{ taskType: string; name: string; nameEn: string | null; enabled: boolean }>(sql`
      select g.task_type, g.name, g.name_en, g.enabled from ${from(ctx, sysTaskConfig, 'g')} order by g.id`),
  })),
]
