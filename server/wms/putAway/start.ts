// engine: looks for room among the goods of all owners, and claims it

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { type startPutAway, waitingUsages } from '@lading/contract/wms/putAwayCalls.ts'
import { putAwayFaults } from '@lading/contract/wms/putAwayFaults.ts'
import type { stock as stockTable } from '@lading/contract/wms/stock.ts'
import type { task as taskTable } from '@lading/contract/wms/task.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { readProducts } from '../masters/facts.ts'
import { lockContainers } from '../stock/containers.ts'
import { reserve } from '../stock/reservations.ts'
import { lockContents, lockIds, type StockRow } from '../stock/rows.ts'
import { addLines, createTasks, type NewLine, type NewTask } from '../task/create.ts'
import { goodsOn, placePallet } from './pallet.ts'
import { claimBins, proposeAndLock } from './propose.ts'
import type { Goods } from './rules.ts'

/** Stock that may be put away on demand, over a row `t` of stock. Goods to be inspected wait for their verdict. */
export const isWaiting = (): Sql => sql`
  t.qty > t.reserved_qty and t.stock_type <> 'QC' and exists (
    select 1 from wms_bin b where b.tenant_id = t.tenant_id and b.id = t.bin_id and b.usage = any(${waitingUsages}::text[]))`

interface Facts {
  id: string
  bin: string
  waits: boolean
  containerId: string
  container: string
  category: string
  productionDate: string | null
  expireDate: string | null
}
const readFacts = (ctx: Ctx, ids: readonly string[]): Promise<Facts[]> =>
  ctx.tx.query<Facts>(sql`
    select t.id, n.code as bin, ${isWaiting()} as waits, c.id as container_id, c.code as container, k.category, l.production_date, l.expire_date
    from wms_stock t join wms_bin n on n.tenant_id = t.tenant_id and n.id = t.bin_id
    join wms_container c on c.tenant_id = t.tenant_id and c.id = t.container_id
    join wms_container_type k on k.tenant_id = c.tenant_id and k.id = c.type_id
    join wms_lot l on l.tenant_id = t.tenant_id and l.id = t.lot_id
    where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.id = any(${ids}::bigint[]) order by t.id`)

/**
 * 主动上架: goods that stand where nothing shall stay get a task, a bin and a promise; a second try finds nothing free.
 * @param bill what it is done for
 */
export async function startTasks(
  ctx: Ctx,
  input: z.output<typeof startPutAway.input>,
  bill?: NewTask['bill'],
): Promise<z.output<typeof startPutAway.output>> {
  demandDc(ctx)
  const rows = await lockChosen(ctx, input.stockIds)
  const facts = await readFacts(ctx, [...rows.keys()])
  for (const f of facts) if (!f.waits) refuse(putAwayFaults.nothingFree, { bin: f.bin })
  const containers = [...new Set(facts.filter((f) => f.container !== 'LOOSE').map((f) => f.containerId))]
  await demandNoTask(ctx, containers)
  const groups = [...Map.groupBy(facts, (f) => (f.container === 'LOOSE' ? f.id : f.containerId)).values()]
  const tasks: { id: string; taskNo: string; withoutBin: number }[] = []
  for (const group of groups) tasks.push(await makeTask(ctx, group, rows, bill))
  return { tasks }
}

/** The chosen rows and all else that is free in their containers: a container goes up as it is. */
async function lockChosen(ctx: Ctx, ids: readonly string[]): Promise<Map<string, StockRow>> {
  const named = await ctx.tx.query<RowOf<typeof stockTable, 'containerId'>>(sql`
    select distinct s.container_id from wms_stock s join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.id = any(${ids}::bigint[]) and c.code <> 'LOOSE'`)
  const boxes = named.map((n) => n.containerId)
  await lockContainers(ctx, boxes)
  const inside = await lockContents(ctx, boxes)
  const rows = await lockIds(ctx, ids)
  for (const row of inside) if (row.qty > row.reserved) rows.set(row.id, row)
  // Goods of an owner that the user may not see are not there for him, nor is a container with such goods.
  for (const id of [...ids, ...rows.keys()]) {
    const row = rows.get(id)
    found(ctx.owners === null || (row && ctx.owners.includes(row.ownerId)) ? row : undefined, ['库存', 'Stock'])
  }
  return rows
}

