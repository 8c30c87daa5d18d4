// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import type { stock } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { changeContainers, lockContainers } from './containers.ts'

/** Emptied totes and pallets are free for other work. */
export async function freeEmptied(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const boxes = [...(await lockContainers(ctx, ids)).values()].flatMap((b) => (b.category === 'VIRTUAL' ? [] : b.id))
  if (boxes.length === 0) return
  const filled = await ctx.tx.query<RowOf<typeof stock, 'containerId'>>(sql`
    select distinct container_id from wms_stock
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and container_id = any(${boxes}::bigint[]) and qty > 0`)
  const isFilled = new Set(filled.map((f) => f.containerId))
  await changeContainers(
    ctx,
    boxes
      .filter((id) => !isFilled.has(id))
      .map((id) => ({ id, state: 'IDLE', binId: null, storeId: null, billId: null })),
  )
}
