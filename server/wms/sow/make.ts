// engine: divides what was picked for many orders among them, and gives their stores positions of a wall

import { parseQty, type Qty, qtyScale } from '@lading/contract/kernel/qty.ts'
import type { StockType } from '@lading/contract/wms/place.ts'
import type { TaskMode } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { lights } from '../lights.ts'
import { handOver } from '../stock/reservations.ts'
import { createTasks, type NewLine, type NewTask } from '../task/create.ts'
import { fits, type Position, readPositions, takenFor } from './positions.ts'

/** Goods in a batch container that an order was promised. */
interface Held {
  id: string
  toteId: string
  qty: string
  pieces: number | null
  ownerId: string
  productId: string
  productCode: string
  isWeigh: boolean
  qpcId: string
  stockType: StockType
  lotId: string
  binId: string
  billLineId: string
  storeId: string
}
/** The pick that filled a container. */
interface Origin {
  toteId: string
  schemeId: string
  mode: TaskMode
  billKey: string | null
  billId: string | null
  billNo: string | null
  pickAreaId: string | null
  priority: number
  dueAt: Date | null
}

/**
 * 播种: what was picked for many stores at once is to be divided among them: a task for each container, its goods promised
 * to the lines, product by product along the positions of the wall. Stores for which the wall has no room yet wait.
 * @param toteIds containers of a batch pick that is over
 */
export async function makeSowing(ctx: Ctx, toteIds: readonly string[]): Promise<void> {
  if (toteIds.length === 0) return
  const [held, origins] = [await goodsIn(ctx, toteIds), await originsOf(ctx, toteIds)]
  const tasks: NewTask[] = []
  const moved: { id: string; taskLineId: string }[] = []
  const walls = new Map<string, readonly Position[]>()
  for (const origin of origins) {
    const own = held.filter((h) => h.toteId === origin.toteId)
    if (own.length === 0) continue
    const wall = walls.get(origin.schemeId) ?? (await readPositions(ctx, origin.schemeId))
    const at = fits(wall, [...new Set(own.map((h) => h.storeId))])
    walls.set(origin.schemeId, at ? takenFor(wall, at) : wall)
    const lines = linesOf(
      ctx,
      own,
      at ?? new Map(),
      wall.map((p) => p.binId),
    )
    moved.push(...lines.flatMap(({ line, of }) => of.map(({ id }) => ({ id, taskLineId: line.id ?? '' }))))
    const mode = (await isLit(ctx, origin, wall, own)) ? 'LIGHT' : origin.mode === 'LIGHT' ? 'RF' : origin.mode
    tasks.push({ ...taskOf(origin), mode, state: at ? 'READY' : 'WAIT', lines: lines.map((l) => l.line) })
  }
  await createTasks(ctx, tasks)
  await handOver(ctx, moved)
}

/** By light only where every position has one, whichever its stores are given, and a tag can say each quantity: else somebody with a handheld does it. */
async function isLit(ctx: Ctx, { mode }: Origin, wall: readonly Position[], held: readonly Held[]): Promise<boolean> {
  if (mode !== 'LIGHT' || held.some((h) => h.isWeigh || parseQty(h.qty) % qtyScale !== 0n)) return false
  const bins = wall.map((p) => p.binId)
  const lit = await lights().litBins(ctx, bins)
  return bins.every((id) => lit.has(id))
}

const taskOf = (o: Origin): Omit<NewTask, 'lines'> => ({
  taskType: 'SOW',
  mode: o.mode,
  ...(o.billKey && o.billId && { bill: { key: o.billKey, id: o.billId, no: o.billNo ?? '' } }),
  pickAreaId: o.pickAreaId,
  containerId: o.toteId,
  priority: o.priority,
  dueAt: o.dueAt,
})

/** One line for each goods of each order, by product and along the wall; stores without a position come last. */
function linesOf(
  ctx: Ctx,
  held: readonly Held[],
  at: ReadonlyMap<string, string>,
  order: readonly string[],
): { line: NewLine; of: readonly Held[] }[] {
  const placeOf = (h: Held): number => {
    const i = order.indexOf(at.get(h.storeId) ?? '')
    return i < 0 ? order.length : i
  }
  const groups = [...Map.groupBy(held, (h) => [h.billLineId, h.lotId, h.qpcId, h.stockType].join('/')).values()]
  return groups
    .flatMap((of) => (of[0] ? [{ first: of[0], of }] : []))
    .sort((a, b) => a.first.productCode.localeCompare(b.first.productCode) || placeOf(a.first) - placeOf(b.first))
    .map(({ first, of }, i) => ({
      of,
      line: {
        id: ctx.newId(),
        seq: i + 1,
        ownerId: first.ownerId,
        productId: first.productId,
        qpcId: first.qpcId,
        lotId: first.lotId,
        stockType: first.stockType,
        fromBinId: first.binId,
        fromContainerId: first.toteId,
        toBinId: at.get(first.storeId) ?? null,
        storeId: first.storeId,
        billLineId: first.billLineId,
        planQty: of.reduce<Qty>((n, h) => n + parseQty(h.qty), 0n),
        planPieces: of.some((h) => h.pieces === null) ? null : of.reduce((n, h) => n + (h.pieces ?? 0), 0),
      },
    }))
}

const goodsIn = (ctx: Ctx, toteIds: readonly string[]): Promise<Held[]> =>
  ctx.tx.query<Held>(sql`
    select r.id, s.container_id as tote_id, r.qty - r.used_qty - r.freed_qty as qty, r.pieces - r.used_pieces - r.freed_pieces as pieces,
      s.owner_id, s.product_id, p.code as product_code, p.is_weigh, s.qpc_id, s.stock_type, s.lot_id, s.bin_id, l.id as bill_line_id, b.store_id
    from wms_stock s
    join wms_reservation r on r.tenant_id = s.tenant_id and r.org_id = s.org_id and r.stock_id = s.id and r.state = 'ACTIVE' and r.task_line_id is null
    join wms_operate_bill_line l on l.tenant_id = r.tenant_id and l.org_id = r.org_id and l.id = r.demand_line_id
    join wms_operate_bill b on b.tenant_id = l.tenant_id and b.org_id = l.org_id and b.id = l.bill_id
    join wms_store t on t.tenant_id = b.tenant_id and t.id = b.store_id
    join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.container_id = any(${toteIds}::bigint[]) and s.qty > 0
    order by b.priority, t.priority, b.deadline_at nulls last, b.id, r.id`)

const originsOf = (ctx: Ctx, toteIds: readonly string[]): Promise<Origin[]> =>
  ctx.tx.query<Origin>(sql`
    select distinct on (g.container_id) g.container_id as tote_id, c.id as scheme_id, c.mode, k.bill_key, k.bill_id, k.bill_no, k.pick_area_id, k.priority, k.due_at
    from wms_ledger g
    join wms_posting p on p.tenant_id = g.tenant_id and p.org_id = g.org_id and p.id = g.posting_id and p.biz_type = 'PICK'
    join wms_task_line l on l.tenant_id = p.tenant_id and l.org_id = p.org_id and l.id = p.task_line_id
    join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id
    join wms_pick_area a on a.tenant_id = k.tenant_id and a.id = k.pick_area_id
    join wms_sowing_scheme c on c.tenant_id = a.tenant_id and c.org_id = a.org_id and c.id = a.sowing_scheme_id
    where g.tenant_id = ${ctx.tenantId} and g.org_id = ${ctx.org.id} and g.container_id = any(${toteIds}::bigint[]) and g.delta > 0
    order by g.container_id, g.id desc`)
