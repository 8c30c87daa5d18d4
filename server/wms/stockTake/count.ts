// engine: counts bins whose locks it holds: who sees a count sees all that it counts

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { stockTypes } from '@lading/contract/wms/place.ts'
import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import { takeFaults } from '@lading/contract/wms/stockTakeFaults.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { lockBin, markCounted } from '../stock/counted.ts'
import { keyText, type StockKey } from '../stock/key.ts'
import { lockIds, lockKeys, type StockRow } from '../stock/rows.ts'
import { demandWhole } from '../stock/whole.ts'
import { createTasks } from '../task/create.ts'
import type { LineRow, TaskRow } from '../task/read.ts'
import { demandBin } from '../task/scan.ts'
import type { Confirm, Confirmed, TaskKind } from '../task/type.ts'
import {
  binColumns,
  type CountRecord,
  letGo,
  readCounts,
  readTake,
  roundsOf,
  type Take,
  type TakeBin,
  takeTopic,
  toleranceOf,
  writeCounts,
} from './bins.ts'
import { countableOf } from './countable.ts'
import { foundGoods } from './found.ts'
import { movedMeanwhile } from './late.ts'
import type { Share } from './team.ts'
import { isSure, verdictOf } from './verdict.ts'

const counting: Confirmed = { done: 0n, short: 0n, closed: false }

/**
 * 盘点: one stock of the bin is counted, against the book as it stands when this arrives, or the bin is said to be counted
 * to its end. Nothing moves and nobody waits: picks go on before, between and afterwards, for only the difference is
 * posted, later. What waited on a handheld while the goods moved is doubted, and counted again.
 * Source: wms.md 7.8.
 */
async function confirm(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  const bin = await lockTakeBin(ctx, line.id)
  const take = await readTake(ctx, bin.takeId)
  if (take.state !== 'INPROGRESS' || bin.state !== 'OPEN')
    refuse(takeFaults.notCounting, { no: rowName(stockTakeBill.header, take.id, take.billNo) })
  if (bin.round > 1 && bin.countedBy === ctx.userId) refuse(takeFaults.sameCounter)
  await demandBin(ctx, bin.binId, input.scans.bin)
  if (input.stockId !== undefined || input.scans.product) {
    await countOne(ctx, task, take, bin, input)
    return counting
  }
  await closeBin(ctx, task, take, bin, input)
  return { ...counting, closed: true }
}

const lockTakeBin = async (ctx: Ctx, taskLineId: string): Promise<TakeBin> =>
  found(
    await ctx.tx.maybe<TakeBin>(sql`
      select ${binColumns} from wms_stock_take_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_line_id = ${taskLineId} for update`),
    ['盘点货位', 'Bin of a stock count'],
  )

async function countOne(ctx: Ctx, task: TaskRow, take: Take, bin: TakeBin, input: Confirm): Promise<void> {
  const qty = parseQty(input.qty)
  const known = input.stockId === undefined ? undefined : await lockRow(ctx, bin, input.stockId)
  const at = known ? { key: known, guessed: false } : await foundGoods(ctx, bin, input)
  if (!(await countableOf(ctx, take.kind)).has(at.key))
    refuse(takeFaults.notCounted, { type: stockTypes[at.key.stockType] })
  await demandWhole(ctx, [{ productId: at.key.productId, qty }])
  const row = known ?? (await lockKeys(ctx, [at.key])).get(keyText(at.key))
  const moved = await movedMeanwhile(ctx, task, bin, input.scannedAt, [at.key])
  const record = { counted: qty, row, pieces: input.pieces ?? null, lotGuessed: at.guessed }
  await writeCounts(ctx, [recordOf(task, bin, at.key, { ...record, moved: moved.has(keyText(at.key)) })])
}

/** A row of this bin, as the count wants it. @throws Fault outOfScope */
async function lockRow(ctx: Ctx, bin: TakeBin, stockId: string): Promise<StockRow> {
  const row = found((await lockIds(ctx, [stockId])).get(stockId), ['库存', 'Stock'])
  const isAsked =
    row.binId === bin.binId &&
    (bin.ownerId === null || row.ownerId === bin.ownerId) &&
    (bin.productId === null || row.productId === bin.productId)
  if (!isAsked) {
    const { code } = await ctx.tx.one<{ code: string }>(sql`
      select code from mdm_product where tenant_id = ${ctx.tenantId} and id = ${row.productId}`)
    refuse(takeFaults.outOfScope, { code: rowName(product, row.productId, code) })
  }
  return row
}

const recordOf = (
  task: TaskRow,
  bin: TakeBin,
  { ownerId, productId, qpcId, lotId, stockType, binId, containerId }: StockKey,
  o: {
    readonly counted: Qty
    /** What the book knows of it. */
    readonly row: StockRow | undefined
    readonly pieces: number | null
    readonly moved: boolean
    readonly unnamed?: boolean
    readonly lotGuessed?: boolean
  },
) => ({
  ...{ takeId: bin.takeId, takeBinId: bin.id, taskId: task.id, round: bin.round },
  ...{ ownerId, productId, qpcId, lotId, stockType, binId, containerId },
  bookQty: formatQty(o.row?.qty ?? 0n),
  countedQty: formatQty(o.counted),
  diffQty: formatQty(o.counted - (o.row?.qty ?? 0n)),
  bookPieces: o.row?.pieces ?? null,
  countedPieces: o.pieces,
  unnamed: o.unnamed ?? false,
  lotGuessed: o.lotGuessed ?? false,
  moved: o.moved,
})

