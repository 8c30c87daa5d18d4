import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, wholeQty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import sql from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Input, Rules } from '../../kernel/crud.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { type BillRow, demandStep, type StepWork } from '../bill/steps.ts'
import { businessDay } from '../stock/day.ts'
import { createTasks } from '../task/create.ts'
import { lockTask } from '../task/read.ts'
import { dropOpenLines } from '../task/verbs.ts'
import { shipGoods } from './despatch.ts'

export const shipRules: Rules = {
  beforeCreate: async (ctx: Ctx, input: Input) => {
    demandDc(ctx)
    if (((input.stops ?? []) as unknown[]).length === 0) refuse(faults.emptyLines)
    input.billNo = ctx.number(shipBill.prefix)
    input.state = shipBill.flow.initial
    input.bizDate ??= businessDay(ctx.now())
  },
  beforeUpdate: async (_ctx, _input, before) => demandStep(shipBill, 'approve', before as BillRow),
}

interface Staged {
  id: string
  code: string
  binId: string
  storeId: string
  ownerId: string | null
  seq: number
  qty: string
  weight: string
  volume: string
}

/** Containers that stand ready for the shipment's stores, last stop first: it goes in first. */
const readStaged = (ctx: Ctx, billId: string): Promise<Staged[]> =>
  ctx.tx.query<Staged>(sql`
    select c.id, c.code, c.bin_id, c.store_id, p.seq, min(s.owner_id) as owner_id, sum(s.qty) as qty,
      coalesce(sum(s.qty * m.weight_kg), 0)::numeric(18,3) as weight, coalesce(sum(s.qty * m.volume_m3), 0)::numeric(18,6) as volume
    from wms_container c
    join wms_ship_stop p on p.tenant_id = c.tenant_id and p.store_id = c.store_id and p.bill_id = ${billId}
    join wms_stock s on s.tenant_id = c.tenant_id and s.org_id = c.org_id and s.container_id = c.id and s.qty > 0
    join mdm_product m on m.tenant_id = s.tenant_id and m.id = s.product_id
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.state in ('PICKED', 'COLLECTED', 'CHECKED')
    group by c.id, c.code, c.bin_id, c.store_id, p.seq order by p.seq desc, c.code`)

/** One bin stands for the truck while goods are on it. */
async function makeTruckBin(ctx: Ctx, bill: BillRow): Promise<string> {
  const area = await ctx.tx.one<{ id: string }>(sql`
    select id from wms_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} order by (code = 'SYS') desc, id limit 1`)
  const id = ctx.newId()
  await bulkInsert(ctx.tx, 'wms_bin', [
    {
      tenantId: ctx.tenantId,
      orgId: ctx.org.id,
      id,
      code: `T-${bill.billNo}`,
      usage: 'TRUCK',
      areaId: area.id,
      mixOwner: true,
      mixProduct: true,
      mixLot: true,
      createdAt: ctx.now(),
      createdBy: ctx.userId,
    },
  ])
  return id
}

/** The orders whose goods are in the containers say on which truck they go. Their forms' versions stay: nobody typed. */
async function noteShipment(ctx: Ctx, shipBillId: string, containerIds: readonly string[]): Promise<void> {
  const orders = await ctx.tx.query<{ id: string }>(sql`
    select h.id from wms_operate_bill h where h.tenant_id = ${ctx.tenantId} and h.org_id = ${ctx.org.id} and h.id in (
      select l.bill_id from wms_stock s
      join wms_reservation r on r.tenant_id = s.tenant_id and r.org_id = s.org_id and r.stock_id = s.id and r.state = 'ACTIVE'
      join wms_operate_bill_line l on l.tenant_id = r.tenant_id and l.org_id = r.org_id and l.id = r.demand_line_id
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.container_id = any(${containerIds}::bigint[])
        and r.demand_type = ${operateBill.header.key})
    order by h.id for update`)
  await ctx.tx.run(sql`
    update wms_operate_bill set ship_bill_id = ${shipBillId} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${orders.map((o) => o.id)}::bigint[])`)
  ctx.tell(operateBill.header.key)
}

const taskBill = (bill: BillRow) => ({ key: shipBill.header.key, id: bill.id, no: bill.billNo })

