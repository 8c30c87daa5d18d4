import { minQty, parseQty, qtySum } from '@lading/contract/kernel/qty.ts'
import type { Demand } from '@lading/contract/tms/warehouse.ts'
import { wayBill, wayBillLine } from '@lading/contract/tms/wayBill.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'
import { sumAnew } from '../../kernel/sums.ts'
import { parted } from '../wayBill/rearrange.ts'

const goods = ['productCode', 'productName', 'uom', 'planQty', 'weight', 'volume', 'lot', 'containerNo'] as const
type Line = RowOf<typeof wayBillLine, 'id' | 'billId' | 'loadedQty' | (typeof goods)[number]>

/** Goods of a line that are planned already, loaded or not. */
const planned = (ctx: Ctx, lineId: string): Promise<Line[]> =>
  ctx.tx.query<Line>(sql`
    select l.id, l.bill_id, l.product_code, l.product_name, l.uom, l.plan_qty, l.weight, l.volume, l.lot, l.container_no, l.loaded_qty
    from ${fromHere(ctx, wayBillLine, 'l')} join ${fromHere(ctx, wayBill.header, 'w')} on w.id = l.bill_id
    where l.out_line_id = ${lineId} and w.state not in ('DRAFT', 'CONFIRMED', 'CANCELLED') order by l.id for update of l`)

/**
 * The warehouse has divided an order, or made several one, when transport had planned their goods already: these stay where
 * they are planned, and are known by the line that they belong to now.
 */
export async function relabel(ctx: Ctx, { orderId, billNo, isOff, lines }: Demand): Promise<void> {
  for (const line of lines) {
    if (isOff || line.cameFrom.length === 0) continue
    const there = await ctx.tx.query(sql`
      select 1 from ${fromHere(ctx, wayBillLine, 'l')} where l.out_line_id = ${line.id} limit 1`)
    if (there.length > 0) continue
    const own = { outOrderId: orderId, outLineId: line.id, sourceNo: billNo, sourceLine: line.lineNo }
    // No more than it is to bring itself: what went on to another line since is that one's.
    let wanted = parseQty(line.qty)
    for (const { lineId, qty, keeps } of line.cameFrom) {
      const rows = await planned(ctx, lineId)
      // A line that was divided in its turn, and is known here already, gives only what it no longer brings itself.
      const spare = qtySum(rows.map((r) => parseQty(r.loadedQty ?? r.planQty))) - parseQty(keeps)
      let left = minQty(minQty(parseQty(qty), wanted), spare)
      for (const row of rows) {
        if (row.loadedQty !== null || left <= 0n) continue
        const part = minQty(left, parseQty(row.planQty))
        left -= part
        wanted -= part
        await give(ctx, row, own, parted(row, part))
      }
    }
  }
}

interface Own {
  readonly outOrderId: string
  readonly outLineId: string
  readonly sourceNo: string
  readonly sourceLine: number
}
/** A part of a line becomes one of its own on the same way bill; what is left of it stays. */
async function give(ctx: Ctx, row: Line, own: Own, [part, rest]: readonly [Line, Line]): Promise<void> {
  const at = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${row.id}`
  if (parseQty(rest.planQty) === 0n)
    return void (await ctx.tx.run(sql`
      update ${raw(wayBillLine.table)} set out_order_id = ${own.outOrderId}, out_line_id = ${own.outLineId}, source_no = ${own.sourceNo}, source_line = ${own.sourceLine},
        version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId} where ${at}`))
  const { last } = await ctx.tx.one<{ last: number }>(sql`
    select max(l.line_no) as last from ${fromHere(ctx, wayBillLine, 'l')} where l.bill_id = ${row.billId}`)
  await ctx.tx.run(sql`
    update ${raw(wayBillLine.table)} set plan_qty = ${rest.planQty}, weight = ${rest.weight}, volume = ${rest.volume}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where ${at}`)
  const same = Object.fromEntries(goods.map((name) => [name, part[name]]))
  await insert(ctx, wayBillLine, [{ ...same, ...own, billId: row.billId, lineNo: last + 1 }])
  await sumAnew(ctx, wayBill.header, [row.billId])
}
