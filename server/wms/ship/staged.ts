// engine: loads trucks and lets them go

import { refuse } from '@lading/contract/kernel/fault.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { shipBill, shipStop } from '@lading/contract/wms/shipBill.ts'
import {
  type addStaged as addCall,
  type LeaveReason,
  type leaveContainers as leaveCall,
  stagedMax,
  type stagedStores,
} from '@lading/contract/wms/shipCalls.ts'
import { shipFaults } from '@lading/contract/wms/shipFaults.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import type { task as taskTable } from '@lading/contract/wms/task.ts'
import { leaveReasons } from '@lading/contract/wms/taskTypes/enterTruck.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { type BillRow, demandStep, lockBill, readBill, setBill } from '../../platform/document/steps.ts'
import { caseSum, packed } from '../computed/cases.ts'
import { addLines, createTasks, soleOwner } from '../task/create.ts'
import { logTasks } from '../task/log.ts'
import { lockTask, type TaskRow } from '../task/read.ts'
import {
  isStaged,
  listedContainers,
  loadFacts,
  loadLine,
  measure,
  noteShipment,
  readStaged,
  type Staged,
  taskBill,
} from './load.ts'
import { demandWeight } from './overload.ts'

type Ship = BillRow<typeof shipBill>

type Stores = z.output<typeof stagedStores.output>

/** Stores with containers that no truck takes yet; those of the shipment's route stand first. */
export async function storesStaged(ctx: Ctx, input: { id: string }): Promise<Stores> {
  demandDc(ctx)
  const bill = await readBill(ctx, shipBill, input.id)
  const stores = await ctx.tx.query<Stores['stores'][number]>(sql`
    with g as (
      select c.id as container_id, c.store_id, s.qty, s.product_id, s.qpc_id from ${fromHere(ctx, container, 'c')}
      join ${fromHere(ctx, stock, 's')} on s.container_id = c.id and s.qty > 0
      where c.store_id is not null and ${isStaged})
    select o.id as store_id, o.code, o.name, o.route, x.containers, x.weight, x.volume,
      ${caseSum(sql`select g.qty, ${packed(ctx)} from g left join ${named(ctx, qpc, 'q')} on q.id = g.qpc_id where g.store_id = o.id`)} as cases,
      exists (select 1 from ${named(ctx, shipStop, 'p')} where p.bill_id = ${bill.id} and p.store_id = o.id) as is_stop,
      coalesce(o.route = ${bill.route}::text, false) as is_route
    from (select g.store_id, count(distinct g.container_id)::integer as containers, coalesce(sum(g.qty * m.weight_kg), 0)::numeric(18,3)::text as weight,
        coalesce(sum(g.qty * m.volume_m3), 0)::numeric(18,3)::text as volume
      from g join ${named(ctx, product, 'm')} on m.id = g.product_id group by g.store_id) x
    join ${named(ctx, store, 'o')} on o.id = x.store_id
    order by 9 desc, 10 desc, o.route nulls last, o.code limit ${stagedMax}`)
  return { stores }
}

/** Takes stores along: as stops, and on the load list once that is made. */
export async function addStaged(
  ctx: Ctx,
  input: z.output<typeof addCall.input>,
): Promise<z.output<typeof addCall.output>> {
  const bill = await lockBill(ctx, shipBill, input.id, input.version)
  if (!['SAVED', 'APPROVED', 'INPROGRESS'].includes(bill.state)) demandStep(shipBill, 'start', bill)
  await addStops(ctx, bill, [...new Set(input.storeIds)])
  const wanted = new Set(input.storeIds)
  const staged = (await readStaged(ctx, bill.id)).filter((c) => wanted.has(c.storeId))
  if (staged.length === 0) refuse(shipFaults.notStaged)
  const more = bill.state === 'INPROGRESS' ? await listMore(ctx, bill, staged) : {}
  await setBill(ctx, shipBill, bill, bill.state, more)
  ctx.audit({
    subject: shipBill.header.key,
    subjectId: bill.id,
    subjectNo: bill.billNo,
    action: 'addStaged',
    after: { containers: staged.length },
  })
  return { id: bill.id, version: bill.version + 1, containers: staged.length }
}

/** Makes stores stops of a shipment, behind those that it has. */
export async function addStops(ctx: Ctx, bill: Ship, storeIds: readonly string[]): Promise<void> {
  const missing = await ctx.tx.query<{ id: string; last: number }>(sql`
    select s.id, (select coalesce(max(p.seq), 0) from wms_ship_stop p where p.tenant_id = ${ctx.tenantId} and p.bill_id = ${bill.id}) as last
    from wms_store s where s.tenant_id = ${ctx.tenantId} and s.id = any(${storeIds}::bigint[]) and not s.disabled and not exists (
      select 1 from wms_ship_stop p where p.tenant_id = ${ctx.tenantId} and p.bill_id = ${bill.id} and p.store_id = s.id)
    order by s.priority, s.code`)
  await insert(
    ctx,
    shipStop,
    missing.map((s, i) => ({ billId: bill.id, seq: s.last + i + 1, storeId: s.id })),
  )
}

async function listMore(ctx: Ctx, bill: Ship, staged: readonly Staged[]): Promise<Record<string, unknown>> {
  const ids = staged.map((c) => c.id)
  const all = [...(await listedContainers(ctx, bill.id)), ...ids]
  demandWeight(bill, (await measure(ctx, all)).weight)
  await noteShipment(ctx, bill.id, ids)
  await addToList(ctx, bill, staged)
  return loadFacts(ctx, all)
}

