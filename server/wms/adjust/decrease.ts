import { Fault } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { stockBillFaults } from '@lading/contract/wms/stockBillFaults.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'
import { isMovable } from '../move/start.ts'
import { keyText, type StockKey } from '../stock/key.ts'
import { namesOf } from '../stock/namesOf.ts'
import { demandWhole } from '../stock/whole.ts'
import type { NewLine } from '../task/create.ts'
import { type Asking, fieldOf, type TypedLine } from './type.ts'

type Line = TypedLine & Omit<StockKey, 'ownerId'> & { readonly qty: string; readonly pieces?: number | null }

/** Goods that no other work is using; those on a bin that is locked may be written off all the same. */
export const isDecreasable = (): Sql => isMovable({ locked: true })

/** Each line is stock of the owner, once, of which as much is free. */
async function complete(ctx: Ctx, ownerId: string, typed: readonly TypedLine[]): Promise<NewLine[]> {
  const lines = typed as readonly Line[] // The view's own fields.
  await demandWhole(
    ctx,
    lines.map((l) => ({ productId: l.productId, qty: parseQty(l.qty) })),
    (i) => fieldOf(i, 'qty'),
  )
  const free = await freeOf(ctx, lines, ownerId)
  const seen = new Map<string, number>()
  const made: NewLine[] = []
  for (const [i, line] of lines.entries()) {
    const text = keyText({ ...line, ownerId })
    const qty = parseQty(line.qty)
    const there = free.get(text)
    const wrong = (fault: Fault['refusal'], args: object) =>
      new Fault(fault, { ...args }, [{ field: fieldOf(i, 'qty'), rule: 'stock', message: formatQty(there ?? 0n) }])
    if (seen.has(text)) throw wrong(stockBillFaults.twice, { line: i + 1, other: seen.get(text) })
    seen.set(text, i + 1)
    if (there === undefined) throw wrong(stockBillFaults.noStock, { line: i + 1 })
    if (qty <= 0n) throw wrong(wmsFaults.qtyNotPositive, {})
    if (qty > there)
      throw wrong(wmsFaults.stockShort, {
        ...(await namesOf(ctx, line)),
        avail: formatQty(there),
        need: formatQty(qty),
      })
    made.push({
      ...(line.id && { id: line.id }),
      ownerId,
      productId: line.productId,
      qpcId: line.qpcId,
      lotId: line.lotId,
      stockType: line.stockType,
      fromBinId: line.binId,
      fromContainerId: line.containerId,
      planQty: qty,
      planPieces: line.pieces ?? null,
    })
  }
  return made
}

/** What of each line's stock is there and promised to nobody, as far as the reader sees it, by the text of its key. */
async function freeOf(ctx: Ctx, lines: readonly Line[], ownerId: string): Promise<Map<string, Qty>> {
  const tuples = join(
    lines.map(
      (k) =>
        sql`(${k.binId}::bigint, ${k.containerId}::bigint, ${k.productId}::bigint, ${k.lotId}::bigint, ${k.qpcId}::bigint, ${k.stockType})`,
    ),
  )
  const rows = await ctx.tx.once<StockKey & { qty: string; reservedQty: string }>(sql`
    select t.owner_id, t.bin_id, t.container_id, t.product_id, t.lot_id, t.qpc_id, t.stock_type, t.qty, t.reserved_qty
    from ${fromHere(ctx, stock, 't')}
    where t.owner_id = ${ownerId} and (t.bin_id, t.container_id, t.product_id, t.lot_id, t.qpc_id, t.stock_type) in (${tuples})
      and ${isDecreasable()}`)
  return new Map(rows.map(({ qty, reservedQty, ...key }) => [keyText(key), parseQty(qty) - parseQty(reservedQty)]))
}

export const decrease: Asking = { complete }
