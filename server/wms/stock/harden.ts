import { formatQty, minQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { lot, reservation } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { StockKey } from './key.ts'
import { type Amount, addTo, minus, none, shareOf } from './pieces.ts'
import { addReserved, insertReservations } from './reservations.ts'
import { wakeTopic } from './topics.ts'

type Pending = RowOf<
  typeof reservation,
  'id' | 'qty' | 'usedQty' | 'freedQty' | 'kind' | 'demandType' | 'demandLineId' | 'taskLineId' | 'minExpire'
>
interface Free {
  id: string
  qpcId: string
  free: string
  freePieces: number | null
  lotId: string
}
type Dated = Free & { readonly expireDate: string | null }

/** Goods as those who wait for them know them: they are a product of an owner, however it is packed. */
type Awaited = Pick<StockKey, 'ownerId' | 'productId' | 'stockType' | 'binId'>

/**
 * Goods that are on a pick face serve those who wait for them there: PENDING reservations become ACTIVE in the
 * order in which they were made, as far as the goods reach and last long enough. A partly served one is divided.
 */
export async function harden(ctx: Ctx, keys: readonly Awaited[]): Promise<void> {
  if (keys.length === 0) return
  const awaited = await ctx.tx.query<RowOf<typeof reservation, 'binId' | 'productId'>>(sql`
    select distinct bin_id, product_id from wms_reservation
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = any(${keys.map((k) => k.binId)}::bigint[])
      and product_id = any(${keys.map((k) => k.productId)}::bigint[]) and state = 'PENDING'`)
  const goods = new Map(keys.map((k) => [[k.binId, k.productId, k.ownerId, k.stockType].join(), k]))
  for (const key of goods.values()) {
    if (!awaited.some((a) => a.binId === key.binId && a.productId === key.productId)) continue
    const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${key.binId} and product_id = ${key.productId}
      and owner_id = ${key.ownerId} and stock_type = ${key.stockType}`
    // Stock rows before reservations, each by id: the one order of locks.
    const rows = await ctx.tx.query<Free>(sql`
      select id, qpc_id, qty - reserved_qty as free, pieces - reserved_pieces as free_pieces, lot_id from wms_stock where ${here} and qty > reserved_qty order by id for update`)
    const lots = await ctx.tx.query<RowOf<typeof lot, 'id' | 'expireDate'>>(sql`
      select id, expire_date from wms_lot where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
        and id = any(${rows.map((r) => r.lotId)}::bigint[]) and not hold order by expire_date nulls last, id`)
    const waiting = await ctx.tx.query<Pending>(sql`
      select id, qty, used_qty, freed_qty, kind, demand_type, demand_line_id, task_line_id, min_expire from wms_reservation
      where ${here} and state = 'PENDING' order by id for update`)
    const first = lots.flatMap(({ id, expireDate }) =>
      rows.filter((r) => r.lotId === id).map((r) => ({ ...r, expireDate })),
    )
    await serve(ctx, key, waiting, first)
  }
}

async function serve(ctx: Ctx, key: Awaited, waiting: readonly Pending[], rows: readonly Dated[]): Promise<void> {
  const left = new Map<string, Amount>(rows.map((r) => [r.id, { qty: parseQty(r.free), pieces: r.freePieces ?? 0 }]))
  const added = new Map<string, Amount>()
  for (const p of waiting) {
    let open = parseQty(p.qty) - parseQty(p.usedQty) - parseQty(p.freedQty)
    const parts: { stockId: string; qpcId: string; qty: Qty; pieces: number | null }[] = []
    for (const row of rows) {
      if (open <= 0n) break
      if (p.minExpire !== null && row.expireDate !== null && row.expireDate < p.minExpire) continue
      const free = left.get(row.id) ?? none
      const qty = minQty(open, free.qty)
      if (qty <= 0n) continue
      const part = { qty, pieces: shareOf(free.pieces, qty, free.qty) }
      left.set(row.id, minus(free, part))
      addTo(added, row.id, part)
      parts.push({ ...part, stockId: row.id, qpcId: row.qpcId, pieces: row.freePieces === null ? null : part.pieces })
      open -= qty
    }
    if (parts.length === 0) continue
    if (p.taskLineId !== null) ctx.emit({ topic: wakeTopic, key: 'picks', payload: { lineId: p.taskLineId } })
    await insertReservations(
      ctx,
      parts.map((part, i) => ({
        ...part,
        ownerId: key.ownerId,
        productId: key.productId,
        binId: key.binId,
        stockType: key.stockType,
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
