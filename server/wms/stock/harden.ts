import { formatQty, minQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { StockKey } from './key.ts'
import { addReserved, insertReservations } from './reservations.ts'

interface Pending {
  id: string
  qty: string
  usedQty: string
  freedQty: string
  kind: 'ALLOC'
  demandType: string | null
  demandLineId: string | null
  taskLineId: string | null
  minExpire: string | null
}
interface Free {
  id: string
  free: string
  expireDate: string | null
}

/**
 * Goods that arrive on a pick face serve those who wait for them there: PENDING reservations become ACTIVE in the
 * order in which they were made, as far as the goods reach and last long enough. A partly served one is divided.
 */
export async function harden(ctx: Ctx, keys: readonly StockKey[]): Promise<void> {
  for (const key of keys) {
    const waiting = await ctx.tx.query<Pending>(sql`
      select id, qty, used_qty, freed_qty, kind, demand_type, demand_line_id, task_line_id, min_expire from wms_reservation
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and state = 'PENDING' and bin_id = ${key.binId} and product_id = ${key.productId}
        and qpc_id = ${key.qpcId} and owner_id = ${key.ownerId} and stock_type = ${key.stockType} order by id for update`)
    if (waiting.length === 0) continue
    const rows = await ctx.tx.query<Free>(sql`
      select s.id, s.qty - s.reserved_qty as free, l.expire_date from wms_stock s
      join wms_lot l on l.tenant_id = s.tenant_id and l.id = s.lot_id
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.bin_id = ${key.binId} and s.product_id = ${key.productId}
        and s.qpc_id = ${key.qpcId} and s.owner_id = ${key.ownerId} and s.stock_type = ${key.stockType} and s.qty > s.reserved_qty and not l.hold
      order by l.expire_date nulls last, s.id for update of s`)
    await serve(ctx, key, waiting, rows)
  }
}

async function serve(ctx: Ctx, key: StockKey, waiting: readonly Pending[], rows: readonly Free[]): Promise<void> {
  const left = new Map(rows.map((r) => [r.id, parseQty(r.free)]))
  const added = new Map<string, Qty>()
  for (const p of waiting) {
    let open = parseQty(p.qty) - parseQty(p.usedQty) - parseQty(p.freedQty)
    const parts: { stockId: string; qty: Qty }[] = []
    for (const row of rows) {
      if (open <= 0n) break
      if (p.minExpire !== null && row.expireDate !== null && row.expireDate < p.minExpire) continue
      const qty = minQty(open, left.get(row.id) ?? 0n)
      if (qty <= 0n) continue
      left.set(row.id, (left.get(row.id) ?? 0n) - qty)
      added.set(row.id, (added.get(row.id) ?? 0n) + qty)
      parts.push({ stockId: row.id, qty })
      open -= qty
    }
    if (parts.length === 0) continue
    await insertReservations(
      ctx,
      parts.map((part, i) => ({
        ...key,
        stockId: part.stockId,
        qty: part.qty,
        kind: p.kind,
        demandType: p.demandType,
        demandLineId: p.demandLineId,
        taskLineId: p.taskLineId,
        minExpire: p.minExpire,
        idemKey: `hard:${p.id}:${part.stockId}:${ctx.newId()}:${i}`,
      })),
    )
    await ctx.tx.run(sql`
      update wms_reservation set freed_qty = qty - used_qty - ${formatQty(open)}::numeric, state = case when ${open > 0n} then 'PENDING' else 'RELEASED' end, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${p.id}`)
  }
  await addReserved(ctx, added)
}