/** Onto the list that is being loaded, or onto a new one when that is done. @returns task and lines */
async function addToList(
  ctx: Ctx,
  bill: Ship,
  staged: readonly Staged[],
): Promise<{ taskId: string; lineIds: readonly string[] }> {
  const task = await openLoad(ctx, bill.id)
  const truck = bill.truckBinId ?? ''
  if (!task) {
    const lines = staged.map((c, i) => loadLine(c, truck, i + 1))
    const dockId = bill.dockId
    const [made] = await createTasks(ctx, [{ taskType: 'ENTER_TRUCK', bill: taskBill(bill), dockId, lines }])
    return { taskId: made?.id ?? '', lineIds: made?.lineIds ?? [] }
  }
  const lineIds = await addLines(
    ctx,
    task,
    staged.map((c, i) => loadLine(c, truck, task.lineCount + i + 1)),
  )
  await ctx.tx.run(sql`
    update wms_task set owner_id = case when owner_id = ${soleOwner(staged)} then owner_id end, line_count = line_count + ${lineIds.length}, plan_qty = plan_qty + ${lineIds.length}, version = version + 1
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.id}`)
  logTasks(ctx, [{ taskId: task.id, action: 'addLines', payload: { lines: lineIds.length } }])
  return { taskId: task.id, lineIds }
}

async function openLoad(ctx: Ctx, billId: string): Promise<TaskRow | undefined> {
  const row = await ctx.tx.maybe<RowOf<typeof taskTable, 'id'>>(sql`
    select id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId} and task_type = 'ENTER_TRUCK'
      and state not in ('DONE', 'CANCELED') order by id limit 1`)
  return row && lockTask(ctx, row.id)
}

interface Waiting {
  id: string
  taskId: string
  containerId: string
}

/** 留仓: listed containers are struck off, others are put on the list and struck off at once, so that both are told. */
export async function leaveContainers(
  ctx: Ctx,
  input: z.output<typeof leaveCall.input>,
): Promise<z.output<typeof leaveCall.output>> {
  const bill = await lockBill(ctx, shipBill, input.id, input.version)
  demandStep(shipBill, 'finish', bill)
  const wanted = [...new Set(input.containerIds)]
  const task = await openLoad(ctx, bill.id)
  const late = (await readStaged(ctx, bill.id)).filter((c) => wanted.includes(c.id))
  if (late.length > 0) await addToList(ctx, bill, late)
  const lines = await waiting(ctx, bill.id, wanted)
  const missing = wanted.find((id) => !lines.some((l) => l.containerId === id))
  if (missing !== undefined) refuse(shipFaults.notLeft, { c: await codeOf(ctx, missing) })
  for (const [taskId, own] of Map.groupBy(lines, (l) => l.taskId)) {
    if (taskId !== task?.id) await lockTask(ctx, taskId)
    await strikeOff(ctx, taskId, own, input.reason)
  }
  await setBill(ctx, shipBill, bill, bill.state, await loadFacts(ctx, await listedContainers(ctx, bill.id)))
  ctx.audit({
    subject: shipBill.header.key,
    subjectId: bill.id,
    subjectNo: bill.billNo,
    action: 'leave',
    after: { containers: wanted.length, reason: leaveReasons[input.reason] },
  })
  return { id: bill.id, version: bill.version + 1, left: lines.length }
}

const waiting = (ctx: Ctx, billId: string, containerIds: readonly string[]): Promise<Waiting[]> =>
  ctx.tx.query<Waiting>(sql`
    select l.id, l.task_id, l.from_container_id as container_id from wms_task k
    join wms_task_line l on l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id
    where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.bill_id = ${billId} and k.task_type = 'ENTER_TRUCK'
      and k.state not in ('DONE', 'CANCELED') and l.state = 'OPEN' and l.from_container_id = any(${containerIds}::bigint[]) order by k.id, l.id`)

async function strikeOff(ctx: Ctx, taskId: string, lines: readonly Waiting[], reason: LeaveReason): Promise<void> {
  const n = lines.length
  await ctx.tx.run(sql`
    update wms_task_line set state = 'SHORT', short_qty = plan_qty, reason = ${reason}, confirmed_at = ${ctx.now()}, confirmed_by = ${ctx.userId}, version = version + 1
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${lines.map((l) => l.id)}::bigint[])`)
  const { state } = await ctx.tx.one<RowOf<typeof taskTable, 'state'>>(sql`
    update wms_task set done_lines = done_lines + ${n}, short_qty = short_qty + ${n}, version = version + 1,
      state = case when done_lines + ${n} >= line_count then 'DONE' else state end,
      started_at = coalesce(started_at, ${ctx.now()}), finished_at = case when done_lines + ${n} >= line_count then ${ctx.now()}::timestamptz end
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${taskId} returning state`)
  logTasks(ctx, [
    ...lines.map((l) => ({
      taskId,
      taskLineId: l.id,
      action: 'confirm',
      from: 'OPEN',
      to: 'SHORT',
      payload: { qty: '0', reason },
    })),
    ...(state === 'DONE' ? [{ taskId, action: 'finish', to: 'DONE' }] : []),
  ])
}

const codeOf = async (ctx: Ctx, id: string): Promise<string> =>
  (
    await ctx.tx.maybe<RowOf<typeof container, 'code'>>(sql`
      select code from wms_container where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
  )?.code ?? id
