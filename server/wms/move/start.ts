// engine: locks the goods that somebody may see, and the bins they go to

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { movableUsages, type startMoves as startCall } from '@lading/contract/wms/moveCalls.ts'
import { moveFaults } from '@lading/contract/wms/moveFaults.ts'
import type { stock as stockTable } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { looseContainer } from '../masters/facts.ts'
import { demandFits } from '../putAway/fit.ts'
import { bestBins } from '../putAway/propose.ts'
import { lineOf } from '../putAway/start.ts'
import { byHand, moveTo, together } from '../putAway/target.ts'
import { demandTarget } from '../putAway/usage.ts'
import { lockContainers } from '../stock/containers.ts'
import { namesOf } from '../stock/namesOf.ts'
import { demandOut, readPlaces } from '../stock/places.ts'
import { reserve } from '../stock/reservations.ts'
import { lockContents, lockIds, type StockRow } from '../stock/rows.ts'
import { demandWhole } from '../stock/whole.ts'
import { createTasks, type NewTask } from '../task/create.ts'
import { readLines } from '../task/read.ts'

type Input = z.output<typeof startCall.input>
type Asked = Input['lines'][number]

/** Stock that may be moved on demand, over a row `t` of stock. @param locked also that on bins which nothing may leave */
export const isMovable = ({ locked = false } = {}): Sql => sql`
  t.qty > t.reserved_qty and exists (
    select 1 from wms_bin b where b.tenant_id = t.tenant_id and b.id = t.bin_id and b.usage = any(${movableUsages}::text[])
      and (${locked} or not b.lock_out) and not b.disabled)`

/**
 * 新建移库: one task for what one worker moves, its goods promised to it and its bins claimed.
 * @param bill what it is done for
 * @throws Fault when goods are promised to others, stand in other work, or their bin does not take them
 */
export async function startMoves(
  ctx: Ctx,
  input: Input,
  bill?: NewTask['bill'],
): Promise<z.output<typeof startCall.output>> {
  demandDc(ctx)
  const chosen = await lockChosen(ctx, input.lines)
  const loose = await looseContainer(ctx)
  const lines = chosen.map(({ row, asked, qty }) => ({
    ...lineOf(ctx, row),
    planQty: qty,
    stockId: row.id,
    toContainerId: asked.whole ? row.containerId : loose,
    asked,
  }))
  const [only] = new Set(lines.map((l) => (l.asked.whole ? l.fromContainerId : null)))
  const isOne = lines.every((l) => l.asked.whole && l.fromContainerId === only)
  const containerId = isOne ? (only ?? null) : null
  const [made] = await createTasks(ctx, [{ taskType: 'MOVE', ...(bill && { bill }), containerId, lines }])
  const task = found(made, ['任务', 'Task'])
  await reserve(
    ctx,
    lines.map((l) => ({
      stockId: l.stockId,
      qty: l.planQty,
      kind: 'MOVE' as const,
      taskLineId: l.id,
      idemKey: `mv:${l.id}`,
    })),
  )
  await holdTargets(ctx, input.lines)
  const withoutBin = await findTargets(ctx, task.id, new Map(lines.map((l) => [l.id, l.asked])))
  return { id: task.id, taskNo: task.taskNo, lines: lines.length, withoutBin }
}

