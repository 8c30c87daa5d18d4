// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import { mulRatio, type Qty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { StockKey } from './key.ts'
import { namesOf } from './namesOf.ts'
import type { StockRow } from './rows.ts'

/** Weight, and the pieces that are counted beside it; none where nobody counted. */
export interface Amount {
  readonly qty: Qty
  readonly pieces: number
}
export const none: Amount = { qty: 0n, pieces: 0 }
export const plus = (a: Amount, b: Amount): Amount => ({ qty: a.qty + b.qty, pieces: a.pieces + b.pieces })
export const minus = (a: Amount, b: Amount): Amount => ({ qty: a.qty - b.qty, pieces: a.pieces - b.pieces })
export const addTo = (map: Map<string, Amount>, key: string, amount: Amount): void =>
  void map.set(key, plus(map.get(key) ?? none, amount))

/** The pieces of a part: all with all, otherwise as many as are surely in it. */
export const shareOf = (pieces: number, part: Qty, whole: Qty): number =>
  part >= whole ? pieces : Number(mulRatio(BigInt(pieces), part, whole, 'DOWN'))

/** What nobody was promised of a row. */
export const freeOf = (row: StockRow): Amount =>
  minus({ qty: row.qty, pieces: row.pieces ?? 0 }, { qty: row.reserved, pieces: row.reservedPieces })

/** A line of a posting, as far as it is counted. */
export interface Line {
  readonly key: StockKey
  readonly delta: Qty
  readonly pieces?: number | null | undefined
}
export type Counted<L> = L & { readonly pieces: number | null }

/**
 * Says of every line how many pieces it moves. What a line does not tell goes along: what is taken of a counted place
 * has its share, and those who get goods of the product have theirs of that. Who takes the last of the weight leaves no
 * piece behind, and a place that was never counted gives none.
 * @param rowOf the row of a line; none for places outside
 * @param given what promises give, by row
 * @throws Fault piecesShort when a line tells of more pieces than there are
 */
export async function countLines<L extends Line>(
  ctx: Ctx,
  lines: readonly L[],
  rowOf: (line: L) => StockRow | undefined,
  given: ReadonlyMap<string, Amount>,
): Promise<Counted<L>[]> {
  const out = new Map<string, Amount>()
  const taking = new Map<L, number | null>()
  for (const line of lines) {
    const row = rowOf(line)
    if (!row || line.delta > 0n) continue
    const pieces = taken(line, row, given.get(row.id) ?? none)
    taking.set(line, pieces)
    if (pieces === null) continue
    const there = row.pieces ?? 0
    if (-pieces > there) await refuseShort(ctx, line.key, there, -pieces)
    addTo(out, line.key.productId, { qty: -line.delta, pieces: -pieces })
  }
  const come = new Map<string, Amount>()
  return lines.map((line) => {
    const known = taking.get(line)
    if (known !== undefined) return { ...line, pieces: known }
    const pool = out.get(line.key.productId)
    if (line.pieces !== undefined || !pool || !rowOf(line)) return { ...line, pieces: line.pieces ?? null }
    const before = come.get(line.key.productId) ?? none
    const pieces = shareOf(pool.pieces, before.qty + line.delta, pool.qty) - before.pieces
    addTo(come, line.key.productId, { qty: line.delta, pieces })
    return { ...line, pieces }
  })
}

/** The pieces that a line takes of its row, negative; none of a row that was never counted. */
function taken(line: Line, row: StockRow, given: Amount): number | null {
  const qty = -line.delta
  if (row.pieces === null) return null
  if (qty === row.qty) return -row.pieces
  if (line.pieces !== undefined) return line.pieces
  if (qty <= given.qty) return -shareOf(given.pieces, qty, given.qty)
  const free = freeOf(row)
  return -(given.pieces + shareOf(free.pieces, qty - given.qty, free.qty))
}

async function refuseShort(ctx: Ctx, key: StockKey, there: number, wanted: number): Promise<never> {
  return refuse(wmsFaults.piecesShort, { ...(await namesOf(ctx, key)), avail: String(there), need: String(wanted) })
}

/**
 * Who counts at the shelf knows better than what was reckoned from a weight: where more pieces are taken than were free,
 * what was promised of the row gives way, so that nobody is promised a piece that has gone. The row is locked, and with
 * it who changes its promises.
 * @param rows and how many pieces are promised of them beyond what is left
 * @param own promises that the taker leaves open: they go first, then the latest
 */
export async function giveWay(
  ctx: Ctx,
  rows: readonly { readonly id: string; readonly over: number }[],
  own: readonly string[],
): Promise<void> {
  for (const { id, over } of rows.filter((r) => r.over > 0)) {
    const given = await ctx.tx.query<{ pieces: number }>(sql`
      update wms_reservation r set freed_pieces = r.freed_pieces + least(o.open, ${over}::integer - o.before),
        updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      from (
        select id, open, (sum(open) over (order by id = any(${own}::bigint[]) desc, id desc) - open)::integer as before from (
          select id, pieces - used_pieces - freed_pieces as open from wms_reservation
          where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and stock_id = ${id} and state = 'ACTIVE') p) o
      where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.id = o.id and o.before < ${over} and o.open > 0
      returning least(o.open, ${over}::integer - o.before) as pieces`)
    const sum = given.reduce((n, { pieces }) => n + pieces, 0)
    assert(sum === over, 'what is not free was promised')
  }
}
