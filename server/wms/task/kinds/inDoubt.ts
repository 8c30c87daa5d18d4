// engine: locks tasks and their lines, and moves what they say

import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { bin } from '@lading/contract/wms/place.ts'
import type { stock } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { RowOf } from '../../../kernel/rowOf.ts'
import { binByCode, looseContainer } from '../../masters/facts.ts'
import type { StockKey } from '../../stock/key.ts'
import { post } from '../../stock/post.ts'
import { reserve } from '../../stock/reservations.ts'
import { countDoubt } from '../../stockTake/doubt.ts'
import type { LineRow } from '../read.ts'

/** Damaged goods become so in the book and go to the defect bin. */
export async function setAside(ctx: Ctx, line: LineRow, key: StockKey, qty: Qty): Promise<void> {
  const defect = await ctx.tx.maybe<RowOf<typeof bin, 'id'>>(sql`
    select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and usage = 'DEFECT' and not disabled order by code limit 1`)
  const to: StockKey = {
    ...key,
    stockType: 'DAMAGE',
    ...(defect && { binId: defect.id, containerId: await looseContainer(ctx) }),
  }
  const through: StockKey = { ...key, binId: await binByCode(ctx, 'V_CHANGE'), containerId: await looseContainer(ctx) }
  await post(ctx, {
    bizType: 'TYPE_CHANGE',
    idemKey: `dmg:${line.id}:${ctx.key}`,
    source: { type: 'pickDiff', id: line.id },
    reason: 'DAMAGED',
    lines: [
      { key, delta: -qty },
      { key: through, delta: qty },
      { key: { ...through, stockType: 'DAMAGE' }, delta: -qty },
      { key: to, delta: qty },
    ],
  })
}

/** All that the book still shows, and nobody was promised, is kept for the count: nobody is sent there again before. */
export async function holdForCount(ctx: Ctx, line: LineRow, key: StockKey, [reason]: Text): Promise<void> {
  const row = await ctx.tx.maybe<RowOf<typeof stock, 'id' | 'qty'>>(sql`
    select id, qty from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${key.binId} and container_id = ${key.containerId}
      and product_id = ${key.productId} and lot_id = ${key.lotId} and qpc_id = ${key.qpcId} and stock_type = ${key.stockType} and owner_id = ${key.ownerId}`)
  if (!row) return
  const kept = await reserve(ctx, [
    {
      stockId: row.id,
      qty: parseQty(row.qty),
      kind: 'COUNT',
      reason,
      idemKey: `count:${line.id}:${ctx.key}`,
    },
  ])
  if (kept.length > 0) await countDoubt(ctx, key)
}
