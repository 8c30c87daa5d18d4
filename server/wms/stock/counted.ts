// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { keyText, type StockKey } from './key.ts'
import { readReservations, release } from './reservations.ts'
import { lockIds, type StockRow } from './rows.ts'

/**
 * Stocks of a bin that have moved since a moment, told by their keys. Nothing before the task was made counts: nobody has
 * worked on it by then.
 */
export async function movedSince(
  ctx: Ctx,
  o: { readonly binId: string; readonly productIds: readonly string[]; readonly since: Date; readonly taskId: string },
): Promise<ReadonlySet<string>> {
  const moved = await ctx.tx.query<StockKey>(sql`
    select distinct owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id from wms_ledger
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${o.binId} and product_id = any(${o.productIds}::bigint[])
      and created_at > greatest(${o.since}::timestamptz, (select created_at from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${o.taskId}))`)
  return new Set(moved.map(keyText))
}

/** Rows that are locked were counted now. */
export const markCounted = (ctx: Ctx, ids: readonly string[]): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_stock set last_count_at = ${ctx.now()} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[])`)

/** Goods that are kept back until they are counted. */
interface Kept {
  readonly binId: string
  readonly ownerId: string | null
  readonly productId: string | null
  /** What was kept later than this waits for another count. */
  readonly until: Date
}

/** Frees what was kept of a bin for a count that is over. @returns whether anything was */
export async function freeCounted(ctx: Ctx, { binId, ownerId, productId, until }: Kept): Promise<boolean> {
  const kept = await ctx.tx.query<{ id: string }>(sql`
    select r.id from wms_reservation r join wms_stock s on s.tenant_id = r.tenant_id and s.org_id = r.org_id and s.id = r.stock_id
    where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and s.bin_id = ${binId} and r.kind = 'COUNT' and r.state = 'ACTIVE' and r.created_at <= ${until}
      and (${ownerId}::bigint is null or r.owner_id = ${ownerId}) and (${productId}::bigint is null or r.product_id = ${productId}) order by r.id`)
  await release(
    ctx,
    await readReservations(
      ctx,
      kept.map((k) => k.id),
    ),
  )
  return kept.length > 0
}

/** The rows of a bin that hold something, or what is asked for of them, locked in id order. */
export async function lockBin(
  ctx: Ctx,
  { binId, ownerId, productId }: Pick<Kept, 'binId' | 'ownerId' | 'productId'>,
): Promise<StockRow[]> {
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select id from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${binId} and qty > 0
      and (${ownerId}::bigint is null or owner_id = ${ownerId}) and (${productId}::bigint is null or product_id = ${productId})`)
  const locked = await lockIds(
    ctx,
    rows.map((r) => r.id),
  )
  return [...locked.values()].filter((r) => r.qty > 0n && r.binId === binId)
}
