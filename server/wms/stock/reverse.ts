// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type { ledger, posting } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { StockKey } from './key.ts'
import { post } from './post.ts'
import type { Reopen } from './promises.ts'
import { isTakenBack } from './taken.ts'

type LedgerLine = StockKey & RowOf<typeof ledger, 'postingId' | 'delta' | 'pieces'> & RowOf<typeof posting, 'storeId'>
/** What a posting took of a promise, with the goods that the promise was of. */
interface PromiseMove extends Omit<StockKey, 'lotId' | 'containerId'> {
  postingId: string
  fromId: string
  toId: string | null
  qty: string
  pieces: number | null
}

/**
 * Mirrors every posting of a task line that was not mirrored before, the last one first: goods go back the way they
 * came, and whoever was promised them is promised them again. A correction is a new posting, never a change.
 * @throws Fault stockShort when the goods are no longer where they were put, reservationGone when their promise is not
 */
export const reverse = (ctx: Ctx, taskLineId: string): Promise<void> =>
  mirror(ctx, sql`p.task_line_id = ${taskLineId}`, taskLineId)

/** The same of what was posted under these keys, for a paper. */
export const reversePosted = (ctx: Ctx, idemKeys: readonly string[]): Promise<void> =>
  mirror(ctx, sql`p.idem_key = any(${idemKeys}::text[])`)

async function mirror(ctx: Ctx, which: Sql, taskLineId?: string): Promise<void> {
  const lines = await ctx.tx.query<LedgerLine>(sql`
    select l.posting_id, l.owner_id, l.product_id, l.qpc_id, l.lot_id, l.stock_type, l.bin_id, l.container_id, l.delta, l.pieces, p.store_id
    from wms_ledger l join wms_posting p on p.tenant_id = l.tenant_id and p.id = l.posting_id
    where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and ${which} and p.biz_type <> 'REVERSE'
      and not ${isTakenBack('p')}
    order by l.posting_id desc, l.line_no`)
  if (lines.length === 0) refuse(wmsFaults.movedOn)
  const moves = await promiseMoves(
    ctx,
    lines.map((l) => l.postingId),
  )
  for (const [postingId, group] of Map.groupBy(lines, (l) => l.postingId))
    await post(ctx, {
      bizType: 'REVERSE',
      idemKey: `rev:${postingId}`,
      reversesId: postingId,
      ...(taskLineId !== undefined && { taskLineId }),
      storeId: group[0]?.storeId ?? null,
      lines: group.map(({ delta, pieces, postingId: _, storeId: __, ...key }) => ({
        key,
        delta: -parseQty(delta),
        pieces: pieces === null ? null : -pieces,
      })),
      reopen: moves.filter((m) => m.postingId === postingId).map((m) => backTo(m, group)),
    })
}

const promiseMoves = (ctx: Ctx, postingIds: readonly string[]): Promise<PromiseMove[]> =>
  ctx.tx.query<PromiseMove>(sql`
    select m.posting_id, m.from_id, m.to_id, m.qty, m.pieces, r.owner_id, r.product_id, r.qpc_id, r.stock_type, r.bin_id
    from wms_promise_move m join wms_reservation r on r.tenant_id = m.tenant_id and r.org_id = m.org_id and r.id = m.from_id
    where m.tenant_id = ${ctx.tenantId} and m.org_id = ${ctx.org.id} and m.posting_id = any(${postingIds}::bigint[])
    order by m.id`)

/** The promise holds its goods again where the posting had taken them. */
function backTo(m: PromiseMove, group: readonly LedgerLine[]): Reopen {
  const source = group.find(
    (l) =>
      l.delta.startsWith('-') &&
      l.ownerId === m.ownerId &&
      l.productId === m.productId &&
      l.qpcId === m.qpcId &&
      l.stockType === m.stockType &&
      l.binId === m.binId,
  )
  assert(source, 'a promise was used where goods were taken')
  const { delta: _, pieces: __, postingId: ___, storeId: ____, ...toKey } = source
  return { reservationId: m.fromId, giverId: m.toId, qty: parseQty(m.qty), pieces: m.pieces, toKey }
}