/** The chosen rows with how much of each; of a whole pallet all that stands on it. In the order of their bins. */
async function lockChosen(ctx: Ctx, asked: readonly Asked[]) {
  const ids = asked.map((l) => l.stockId)
  if (new Set(ids).size < ids.length) refuse(moveFaults.twice)
  const named = await ctx.tx.query<RowOf<typeof stockTable, 'id' | 'containerId'>>(sql`
    select id, container_id from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[])`)
  const containerOf = new Map(named.map((n) => [n.id, n.containerId]))
  const boxes = await lockContainers(ctx, [...containerOf.values()])
  const askedFor = new Map(asked.filter((l) => l.whole).map((l) => [containerOf.get(l.stockId) ?? '', l]))
  for (const id of askedFor.keys()) {
    const box = boxes.get(id)
    if (box?.category !== 'PALLET') refuse(moveFaults.noPallet, { c: box?.code ?? 'LOOSE' })
  }
  const aboard = await lockContents(ctx, [...askedFor.keys()])
  const rows = await lockIds(ctx, ids)
  const chosen = asked
    .filter((l) => !l.whole)
    .map((l) => ({ row: seen(ctx, rows.get(l.stockId)), asked: l, qty: parseQty(l.qty) }))
  for (const row of aboard) {
    const whole = found(askedFor.get(row.containerId), ['容器', 'Container'])
    chosen.push({ row: seen(ctx, row), asked: whole, qty: row.qty })
  }
  if (new Set(chosen.map((c) => c.row.id)).size < chosen.length) refuse(moveFaults.twice)
  await demandFree(ctx, chosen)
  return chosen
}

/** Goods of an owner that the user may not see are not there for him. */
const seen = (ctx: Ctx, row: StockRow | undefined): StockRow =>
  found(row && (ctx.owners === null || ctx.owners.includes(row.ownerId)) ? row : undefined, ['库存', 'Stock'])

async function demandFree(ctx: Ctx, chosen: readonly { row: StockRow; qty: Qty }[]): Promise<void> {
  await demandWhole(
    ctx,
    chosen.map(({ row, qty }) => ({ productId: row.productId, qty })),
  )
  const places = await readPlaces(
    ctx,
    chosen.map(({ row }) => row.binId),
  )
  for (const { row, qty } of chosen) {
    const place = found(places.get(row.binId), ['货位', 'Bin'])
    if (!movableUsages.includes(place.usage)) refuse(moveFaults.elsewhere, { bin: place.code })
    demandOut(place)
    if (qty <= 0n) refuse(wmsFaults.qtyNotPositive)
    const free = row.qty - row.reserved
    if (qty > free) await refuseShort(ctx, row, free, qty)
  }
}
async function refuseShort(ctx: Ctx, row: StockRow, free: Qty, qty: Qty): Promise<never> {
  return refuse(wmsFaults.stockShort, { ...(await namesOf(ctx, row)), avail: formatQty(free), need: formatQty(qty) })
}

/** The bins that were named, in the order in which all bins are locked. */
const holdTargets = (ctx: Ctx, asked: readonly Asked[]): Promise<unknown> =>
  ctx.tx.query(sql`
    select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${asked.flatMap((l) => l.toBinId ?? [])}::bigint[])
    order by id for no key update`)

/** Each line gets its bin and claims it, one after the other: the next finds what the one before has taken. */
async function findTargets(ctx: Ctx, taskId: string, askedOf: ReadonlyMap<string, Asked>): Promise<number> {
  const placed = new Set<string>()
  let without = 0
  for (const line of await readLines(ctx, taskId)) {
    if (placed.has(line.id)) continue
    const { lines, goods } = await together(ctx, line)
    for (const l of lines) placed.add(l.id)
    const [lead, ...aboard] = goods
    const wanted = askedOf.get(line.id)?.toBinId
    const target = wanted
      ? { binId: await wantedBin(ctx, wanted, line.fromBinId), why: byHand }
      : await bestBin(ctx, { ...found(lead, ['商品', 'Product']), aboard }, line.fromBinId)
    if (!target) {
      without += lines.length
      continue
    }
    await demandFits(ctx, goods, target.binId)
    for (const [i, l] of lines.entries()) await moveTo(ctx, l, goods[i], target)
  }
  return without
}
async function wantedBin(ctx: Ctx, id: string, fromBinId: string | null): Promise<string> {
  const place = found((await readPlaces(ctx, [id])).get(id), ['货位', 'Bin'])
  if (id === fromBinId) refuse(moveFaults.sameBin, { bin: place.code })
  await demandTarget(ctx, place.code, null)
  return id
}
async function bestBin(ctx: Ctx, goods: Parameters<typeof bestBins>[1], fromBinId: string | null) {
  const [best] = await bestBins(ctx, goods, fromBinId, 1)
  return best && { binId: best.id, why: best.why }
}
