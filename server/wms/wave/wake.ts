// engine: gives stock to the orders of a wave, whose locks it holds; whoever sees a wave sees all of its orders

import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { StockType } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { makeLabels } from '../label/make.ts'
import { tellLights } from '../lights.ts'
import { handOver } from '../stock/reservations.ts'
import { addLines } from '../task/create.ts'
import { logTasks } from '../task/log.ts'

interface Waiting {
  id: string
  state: 'WAIT' | 'SUSPENDED'
}
/** A promise of an open line of such a task. */
interface Held {
  id: string
  taskId: string
  lineId: string
  lotId: string | null
  state: 'ACTIVE' | 'PENDING'
  qty: string
  pieces: number | null
  stockLotId: string | null
  stockQpcId: string | null
  containerId: string | null
  stockId: string | null
  ownerId: string
  productId: string
  qpcId: string
  stockType: StockType
  fromBinId: string
  storeId: string | null
  billLineId: string | null
  seq: number
}

/**
 * Picks whose goods have all come are ready. Only now their lines know lot, pack and container; one that is served from two
 * becomes two.
 * @param lineIds lines of work that goods have come for
 */
export async function wakePicks(ctx: Ctx, lineIds: readonly string[]): Promise<void> {
  const tasks = await ctx.tx.query<Waiting>(sql`
    select k.id, k.state from wms_task k
    where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.task_type = 'PICK'
      and (k.state = 'WAIT' or (k.state = 'SUSPENDED' and k.suspended_from = 'WAIT'))
      and k.id in (select l.task_id from wms_task_line l
        where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = any(${lineIds}::bigint[]))
    order by k.id for update`)
  if (tasks.length === 0) return
  const held = await ctx.tx.query<Held>(sql`
    select r.id, l.task_id, l.id as line_id, l.lot_id, r.state, r.qty - r.used_qty - r.freed_qty as qty, r.pieces - r.used_pieces - r.freed_pieces as pieces,
      s.id as stock_id, s.lot_id as stock_lot_id, s.qpc_id as stock_qpc_id, s.container_id, l.owner_id, l.product_id, l.qpc_id, l.stock_type, l.from_bin_id, l.store_id, l.bill_line_id, l.seq
    from wms_task_line l
    join wms_reservation r on r.tenant_id = l.tenant_id and r.org_id = l.org_id and r.task_line_id = l.id and r.state in ('ACTIVE', 'PENDING')
    left join wms_stock s on s.tenant_id = r.tenant_id and s.org_id = r.org_id and s.id = r.stock_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.task_id = any(${tasks.map((t) => t.id)}::bigint[]) and l.state = 'OPEN'
    order by l.seq, l.id, r.id`)
  const ofTask = Map.groupBy(held, (h) => h.taskId)
  const served = tasks.filter((t) => (ofTask.get(t.id) ?? []).every((h) => h.state === 'ACTIVE'))
  if (served.length === 0) return
  const open = served.filter((t) => ofTask.has(t.id))
  for (const task of open) await settle(ctx, task.id, ofTask.get(task.id) ?? [])
  await ctx.tx.run(sql`
    update wms_task k set state = case when k.state <> 'WAIT' then k.state when n.lines = 0 then 'CANCELED' else 'READY' end,
      suspended_from = case when k.state = 'SUSPENDED' then 'READY' else k.suspended_from end,
      finished_at = case when n.lines = 0 then ${ctx.now()}::timestamptz end,
      line_count = n.lines, plan_qty = n.qty, version = k.version + 1, updated_at = ${ctx.now()}
    from (select l.task_id, (count(*) filter (where l.state <> 'CANCELED'))::integer as lines, coalesce(sum(l.plan_qty) filter (where l.state <> 'CANCELED'), 0) as qty
      from wms_task_line l where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.task_id = any(${served.map((t) => t.id)}::bigint[]) group by l.task_id) n
    where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.id = n.task_id`)
  const ids = served.map((t) => t.id)
  await makeLabels(ctx, ids)
  await tellLights(ctx, ids)
  logTasks(
    ctx,
    served
      .filter((t) => t.state === 'WAIT')
      .map((t) => ({
        taskId: t.id,
        action: ofTask.has(t.id) ? 'release' : 'cancel',
        from: 'WAIT',
        to: ofTask.has(t.id) ? 'READY' : 'CANCELED',
      })),
  )
}

/** Where the goods of each line lie: the line says the first place, a further line each other. */
async function settle(ctx: Ctx, taskId: string, held: readonly Held[]): Promise<void> {
  const found: { id: string; of: Held; qty: Qty; pieces: number | null }[] = []
  const more: { of: Held; qty: Qty; pieces: number | null; promises: string[] }[] = []
  for (const [lineId, promises] of Map.groupBy(held, (h) => h.lineId)) {
    if (promises[0]?.lotId !== null) continue
    for (const [i, group] of [...Map.groupBy(promises, (p) => p.stockId).values()].entries()) {
      const [of] = group
      if (!of) continue
      const qty = group.reduce((sum, p) => sum + parseQty(p.qty), 0n)
      const pieces = group.some((p) => p.pieces === null) ? null : group.reduce((sum, p) => sum + (p.pieces ?? 0), 0)
      if (i === 0) found.push({ id: lineId, of, qty, pieces })
      else more.push({ of, qty, pieces, promises: group.map((p) => p.id) })
    }
  }
  await ctx.tx.run(sql`
    update wms_task_line l set lot_id = n.lot, qpc_id = coalesce(n.pack, l.qpc_id), from_container_id = n.box, plan_qty = n.qty, plan_pieces = n.pieces, version = l.version + 1, updated_at = ${ctx.now()}
    from unnest(${found.map((f) => f.id)}::bigint[], ${found.map((f) => f.of.stockLotId)}::bigint[], ${found.map((f) => f.of.stockQpcId)}::bigint[], ${found.map((f) => f.of.containerId)}::bigint[],
      ${found.map((f) => formatQty(f.qty))}::numeric[], ${found.map((f) => f.pieces)}::integer[]) as n(id, lot, pack, box, qty, pieces)
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = n.id`)
  if (more.length === 0) return
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select max(line_no) as n from wms_task_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_id = ${taskId}`)
  const ids = await addLines(
    ctx,
    { id: taskId, lineCount: n },
    more.map(({ of, qty, pieces }) => ({
      seq: of.seq,
      ownerId: of.ownerId,
      productId: of.productId,
      qpcId: of.stockQpcId ?? of.qpcId,
      lotId: of.stockLotId,
      stockType: of.stockType,
      fromBinId: of.fromBinId,
      fromContainerId: of.containerId,
      storeId: of.storeId,
      billLineId: of.billLineId,
      planQty: qty,
      planPieces: pieces,
    })),
  )
  await handOver(
    ctx,
    more.flatMap(({ promises }, i) => promises.map((id) => ({ id, taskLineId: ids[i] ?? '' }))),
  )
}