/** What nobody named is not there, and who counts must have said so. */
async function closeBin(ctx: Ctx, task: TaskRow, take: Take, bin: TakeBin, input: Confirm): Promise<void> {
  const counted = await countableOf(ctx, take.kind)
  const rows = (await lockBin(ctx, bin)).filter(counted.has)
  const before = await readCounts(ctx, [bin.id])
  const named = new Set(before.filter((c) => c.round === bin.round).map((c) => keyText(c as StockKey)))
  const missing = rows.filter((r) => !named.has(keyText(r)))
  if (input.reason !== 'GONE') await demandAllNamed(ctx, missing, named.size)
  const moved = await movedMeanwhile(ctx, task, bin, input.scannedAt, missing)
  await writeCounts(
    ctx,
    missing.map((row) => {
      const pieces = row.pieces === null ? null : 0
      return recordOf(task, bin, row, { counted: 0n, row, pieces, unnamed: true, moved: moved.has(keyText(row)) })
    }),
  )
  await markCounted(
    ctx,
    rows.map((r) => r.id),
  )
  const counts: CountRecord[] = missing.length > 0 ? await readCounts(ctx, [bin.id]) : before
  const rounds = roundsOf(counts, bin.round)
  const verdict = verdictOf(rounds, toleranceOf(take))
  await settleBin(ctx, bin, verdict, isSure(rounds.at(-1)) ? ctx.userId : null)
  if (verdict === 'MATCHED') await letGo(ctx, take, [{ ...bin, countedAt: ctx.now() }])
  ctx.emit({ topic: takeTopic, key: take.id })
}

async function demandAllNamed(ctx: Ctx, missing: readonly StockRow[], named: number): Promise<void> {
  if (missing.length === 0 && named === 0) refuse(takeFaults.emptyUnsaid)
  if (missing.length === 0) return
  const goods = await ctx.tx.query<{ code: string }>(sql`
    select code from mdm_product where tenant_id = ${ctx.tenantId} and id = any(${missing.map((r) => r.productId)}::bigint[]) order by code limit 3`)
  refuse(takeFaults.uncounted, { n: missing.length, goods: goods.map((g) => g.code).join(', ') })
}

/** @param by whose word it is: who only came late may count again himself */
const settleBin = (
  ctx: Ctx,
  bin: TakeBin,
  verdict: ReturnType<typeof verdictOf>,
  by: string | null,
): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_stock_take_bin set state = ${verdict === 'RECOUNT' ? 'OPEN' : verdict}, round = round + ${verdict === 'RECOUNT' ? 1 : 0},
      counted_at = ${ctx.now()}, counted_by = ${by}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${bin.id}`)

/** Bins that are doubted are counted once more, together, by anybody else; by anybody when goods only moved meanwhile. */
async function finish(ctx: Ctx, task: TaskRow): Promise<void> {
  const doubted = await ctx.tx.query<TakeBin>(sql`
    select ${binColumns} from wms_stock_take_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and state = 'OPEN'
      and task_line_id in (select id from wms_task_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_id = ${task.id}) order by id for update`)
  if (doubted.length === 0) return
  const notById = doubted.some((b) => b.countedBy !== null) ? ctx.userId : null
  await makeCount(ctx, await readTake(ctx, doubted[0]?.takeId ?? ''), doubted, notById)
}

/** Work that is urgent goes before all other work of its kind. */
const urgent = { EXCEPTION: 5 } as const
const recountPriority = 40

/** A task that counts these bins in the round that they are in. @param notById who must not do it */
export async function makeCount(
  ctx: Ctx,
  take: Take,
  bins: readonly TakeBin[],
  notById: string | null,
): Promise<{ id: string; taskNo: string }> {
  const [made] = await makeCounts(ctx, take, [{ bins, userId: null }], notById)
  return found(made, ['任务', 'Task'])
}

/** One task for each share of bins, given to whose it is. */
export async function makeCounts(
  ctx: Ctx,
  take: Take,
  shares: readonly Share<TakeBin>[],
  notById: string | null,
): Promise<{ id: string; taskNo: string }[]> {
  const made = await createTasks(
    ctx,
    shares.map(({ bins, userId }) => ({
      taskType: 'STOCK_TAKE' as const,
      bill: { key: stockTakeBill.header.key, id: take.id, no: take.billNo },
      ownerId: take.ownerId,
      priority: urgent[take.kind as keyof typeof urgent] ?? (notById === null ? 50 : recountPriority),
      notById,
      assigneeId: userId,
      lines: bins.map((b) => ({ fromBinId: b.binId, productId: b.productId, ownerId: b.ownerId, planQty: 0n })),
    })),
  )
  const pairs = made.flatMap((m, i) => m.lineIds.map((lineId, j) => ({ lineId, id: shares[i]?.bins[j]?.id ?? '' })))
  await ctx.tx.run(sql`
    update wms_stock_take_bin b set task_line_id = n.line, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from unnest(${pairs.map((p) => p.id)}::bigint[], ${pairs.map((p) => p.lineId)}::bigint[]) as n(id, line)
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.id = n.id`)
  return made.map(({ id, taskNo }) => ({ id, taskNo }))
}

/** A bin that nobody counts any more. */
async function dropLine(ctx: Ctx, _task: TaskRow, line: LineRow): Promise<void> {
  const bin = await lockTakeBin(ctx, line.id)
  if (bin.state !== 'OPEN') return
  await ctx.tx.run(sql`
    update wms_stock_take_bin set state = 'SKIPPED', version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${bin.id}`)
  const take = await readTake(ctx, bin.takeId)
  if (take.lockBins) await letGo(ctx, take, [bin])
  ctx.emit({ topic: takeTopic, key: bin.takeId })
}

export const countKind: TaskKind = { confirm, finish, dropLine, endsEarly: false }