async function demandNoTask(ctx: Ctx, containerIds: readonly string[]): Promise<void> {
  const [open] = await ctx.tx.query<RowOf<typeof taskTable, 'id' | 'taskNo'>>(sql`
    select id, task_no from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_type = 'PUTAWAY'
      and state not in ('DONE', 'CANCELED') and container_id = any(${containerIds}::bigint[]) limit 1`)
  if (open) refuse(wmsFaults.openTask, { no: rowName(viewOf('PUTAWAY'), open.id, open.taskNo) })
}

/** One task for what goes together. Each goods' claims are written before the next look for a bin. */
async function makeTask(ctx: Ctx, group: readonly Facts[], rows: ReadonlyMap<string, StockRow>, bill: NewTask['bill']) {
  const products = await readProducts(
    ctx,
    group.map((f) => rows.get(f.id)?.productId ?? ''),
    group.map((f) => rows.get(f.id)?.qpcId ?? null),
  )
  let task: { id: string; taskNo: string; lineCount: number } | undefined
  let withoutBin = 0
  const all = group.map((f) => {
    const row = found(rows.get(f.id), ['库存', 'Stock'])
    return { f, row, goods: goodsOf(row, f, found(products.get(row.productId), ['商品', 'Product'])) }
  })
  const pallet = all[0]?.goods.whole ? await palletTarget(ctx, all[0].f.containerId, all[0].goods) : undefined
  for (const { f, row, goods } of all) {
    const targets = pallet ? [{ ...pallet, qty: goods.qty }] : await proposeAndLock(ctx, goods)
    const lines = targets.map((t): NewLine & { id: string } => ({
      ...lineOf(ctx, row),
      toBinId: t.binId,
      planQty: t.qty,
      why: [t.why[0], t.why[1]],
    }))
    task = task ? await more(ctx, task, lines, goods.qty) : await first(ctx, row, f, lines, bill)
    await reserve(
      ctx,
      lines.map((l) => ({
        stockId: row.id,
        qty: l.planQty,
        kind: 'MOVE' as const,
        taskLineId: l.id,
        idemKey: `pa:${l.id}`,
      })),
    )
    await claimBins(
      ctx,
      goods,
      lines.map((l) => ({ id: l.id, binId: l.toBinId ?? null, qty: l.planQty })),
    )
    withoutBin += targets.filter((t) => t.binId === null).length
  }
  const made = found(task, ['任务', 'Task'])
  return { id: made.id, taskNo: made.taskNo, withoutBin }
}

/** One bin for the whole pallet, what is promised to others on it included. */
const palletTarget = async (ctx: Ctx, containerId: string, goods: Goods) =>
  placePallet(ctx, await goodsOn(ctx, containerId, goods), [])

async function first(ctx: Ctx, row: StockRow, f: Facts, lines: readonly NewLine[], bill: NewTask['bill']) {
  const containerId = f.container === 'LOOSE' ? null : f.containerId
  const [made] = await createTasks(ctx, [
    { taskType: 'PUTAWAY', ...(bill && { bill }), ownerId: row.ownerId, containerId, lines },
  ])
  return { ...found(made, ['任务', 'Task']), lineCount: lines.length }
}

async function more(
  ctx: Ctx,
  task: { id: string; taskNo: string; lineCount: number },
  lines: readonly NewLine[],
  qty: Qty,
) {
  await addLines(ctx, task, lines)
  await ctx.tx.run(sql`
    update wms_task set line_count = line_count + ${lines.length}, plan_qty = plan_qty + ${formatQty(qty)}::numeric
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.id}`)
  return { ...task, lineCount: task.lineCount + lines.length }
}

/** What of a row is promised to nobody. */
const goodsOf = (row: StockRow, f: Facts, product: Goods['product']): Goods => ({
  product,
  ownerId: row.ownerId,
  lotId: row.lotId,
  stockType: row.stockType,
  productionDate: f.productionDate,
  expireDate: f.expireDate,
  qty: row.qty - row.reserved,
  whole: f.category === 'PALLET',
})
/** What a line of a task says of the stock that it takes. */
export const lineOf = (ctx: Ctx, row: StockRow) => ({
  id: ctx.newId(),
  ownerId: row.ownerId,
  productId: row.productId,
  qpcId: row.qpcId,
  lotId: row.lotId,
  stockType: row.stockType,
  fromBinId: row.binId,
  fromContainerId: row.containerId,
})
