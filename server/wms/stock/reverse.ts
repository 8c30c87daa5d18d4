import { refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty, qtySum } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { StockKey } from './key.ts'
import { post } from './post.ts'
import { take } from './promises.ts'
import type { Reservation } from './reservations.ts'
import { isTakenBack } from './taken.ts'

interface LedgerLine extends StockKey {
  postingId: string
  delta: string
  pieces: number | null
}

/** Promises that travel back with the goods, and for which line. */
export interface Back {
  readonly promised: readonly Reservation[]
  readonly toKey: StockKey
  readonly taskLineId: string
}

/**
 * Mirrors every posting of a task line that was not mirrored before, the last one first: goods go back the way they
 * came. A correction is a new posting, never a change.
 * @throws Fault stockShort when the goods are no longer where they were put
 */
export async function reverse(ctx: Ctx, taskLineId: string, back?: Back): Promise<void> {
  const lines = await ctx.tx.query<LedgerLine>(sql`
    select l.posting_id, l.owner_id, l.product_id, l.qpc_id, l.lot_id, l.stock_type, l.bin_id, l.container_id, l.delta, l.pieces
    from wms_ledger l join wms_posting p on p.tenant_id = l.tenant_id and p.id = l.posting_id
    where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.task_line_id = ${taskLineId} and p.biz_type <> 'REVERSE'
      and not ${isTakenBack('p')}
    order by l.posting_id desc, l.line_no`)
  if (lines.length === 0) refuse(wmsFaults.movedOn)
  let promised = back?.promised ?? []
  for (const [postingId, group] of Map.groupBy(lines, (l) => l.postingId)) {
    const came = qtySum(group.map((l) => parseQty(l.delta)).filter((delta) => delta > 0n))
    const used = take(promised, came)
    await post(ctx, {
      bizType: 'REVERSE',
      idemKey: `rev:${postingId}`,
      reversesId: postingId,
      taskLineId,
      lines: group.map(({ delta, pieces, postingId: _, ...key }) => ({
        key,
        delta: -parseQty(delta),
        pieces: pieces === null ? undefined : -pieces,
      })),
      carry: back ? used.map((u) => ({ ...u, toKey: back.toKey, taskLineId: back.taskLineId })) : [],
    })
    const spent = new Map(used.map((u) => [u.reservationId, u.qty]))
    promised = promised.map((r) => ({ ...r, used: r.used + (spent.get(r.id) ?? 0n) }))
  }
}
