// engine: promises goods that are used in the house, and tells what of them may come back

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, minQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { recipientBill } from '@lading/contract/wms/recipientBill.ts'
import { recipientFaults } from '@lading/contract/wms/recipientFaults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { businessDay } from '../../platform/document/day.ts'
import type { BillRow } from '../../platform/document/steps.ts'
import { bareKey, type StockKey } from '../stock/key.ts'
import { reserve } from '../stock/reservations.ts'
import { lockIds } from '../stock/rows.ts'

export type Paper = BillRow<typeof recipientBill>
export type Line = RowOf<
  typeof recipientBill.line,
  'id' | 'lineNo' | 'productId' | 'qpcId' | 'planQty' | 'stockType'
> & {
  readonly code: string
}
export const readLines = (ctx: Ctx, billId: string): Promise<Line[]> =>
  ctx.tx.query<Line & object>(sql`
    select l.id, l.line_no, l.product_id, l.qpc_id, l.plan_qty, l.stock_type, p.code from wms_recipient_bill_line l
    join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = ${billId} order by l.line_no`)

/** Free stock of a line's goods, what goes off first before all. @throws Fault noStock */
export async function hold(ctx: Ctx, bill: Paper, lines: readonly Line[]): Promise<void> {
  const free = await ctx.tx.query<{ id: string }>(sql`
    select s.id from wms_stock s
    join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id and not b.lock_out and not b.disabled and b.usage in ('STORAGE', 'PICK_STORAGE', 'PICK', 'DEFECT')
    join wms_lot x on x.tenant_id = s.tenant_id and x.id = s.lot_id and not x.hold
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.owner_id = ${bill.ownerId} and s.qty > s.reserved_qty
      and s.product_id = any(${lines.map((l) => l.productId)}::bigint[]) and s.stock_type = any(${lines.map((l) => l.stockType)}::text[])
      and (x.expire_date is null or x.expire_date >= ${businessDay(ctx)} or s.stock_type in ('EXPIRED', 'DAMAGE'))
    order by x.expire_date nulls last, s.first_in_at, s.id`)
  const ids = free.map((f) => f.id)
  const rows = await lockIds(ctx, ids)
  const taken = new Map<string, Qty>()
  const wants: { line: Line; stockId: string; qty: Qty }[] = []
  for (const line of lines) {
    const need = parseQty(line.planQty)
    let left = need
    for (const id of ids) {
      const row = rows.get(id)
      if (row?.productId !== line.productId || row.stockType !== line.stockType) continue
      const qty = minQty(left, row.qty - row.reserved - (taken.get(id) ?? 0n))
      if (qty <= 0n) continue
      taken.set(id, (taken.get(id) ?? 0n) + qty)
      left -= qty
      wants.push({ line, stockId: id, qty })
    }
    if (left > 0n)
      refuse(recipientFaults.noStock, { p: line.code, avail: formatQty(need - left), need: formatQty(need) })
  }
  await reserve(
    ctx,
    wants.map(({ line, stockId, qty }) => ({
      ...{ stockId, qty, kind: 'ALLOC' as const, demandType: recipientBill.header.key, demandLineId: line.id },
      idemKey: `use:${line.id}:${stockId}`,
    })),
  )
}

/** What was used by a requisition and has not come back: lot by lot, what goes off first before all. */
interface Used {
  readonly key: Omit<StockKey, 'binId' | 'containerId'>
  readonly qty: Qty
}
async function usedOf(ctx: Ctx, sourceId: string): Promise<Used[]> {
  const rows = await ctx.tx.query<StockKey & { qty: string }>(sql`
    select l.owner_id, l.product_id, l.qpc_id, l.lot_id, l.stock_type, min(l.bin_id) as bin_id, min(l.container_id) as container_id, sum(l.delta) as qty
    from wms_posting g join wms_ledger l on l.tenant_id = g.tenant_id and l.org_id = g.org_id and l.posting_id = g.id
    join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.bin_id and b.code = 'V_USE'
    join wms_lot x on x.tenant_id = l.tenant_id and x.id = l.lot_id
    where g.tenant_id = ${ctx.tenantId} and g.org_id = ${ctx.org.id} and g.idem_key = any(array(
      select 'use:' || b.id from wms_recipient_bill b where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and (b.id = ${sourceId} or b.source_id = ${sourceId})))
    group by l.owner_id, l.product_id, l.qpc_id, l.lot_id, l.stock_type having sum(l.delta) > 0
    order by min(x.expire_date) nulls last, l.lot_id`)
  return rows.map((r) => ({ key: bareKey(r), qty: parseQty(r.qty) }))
}

export interface Back {
  readonly line: Pick<Line, 'productId'>
  readonly key: Used['key']
  readonly qty: Qty
}
/** Which lots come back, of those that were issued: what goes off first is taken for what was left over. @throws Fault overBack */
export async function comingBack(
  ctx: Ctx,
  sourceId: string,
  lines: readonly Pick<Line, 'productId' | 'planQty' | 'stockType' | 'code'>[],
): Promise<Back[]> {
  const used = await usedOf(ctx, sourceId)
  const taken = new Map<Used, Qty>()
  const all: Back[] = []
  for (const line of lines) {
    const need = parseQty(line.planQty)
    let left = need
    for (const u of used) {
      if (u.key.productId !== line.productId || u.key.stockType !== line.stockType) continue
      const qty = minQty(left, u.qty - (taken.get(u) ?? 0n))
      if (qty <= 0n) continue
      taken.set(u, (taken.get(u) ?? 0n) + qty)
      left -= qty
      all.push({ line, key: u.key, qty })
    }
    if (left > 0n)
      refuse(recipientFaults.overBack, { p: line.code, most: formatQty(need - left), qty: formatQty(need) })
  }
  return all
}
