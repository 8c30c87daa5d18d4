// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { stock } from '@lading/contract/wms/stock.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { byId, keyText, type StockKey } from './key.ts'

export interface StockRow extends StockKey {
  readonly id: string
  readonly qty: Qty
  readonly reserved: Qty
  readonly pieces: number | null
  readonly reservedPieces: number
}
export type StockRaw = StockKey & RowOf<typeof stock, 'id' | 'qty' | 'reservedQty' | 'pieces' | 'reservedPieces'>

export const readStock = ({ reservedQty, qty, ...rest }: StockRaw): StockRow => ({
  ...rest,
  qty: parseQty(qty),
  reserved: parseQty(reservedQty),
})
const columns = sql`id, owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id, qty, reserved_qty, pieces, reserved_pieces`

/** Of so many keys each is written out; more are a list, so that the statement's text stays. */
const writtenOut = 4

/** Whether a row is that of one of the keys. */
export function isOneOf(keys: readonly StockKey[]): Sql {
  const columns = sql`(bin_id, container_id, product_id, lot_id, qpc_id, stock_type, owner_id)`
  if (keys.length > writtenOut) {
    const ids = (of: (k: StockKey) => string): Sql => sql`${keys.map(of)}::bigint[]`
    return sql`${columns} in (select * from unnest(${ids((k) => k.binId)}, ${ids((k) => k.containerId)}, ${ids((k) => k.productId)},
      ${ids((k) => k.lotId)}, ${ids((k) => k.qpcId)}, ${keys.map((k) => k.stockType)}::text[], ${ids((k) => k.ownerId)}))`
  }
  const tuples = keys.map(
    (k) =>
      sql`(${k.binId}::bigint, ${k.containerId}::bigint, ${k.productId}::bigint, ${k.lotId}::bigint, ${k.qpcId}::bigint, ${k.stockType}, ${k.ownerId}::bigint)`,
  )
  return sql`${columns} in (${join(tuples)})`
}

/** Locks the existing rows of the keys, in id order. */
export async function lockKeys(ctx: Ctx, keys: readonly StockKey[]): Promise<Map<string, StockRow>> {
  if (keys.length === 0) return new Map()
  const rows = await ctx.tx.query<StockRaw>(sql`
    select ${columns} from wms_stock
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
      and ${isOneOf(keys)}
    order by id for update`)
  return new Map(rows.map((row) => [keyText(row), readStock(row)]))
}

/** Locks rows by id, in id order. Rows that are gone are left out. */
export async function lockIds(ctx: Ctx, ids: readonly string[]): Promise<Map<string, StockRow>> {
  if (ids.length === 0) return new Map()
  const sorted = [...new Set(ids)].sort(byId)
  const rows = await ctx.tx.query<StockRaw>(sql`
    select ${columns} from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${sorted}::bigint[])
    order by id for update`)
  return new Map(rows.map((row) => [row.id, readStock(row)]))
}

/** Locks all rows of a container that hold something. */
export async function lockContents(ctx: Ctx, containerIds: readonly string[]): Promise<StockRow[]> {
  const rows = await ctx.tx.query<StockRaw>(sql`
    select ${columns} from wms_stock
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and container_id = any(${containerIds}::bigint[]) and qty > 0
    order by id for update`)
  return rows.map(readStock)
}
