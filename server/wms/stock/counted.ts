import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { readReservations, release } from './reservations.ts'
import { lockIds, type StockRow } from './rows.ts'

/**
 * What the book said of a row that is locked, in an earlier moment: what was moved since is taken back. A count that a
 * handheld kept without network is compared with the book of the time when it was made.
 */
export async function balanceAt(ctx: Ctx, row: StockRow, at: Date): Promise<Qty> {
  const { moved } = await ctx.tx.one<{ moved: string }>(sql`
    select coalesce(sum(delta), 0) as moved from wms_ledger
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${row.binId} and product_id = ${row.productId} and lot_id = ${row.lotId}
      and container_id = ${row.containerId} and qpc_id = ${row.qpcId} and stock_type = ${row.stockType} and owner_id = ${row.ownerId} and created_at > ${at}`)
  return row.qty - parseQty(moved)
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
