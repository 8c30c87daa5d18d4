import { assert } from '@lading/contract/kernel/fault.ts'
import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { type BizType, ledger, stock } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { given } from '../../kernel/given.ts'
import { insert } from '../../kernel/insert.ts'
import { bareKey, keyText } from './key.ts'
import { type Amount, type Counted, type Line, minus, none, plus } from './pieces.ts'
import type { Posted } from './posting.ts'
import type { StockRow } from './rows.ts'

/** Rows as a posting leaves them. */
export const rowsAfter = (
  changes: readonly RowChange[],
  rows: ReadonlyMap<string, StockRow>,
): Omit<Posted, 'postingId'> => ({
  rowIds: new Map(changes.map((c) => [c.text, c.id])),
  rows: new Map(changes.flatMap((c) => rowAfter(rows.get(c.text), c))),
})
/** A row as the posting leaves it. */
const rowAfter = (row: StockRow | undefined, c: RowChange): [string, StockRow][] =>
  row
    ? [
        [
          row.id,
          {
            ...row,
            qty: c.after,
            reserved: row.reserved + c.reserved.qty,
            pieces: c.pieces === null ? (row.qty > 0n ? row.pieces : null) : (row.pieces ?? 0) + c.pieces,
            reservedPieces: row.reservedPieces + c.reserved.pieces,
          },
        ],
      ]
    : []

/** What postings do to a row. */
export interface RowChange {
  readonly id: string
  readonly text: string
  readonly delta: Qty
  readonly reserved: Amount
  readonly pieces: number | null
  readonly after: Qty
  /** Pieces promised beyond those that are left: others must be promised fewer. */
  readonly over: number
}

export function applyTo(
  lines: readonly Counted<Line>[],
  rows: ReadonlyMap<string, StockRow>,
  consumed: ReadonlyMap<string, Amount>,
  promised: ReadonlyMap<string, Amount>,
): RowChange[] {
  const touched = new Set(lines.map((l) => keyText(l.key)))
  for (const text of promised.keys()) assert(touched.has(text), 'promises go where goods go')
  return lines.map((line) => {
    const text = keyText(line.key)
    const row = rows.get(text)
    assert(row, 'every line has its row by now')
    const reserved = minus(promised.get(text) ?? none, consumed.get(row.id) ?? none)
    const piecesAfter = (row.pieces ?? 0) + (line.pieces ?? 0)
    const over = Math.max(0, row.reservedPieces + reserved.pieces - piecesAfter)
    return {
      id: row.id,
      text,
      delta: line.delta,
      reserved: { ...reserved, pieces: reserved.pieces - over },
      pieces: line.pieces,
      after: row.qty + line.delta,
      over,
    }
  })
}

/** What one posting after the other does to each row. */
export function sumUp(postings: readonly (readonly RowChange[])[]): readonly RowChange[] {
  const [first = []] = postings
  if (postings.length === 1) return first
  const sums = new Map<string, RowChange>()
  for (const change of postings.flat()) {
    const before = sums.get(change.id)
    if (!before) sums.set(change.id, change)
    else
      sums.set(change.id, {
        ...change,
        delta: before.delta + change.delta,
        reserved: plus(before.reserved, change.reserved),
        pieces: before.pieces === null && change.pieces === null ? null : (before.pieces ?? 0) + (change.pieces ?? 0),
        over: before.over + change.over,
      })
  }
  return [...sums.values()]
}

/** Writes rows with their first amounts. Who makes one of them in the same moment is first; then all is done again. */
export async function writeRows(
  ctx: Ctx,
  changes: readonly RowChange[],
  rows: ReadonlyMap<string, StockRow>,
): Promise<void> {
  const now = ctx.now()
  ctx.tx.races.add(stock.table)
  await insert(
    ctx,
    stock,
    changes.flatMap((c) => {
      const row = rows.get(c.text)
      return row
        ? {
            id: c.id,
            ...bareKey(row),
            qty: formatQty(c.delta),
            reservedQty: formatQty(c.reserved.qty),
            pieces: c.pieces,
            reservedPieces: c.reserved.pieces,
            firstInAt: now,
            lastInAt: now,
          }
        : []
    }),
  )
}

/** What the balances are from now on. */
export function balances(ctx: Ctx, changes: readonly RowChange[]): Sql {
  const now = ctx.now()
  return sql`
    update wms_stock s set qty = s.qty + n.delta, reserved_qty = s.reserved_qty + n.reserved, reserved_pieces = s.reserved_pieces + n.reserved_pieces,
      version = s.version + 1,
      pieces = case when n.pieces is not null then coalesce(s.pieces, 0) + n.pieces when s.qty > 0 then s.pieces end,
      first_in_at = case when n.delta > 0 and s.qty = 0 then ${now} else s.first_in_at end,
      last_in_at = case when n.delta > 0 then ${now} else s.last_in_at end,
      last_out_at = case when n.delta < 0 then ${now} else s.last_out_at end
    from ${given('n', changes, {
      id: ['bigint', (c) => c.id],
      delta: ['numeric', (c) => formatQty(c.delta)],
      pieces: ['integer', (c) => c.pieces],
      reserved: ['numeric', (c) => formatQty(c.reserved.qty)],
      reserved_pieces: ['integer', (c) => c.reserved.pieces],
    })}
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.id = n.id`
}

/** A posting as the ledger tells it. */
interface Told {
  readonly bizType: BizType
  readonly postingId: string
  readonly counted: readonly Counted<Line>[]
  readonly changes: readonly RowChange[]
}
export async function writeLedger(ctx: Ctx, postings: readonly Told[]): Promise<void> {
  await insert(
    ctx,
    ledger,
    postings.flatMap(({ bizType, postingId, counted, changes }) => {
      const after = new Map(changes.map((c) => [c.text, c.after]))
      return counted.map((l, i) => {
        const balance = after.get(keyText(l.key))
        return {
          postingId,
          lineNo: i + 1,
          bizType,
          ...l.key,
          delta: formatQty(l.delta),
          pieces: l.pieces,
          qtyAfter: balance === undefined ? null : formatQty(balance),
        }
      })
    }),
  )
}
