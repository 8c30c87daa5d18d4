// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import { formatQty, minQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { lot, reservation } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { inTurn, isFresh, type WaitingFor } from './inTurn.ts'
import type { StockKey } from './key.ts'
import { type Amount, addTo, minus, none, shareOf } from './pieces.ts'
import { addReserved, insertReservations } from './reservations.ts'
import { wakeTopic } from './topics.ts'

type Pending = RowOf<
  typeof reservation,
  'id' | 'qty' | 'usedQty' | 'freedQty' | 'kind' | 'demandType' | 'demandLineId' | 'taskLineId' | 'minExpire'
> &
  Pick<WaitingFor, 'taskId' | 'isElsewhere'>
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
 * Goods that are on a pick face serve those who wait for them there: PENDING reservations become ACTIVE, those of work that
 * can be begun then first, the others in the order in which they were made, as far as the goods reach and last long enough.
 * A partly served one is divided.
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
      select r.id, r.qty, r.used_qty, r.freed_qty, r.kind, r.demand_type, r.demand_line_id, r.task_line_id, r.min_expire, l.task_id, exists (
        select 1 from wms_task_line x
        join wms_reservation o on o.tenant_id = x.tenant_id and o.org_id = x.org_id and o.task_line_id = x.id and o.state = 'PENDING'
        where x.tenant_id = l.tenant_id and x.org_id = l.org_id and x.task_id = l.task_id
          and (o.bin_id, o.product_id, o.owner_id, o.stock_type) is distinct from (r.bin_id, r.product_id, r.owner_id, r.stock_type)) as is_elsewhere
      from wms_reservation r left join wms_task_line l on l.tenant_id = r.tenant_id and l.org_id = r.org_id and l.id = r.task_line_id
      where r.id in (select id from wms_reservation where ${here} and state = 'PENDING') and r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id}
        and r.state = 'PENDING' order by r.id for update of r`)
    const first = lots.flatMap(({ id, expireDate }) =>
      rows.filter((r) => r.lotId === id).map((r) => ({ ...r, expireDate })),
    )
    await serve(ctx, key, waiting, first)
  }
}

async function serve(ctx: Ctx, key: Awaited, waiting: readonly Pending[], rows: readonly Dated[]): Promise<void> {
  const left = new Map<string, Amount>(rows.map((r) => [r.id, { qty: parseQty(r.free), pieces: r.freePieces ?? 0 }]))
  const added = new Map<string, Amount>()
  const asked = waiting.map((p) => ({ ...p, open: parseQty(p.qty) - parseQty(p.usedQty) - parseQty(p.freedQty) }))
  const lying = rows.map((r) => ({ ...r, free: parseQty(r.free) }))
  for (const p of inTurn(asked, lying)) {
    let { open } = p
    const parts: { stockId: string; qpcId: string; qty: Qty; pieces: number | null }[] = []
    for (const row of rows) {
      if (open <= 0n) break
      if (!isFresh(row, p)) continue
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
