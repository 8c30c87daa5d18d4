// engine: loads trucks and lets them go

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { wholeQty } from '@lading/contract/kernel/qty.ts'
import type { RowName } from '@lading/contract/kernel/text.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { container } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { type area as areaTable, bin } from '@lading/contract/wms/place.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { shipFaults } from '@lading/contract/wms/shipFaults.ts'
import type { task as taskTable } from '@lading/contract/wms/task.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { unloadFaults } from '@lading/contract/wms/unloadCalls.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Changes } from '../../kernel/rules.ts'
import { documentRules } from '../../platform/document/served.ts'
import type { BillRow, StepWorks } from '../../platform/document/steps.ts'
import { createTasks, madeRecords } from '../task/create.ts'
import { logTasks } from '../task/log.ts'
import { endWithBill } from '../task/verbs.ts'
import { tellShipment } from '../transport/tell.ts'
import { shipGoods } from './despatch.ts'
import { listedContainers, loadFacts, loadLine, measure, noteShipment, readStaged, taskBill } from './load.ts'
import { demandWeight, permitOverload } from './overload.ts'

type Ship = BillRow<typeof shipBill>

export const shipRules = documentRules(shipBill, {
  beforeCreate: async (_ctx, input) => {
    if ((input.stops ?? []).length === 0) refuse(faults.emptyLines)
    numberStops(input)
  },
  beforeUpdate: async (_ctx, input) => numberStops(input),
})

/** Two stops at one place of the way have no loading order: they are numbered as they stand. */
function numberStops({ stops = [] }: Changes<typeof shipBill.header>): void {
  if (new Set(stops.map((s) => s.seq)).size === stops.length) return
  for (const [i, stop] of [...stops].sort((a, b) => a.seq - b.seq).entries()) stop.seq = i + 1
}

/** One bin stands for the truck while goods are on it. */
async function makeTruckBin(ctx: Ctx, bill: Ship): Promise<string> {
  const area = await ctx.tx.one<RowOf<typeof areaTable, 'id'>>(sql`
    select id from wms_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} order by (code = 'SYS') desc, id limit 1`)
  const rules = { mixOwner: true, mixProduct: true, mixLot: true }
  const { ids } = await insert(ctx, bin, [{ code: `T-${bill.billNo}`, usage: 'TRUCK', areaId: area.id, ...rules }])
  return ids[0] ?? ''
}

async function start(ctx: Ctx, bill: Ship, made: MadeRecord[]): Promise<Record<string, unknown>> {
  const staged = await readStaged(ctx, bill.id)
  if (staged.length === 0) refuse(shipFaults.nothingStaged)
  const ids = staged.map((c) => c.id)
  demandWeight(bill, (await measure(ctx, ids)).weight)
  await noteShipment(ctx, bill.id, ids)
  const truckBinId = await makeTruckBin(ctx, bill)
  const tasks = await createTasks(ctx, [
    {
      taskType: 'ENTER_TRUCK',
      bill: taskBill(bill),
      dockId: bill.dockId,
      dueAt: bill.planDepartAt,
      lines: staged.map((c, i) => loadLine(c, truckBinId, i + 1)),
    },
  ])
  made.push(...madeRecords('ENTER_TRUCK', tasks))
  tellShipment(ctx, bill)
  return { truckBinId, ...(await loadFacts(ctx, ids)) }
}

const openTasks = (ctx: Ctx, billId: string, type: string) =>
  ctx.tx.query<RowOf<typeof taskTable, 'id' | 'taskNo' | 'lineCount' | 'doneLines'>>(sql`
    select id, task_no, line_count, done_lines from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId}
      and task_type = ${type} and state not in ('DONE', 'CANCELED') order by id`)

/** Where loading goes on: the open task, or what came after it was listed. */
const firstOf = (
  [task]: Awaited<ReturnType<typeof openTasks>>,
  [late]: Awaited<ReturnType<typeof readStaged>>,
): { at?: RowName } => {
  if (task) return { at: rowName(viewOf('ENTER_TRUCK'), task.id, task.taskNo) }
  return late ? { at: rowName(container, late.id, late.code) } : {}
}

async function finish(ctx: Ctx, bill: Ship, made: MadeRecord[]): Promise<Record<string, unknown>> {
  const [unload] = await openTasks(ctx, bill.id, 'ABOLISH_TRUCK')
  if (unload) refuse(unloadFaults.unloading, { no: rowName(viewOf('ABOLISH_TRUCK'), unload.id, unload.taskNo) })
  const open = await openTasks(ctx, bill.id, 'ENTER_TRUCK')
  const late = await readStaged(ctx, bill.id)
  const missing = open.reduce((n, t) => n + t.lineCount - t.doneLines, late.length)
  if (missing > 0) refuse(wmsFaults.notLoaded, { n: missing, ...firstOf(open, late) })
  const { n, ownerId } = await ctx.tx.one<{ n: string; ownerId: string | null }>(sql`
    select count(distinct c.id) as n, case when count(distinct s.owner_id) = 1 then min(s.owner_id) end as owner_id from wms_container c
    left join wms_stock s on s.tenant_id = c.tenant_id and s.org_id = c.org_id and s.container_id = c.id and s.qty > 0
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.bin_id = ${bill.truckBinId}`)
  const tasks = await createTasks(ctx, [
    {
      taskType: 'DESPATCH',
      bill: taskBill(bill),
      ownerId,
      dockId: bill.dockId,
      dueAt: bill.planDepartAt,
      lines: [{ planQty: wholeQty(Number(n)), fromBinId: bill.truckBinId }],
    },
  ])
  made.push(...madeRecords('DESPATCH', tasks))
  tellShipment(ctx, bill)
  // What was left behind at the ramp is no part of the load any more.
  return loadFacts(ctx, await listedContainers(ctx, bill.id))
}

async function cancelTasks(ctx: Ctx, bill: Ship, type: string): Promise<void> {
  for (const t of await openTasks(ctx, bill.id, type)) await endWithBill(ctx, t.id)
}

export const shipSteps: StepWorks<typeof shipBill> = {
  start: { effect: start },
  permit: { effect: permitOverload },
  finish: { effect: finish },
  cancel: {
    effect: async (ctx, bill) => {
      // Transport itself, which has no user, takes it back.
      if (bill.tripNo !== null && ctx.userId !== null) refuse(shipFaults.ofTrip, { no: bill.billNo })
      return undefined
    },
  },
  reopen: {
    effect: async (ctx, bill) => {
      await cancelTasks(ctx, bill, 'DESPATCH')
      tellShipment(ctx, bill)
      return undefined
    },
  },
  despatch: {
    effect: async (ctx, bill) => {
      await shipGoods(ctx, bill)
      const tasks = await openTasks(ctx, bill.id, 'DESPATCH')
      logTasks(
        ctx,
        tasks.map((t) => ({ taskId: t.id, action: 'finish', to: 'DONE' })),
      )
      for (const t of tasks) {
        await ctx.tx.run(sql`
          update wms_task_line set state = 'DONE', done_qty = plan_qty, confirmed_at = ${ctx.now()}, confirmed_by = ${ctx.userId} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_id = ${t.id}`)
        await ctx.tx.run(sql`
          update wms_task set state = 'DONE', done_lines = line_count, done_qty = plan_qty, assignee_id = coalesce(assignee_id, ${ctx.userId}), finished_at = ${ctx.now()}, version = version + 1
          where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${t.id}`)
      }
      return undefined
    },
  },
}
