// engine: gives stock to the orders of a wave, whose locks it holds; whoever sees a wave sees all of its orders

import { parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import type { StockType } from '@lading/contract/wms/place.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { BillRow } from '../../platform/document/steps.ts'
import { type ProductFacts, readProducts } from '../masters/facts.ts'
import {
  type PickArea,
  type PickedFor,
  type Picking,
  pickTasks,
  readPickAreas,
  withLimits,
} from '../operate/pickTasks.ts'
import { handOver } from '../stock/reservations.ts'
import { wakeTopic } from '../stock/topics.ts'
import { createTasks, type NewTask } from '../task/create.ts'
import { type BatchPicking, batchTasks, groupSizes } from './batch.ts'

/** Orders whose picks one transaction makes. */
const ordersMost = 50

interface Promised {
  id: string
  billId: string
  taskLineId: string
  billLineId: string
  state: 'ACTIVE' | 'PENDING'
  qty: string
  pieces: number | null
  ownerId: string
  productId: string
  qpcId: string
  stockType: StockType
  lotId: string | null
  containerId: string | null
  binId: string
  binCode: string
  pickSeq: number
  zoneId: string
  aisle: string | null
  pickAreaId: string | null
}
interface Order extends PickedFor {
  readonly route: string | null
}

/**
 * Orders of a wave with promises that have no pick yet. Each order is asked on its own (`offset 0`): as a join the planner
 * would guess from before the wave how much was promised, and be wrong by all of it.
 */
const unpicked = (ctx: Ctx, waveId: string, which: Sql): Sql => sql`
  wms_operate_bill b join wms_store s on s.tenant_id = b.tenant_id and s.id = b.store_id
  where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.wave_id = ${waveId} and b.state = 'INPROGRESS' and ${which} and exists (
    select 1 from wms_operate_bill_line l
    join wms_reservation r on r.tenant_id = l.tenant_id and r.org_id = l.org_id and r.demand_line_id = l.id and r.state in ('ACTIVE', 'PENDING') and r.task_line_id is not null
    where l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bill_id = b.id
      and not exists (select 1 from wms_task_line t where t.tenant_id = r.tenant_id and t.org_id = r.org_id and t.id = r.task_line_id)
    offset 0)
  order by b.priority, s.priority, b.deadline_at nulls last, b.id`

/**
 * Makes the picks of the next orders of a wave, of what they were promised.
 * @param ahead orders that are known to come next: filled when it is empty, so that not every part looks at all of them
 * @returns whether there were any
 */
export async function makeNextPicks(
  ctx: Ctx,
  wave: Pick<BillRow<typeof waveBill>, 'id' | 'billNo'>,
  ahead: string[] = [],
): Promise<boolean> {
  if (ahead.length === 0) {
    const found = await ctx.tx.query<{ id: string }>(sql`select b.id from ${unpicked(ctx, wave.id, sql`true`)}`)
    if (found.length === 0) return false
    ahead.push(...found.map((o) => o.id))
  }
  const orders = await ctx.tx.query<Order>(sql`
    select b.id, b.bill_no, b.owner_id, b.store_id, s.route, b.priority, b.deadline_at
    from ${unpicked(ctx, wave.id, sql`b.id = any(${ahead.splice(0, ordersMost)}::bigint[])`)}`)
  // Somebody has stopped these meanwhile; the next are looked at.
  if (orders.length === 0) return true
  const promised = await ctx.tx.query<Promised>(sql`
    select r.id, l.bill_id, r.task_line_id, l.id as bill_line_id, r.state, r.qty - r.used_qty - r.freed_qty as qty, r.pieces - r.used_pieces - r.freed_pieces as pieces,
      r.owner_id, r.product_id, r.qpc_id, r.stock_type, s.lot_id, s.container_id, b.id as bin_id, b.code as bin_code, b.pick_seq, b.area_id as zone_id, b.aisle, b.pick_area_id
    from wms_operate_bill_line l cross join lateral (
      select r.* from wms_reservation r where r.tenant_id = l.tenant_id and r.org_id = l.org_id and r.demand_line_id = l.id
        and r.state in ('ACTIVE', 'PENDING') and r.task_line_id is not null offset 0) r
    join wms_bin b on b.tenant_id = r.tenant_id and b.id = r.bin_id
    left join wms_stock s on s.tenant_id = r.tenant_id and s.org_id = r.org_id and s.id = r.stock_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = any(${orders.map((o) => o.id)}::bigint[])
      and not exists (select 1 from wms_task_line t where t.tenant_id = r.tenant_id and t.org_id = r.org_id and t.id = r.task_line_id offset 0)
    order by r.id`)
  const [products, areas] = await Promise.all([
    readProducts(ctx, [...new Set(promised.map((p) => p.productId))]),
    readPickAreas(ctx),
  ])
  const picks = pickingsOf(ctx, promised)
  await handOver(ctx, picks.moved)
  const inBatch = (p: Picking) => areas.get(p.pickAreaId ?? '')?.pickMode === 'BATCH'
  const byOrder = Map.groupBy(picks.of, (p) => p.billId)
  const alone = orders.map((o) => ({ ...o, picks: byOrder.get(o.id)?.filter((p) => !inBatch(p)) ?? [] }))
  const limited = await withLimits(ctx, areas, operateBill.header.key, alone)
  const tasks = [
    ...alone.flatMap((o, i) => pickTasks(limited[i] ?? areas, o, o.picks, products)),
    ...(await batches(ctx, wave, areas, orders, picks.of.filter(inBatch), products)),
  ]
  await createTasks(ctx, tasks)
  // Goods may have come between: whoever was served meanwhile is looked at once more.
  for (const { lines, state } of tasks)
    if (state === 'WAIT' && lines[0]?.id) ctx.emit({ topic: wakeTopic, key: 'picks', payload: { lineId: lines[0].id } })
  return true
}

/** Picks for many orders at once, by area and owner. */
async function batches(
  ctx: Ctx,
  wave: Pick<BillRow<typeof waveBill>, 'id' | 'billNo'>,
  areas: ReadonlyMap<string, PickArea>,
  orders: readonly Order[],
  picks: readonly (Picking & { billId: string })[],
  products: ReadonlyMap<string, ProductFacts>,
): Promise<NewTask[]> {
  if (picks.length === 0) return []
  const sizes = await groupSizes(
    ctx,
    [...areas.values()].flatMap((a) => a.sowingSchemeId ?? []),
  )
  const inTurn = orders.flatMap((o): BatchPicking[] =>
    picks
      .filter((p) => p.billId === o.id)
      .map((p) => ({ ...p, storeId: o.storeId, route: o.route, priority: o.priority, dueAt: o.deadlineAt })),
  )
  const groups = [...Map.groupBy(inTurn, (p) => `${p.pickAreaId}/${p.ownerId}`).values()]
  const limited = await withLimits(
    ctx,
    areas,
    waveBill.header.key,
    groups.map((group) => ({ ownerId: group[0]?.ownerId, picks: group })),
  )
  return groups.flatMap((group, i) => {
    const area = limited[i]?.get(group[0]?.pickAreaId ?? '')
    return area ? batchTasks(wave, area, sizes.get(area.sowingSchemeId ?? '') ?? 1, group, products) : []
  })
}

/** A promise whose goods came in parts lies in several rows: each is a line of its own. */
function pickingsOf(ctx: Ctx, promised: readonly Promised[]) {
  const moved: { id: string; taskLineId: string }[] = []
  const of = [...Map.groupBy(promised, (p) => p.taskLineId).values()].flatMap((parts) => {
    const waits = parts.some((p) => p.state === 'PENDING')
    if (waits && parts.length > 1) return [together(parts)]
    return parts.map((p, i) => {
      const taskLineId = i === 0 ? p.taskLineId : ctx.newId()
      if (i > 0) moved.push({ id: p.id, taskLineId })
      return pickingOf(p, taskLineId, waits)
    })
  })
  return { of, moved }
}

const pickingOf = (p: Promised, taskLineId: string, waits: boolean): Picking & { billId: string } => ({
  billId: p.billId,
  taskLineId,
  billLineId: p.billLineId,
  qty: parseQty(p.qty),
  pieces: p.pieces,
  ownerId: p.ownerId,
  productId: p.productId,
  qpcId: p.qpcId,
  stockType: p.stockType,
  bin: { id: p.binId, code: p.binCode, pickSeq: p.pickSeq, zoneId: p.zoneId, aisle: p.aisle },
  pickAreaId: p.pickAreaId,
  lotId: waits ? null : p.lotId,
  containerId: waits ? null : p.containerId,
  waits,
})

/** Some of it has come, some has not: one line until all is there. */
function together(parts: readonly Promised[]): Picking & { billId: string } {
  const [first] = parts as readonly [Promised]
  return {
    ...pickingOf(first, first.taskLineId, true),
    qty: parts.reduce((sum, p) => sum + parseQty(p.qty), 0n),
    pieces: null,
  }
}
