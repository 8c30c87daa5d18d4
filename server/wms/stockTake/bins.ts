// engine: counts bins whose locks it holds: who sees a count sees all that it counts

import { parseQty } from '@lading/contract/kernel/qty.ts'
import { stockCount, type stockTakeBill, type stockTakeBin } from '@lading/contract/wms/stockTakeBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { NewRow, RowOf } from '../../kernel/rowOf.ts'
import { freeCounted } from '../stock/counted.ts'
import { keyText, type StockKey } from '../stock/key.ts'
import { faceTopic, shortTopic } from '../stock/topics.ts'
import type { Counted, Tolerance } from './verdict.ts'

/** A bin of a count. */
export type TakeBin = RowOf<
  typeof stockTakeBin,
  'id' | 'takeId' | 'binId' | 'ownerId' | 'productId' | 'state' | 'round' | 'taskLineId' | 'countedAt' | 'countedBy'
>
export const binColumns = sql`id, take_id, bin_id, owner_id, product_id, state, round, task_line_id, counted_at, counted_by`

/** What a count says of how it is done. */
export type Take = RowOf<
  (typeof stockTakeBill)['header'],
  | 'id'
  | 'billNo'
  | 'state'
  | 'kind'
  | 'blind'
  | 'lockBins'
  | 'rounds'
  | 'tolQty'
  | 'tolPct'
  | 'binsPerTask'
  | 'ownerId'
  | 'productId'
  | 'teamIds'
>

export const readTake = (ctx: Ctx, id: string): Promise<Take> =>
  ctx.tx.one<Take>(sql`
    select id, bill_no, state, kind, blind, lock_bins, rounds, tol_qty, tol_pct, bins_per_task, owner_id, product_id, team_ids from wms_stock_take_bill
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)

export const toleranceOf = (take: Take): Tolerance => ({
  qty: parseQty(take.tolQty),
  pctHundredths: BigInt(Math.round(Number(take.tolPct) * 100)),
  rounds: take.rounds,
})

/** What was counted of one stock, the last word of its round. */
export type CountRecord = RowOf<
  typeof stockCount,
  | 'id'
  | 'takeBinId'
  | 'round'
  | 'ownerId'
  | 'productId'
  | 'qpcId'
  | 'lotId'
  | 'stockType'
  | 'binId'
  | 'containerId'
  | 'bookQty'
  | 'countedQty'
  | 'diffQty'
  | 'bookPieces'
  | 'countedPieces'
  | 'moved'
>

/** The last word of each round on each stock of these bins, rounds in order. */
export const readCounts = (ctx: Ctx, takeBinIds: readonly string[]): Promise<CountRecord[]> =>
  ctx.tx.query<CountRecord>(sql`
    select distinct on (take_bin_id, round, owner_id, product_id, qpc_id, lot_id, stock_type, container_id)
      id, take_bin_id, round, owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id, book_qty, counted_qty, diff_qty, book_pieces, counted_pieces, moved
    from wms_stock_count where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and take_bin_id = any(${takeBinIds}::bigint[])
    order by take_bin_id, round, owner_id, product_id, qpc_id, lot_id, stock_type, container_id, id desc`)

export const piecesOff = (c: Pick<CountRecord, 'bookPieces' | 'countedPieces'>): number =>
  c.countedPieces === null ? 0 : c.countedPieces - (c.bookPieces ?? 0)

/** Counts of one bin, round by round. */
export function roundsOf(counts: readonly CountRecord[], last: number): Counted[][] {
  return Array.from({ length: last }, (_, i) =>
    counts
      .filter((c) => c.round === i + 1)
      .map((c) => ({
        key: keyText(c as StockKey),
        book: parseQty(c.bookQty),
        diff: parseQty(c.diffQty),
        pieces: piecesOff(c),
        moved: c.moved,
      })),
  )
}

export const writeCounts = (ctx: Ctx, rows: readonly NewRow<typeof stockCount.fields>[]): Promise<unknown> =>
  rows.length === 0 ? Promise.resolve() : insert(ctx, stockCount, rows)

/**
 * A bin is counted to its end: what was kept for the count is free again, locks of the count go, and who waits for goods
 * of it is served.
 */
export async function letGo(ctx: Ctx, take: Take, bins: readonly TakeBin[]): Promise<void> {
  for (const b of bins) {
    const until = b.countedAt ?? ctx.now()
    if (!(await freeCounted(ctx, { ...b, until }))) continue
    ctx.emit({ topic: faceTopic, key: b.binId })
    const lacking = await ctx.tx.query<{ billId: string }>(sql`
      select distinct bill_id from wms_pick_diff where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and state = 'OPEN'
        and product_id in (select product_id from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${b.binId} and qty > reserved_qty)`)
    for (const { billId } of lacking) ctx.emit({ topic: shortTopic, key: billId })
  }
  if (take.lockBins) await unlock(ctx, take, bins)
}

/** Only what the count itself has locked. */
async function unlock(ctx: Ctx, take: Take, bins: readonly TakeBin[]): Promise<void> {
  const ids = bins.map((b) => b.binId)
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[]) and lock_reason = ${take.billNo}`
  await ctx.tx.query(sql`select id from wms_bin where ${here} order by id for no key update`)
  await ctx.tx.run(sql`
    update wms_bin set lock_in = false, lock_out = false, lock_reason = null, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId} where ${here}`)
  for (const id of ids) ctx.emit({ topic: faceTopic, key: id })
}

/** A bin of a count has gone on: its key is the count. */
export const takeTopic = 'wms.stockTake'