async function start(ctx: Ctx, bill: BillRow): Promise<Record<string, unknown>> {
  const staged = await readStaged(ctx, bill.id)
  if (staged.length === 0)
    refuse({ ...wmsFaults.nothingToDo, text: ['站点门店没有可装车的容器', 'Nothing stands ready for these stores'] })
  const weight = staged.reduce((sum, c) => sum + parseQty(c.weight), 0n)
  const max = bill.maxWeightKg === null ? null : parseQty(String(bill.maxWeightKg))
  if (max !== null && weight > max) refuse(wmsFaults.overweight, { w: formatQty(weight), max: formatQty(max) })
  await noteShipment(
    ctx,
    bill.id,
    staged.map((c) => c.id),
  )
  const truckBinId = await makeTruckBin(ctx, bill)
  await createTasks(ctx, [
    {
      taskType: 'ENTER_TRUCK',
      bill: taskBill(bill),
      dockId: (bill.dockId as string | null) ?? null,
      dueAt: (bill.planDepartAt as Date | null) ?? null,
      lines: staged.map((c, i) => ({
        seq: i + 1,
        fromContainerId: c.id,
        fromBinId: c.binId,
        toBinId: truckBinId,
        storeId: c.storeId,
        ownerId: c.ownerId,
        planQty: wholeQty(1),
      })),
    },
  ])
  const volume = staged.reduce((sum, c) => sum + Number(c.volume), 0)
  return {
    truckBinId,
    startedAt: ctx.now(),
    containers: staged.length,
    weight: formatQty(weight),
    volume: volume.toFixed(6),
  }
}

const openTasks = (ctx: Ctx, billId: string, type: string) =>
  ctx.tx.query<{ id: string; taskNo: string; lineCount: number; doneLines: number }>(sql`
    select id, task_no, line_count, done_lines from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId}
      and task_type = ${type} and state not in ('DONE', 'CANCELED') order by id`)

async function finish(ctx: Ctx, bill: BillRow): Promise<Record<string, unknown>> {
  const open = await openTasks(ctx, bill.id, 'ENTER_TRUCK')
  const missing = open.reduce((n, t) => n + t.lineCount - t.doneLines, 0)
  if (missing > 0) refuse(wmsFaults.notLoaded, { n: missing })
  const { n } = await ctx.tx.one<{ n: string }>(sql`
    select count(*) as n from wms_container where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${bill.truckBinId as string}`)
  await createTasks(ctx, [
    {
      taskType: 'DESPATCH',
      bill: taskBill(bill),
      dockId: (bill.dockId as string | null) ?? null,
      dueAt: (bill.planDepartAt as Date | null) ?? null,
      lines: [{ planQty: wholeQty(Number(n)), fromBinId: bill.truckBinId as string }],
    },
  ])
  return { loaded: Number(n) }
}

async function cancelTasks(ctx: Ctx, bill: BillRow, type: string): Promise<void> {
  for (const t of await openTasks(ctx, bill.id, type)) {
    const task = await lockTask(ctx, t.id)
    await dropOpenLines(ctx, task, false)
    await ctx.tx.run(sql`
      update wms_task set state = 'CANCELED', finished_at = ${ctx.now()}, version = version + 1 where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.id}`)
  }
}

export const shipSteps: Readonly<Record<string, StepWork>> = {
  approve: { effect: async (ctx) => ({ approvedAt: ctx.now() }) },
  start: { effect: start },
  finish: { effect: finish },
  reopen: {
    effect: async (ctx, bill) => {
      await cancelTasks(ctx, bill, 'DESPATCH')
      return {}
    },
  },
  despatch: {
    effect: async (ctx, bill) => {
      const more = await shipGoods(ctx, bill)
      for (const t of await openTasks(ctx, bill.id, 'DESPATCH')) {
        await ctx.tx.run(sql`
          update wms_task_line set state = 'DONE', done_qty = plan_qty, confirmed_at = ${ctx.now()}, confirmed_by = ${ctx.userId} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_id = ${t.id}`)
        await ctx.tx.run(sql`
          update wms_task set state = 'DONE', done_lines = line_count, done_qty = plan_qty, assignee_id = coalesce(assignee_id, ${ctx.userId}), finished_at = ${ctx.now()}, version = version + 1
          where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${t.id}`)
      }
      return more
    },
  },
  cancel: {},
}
