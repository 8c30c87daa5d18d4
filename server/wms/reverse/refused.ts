// engine: brings home what stores refused, whoever may see it

import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { sjReturn } from '@lading/contract/wms/sjReturn.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { businessDay } from '../../platform/document/day.ts'
import { setBill } from '../../platform/document/steps.ts'
import { sjRules } from './sjRules.ts'

interface Refused {
  readonly ownerId: string
  readonly storeId: string
  readonly orderId: string
  readonly orderLineNo: number
  readonly productId: string
  readonly qpcId: string | null
  readonly cause: string | null
  readonly qty: string
}
interface Known {
  readonly id: string
  readonly billNo: string
  readonly state: string
  readonly ownerId: string
}
interface KnownLine {
  readonly id: string
  readonly billId: string
  readonly lineNo: number
  readonly orderId: string | null
  readonly orderLineNo: number | null
  readonly planQty: string
}
type Wanted = Omit<Refused, 'qty' | 'ownerId'> & { readonly planQty: string }

const refusedOf = (ctx: Ctx, shipBillId: string): Promise<Refused[]> =>
  ctx.tx.query<Refused & object>(sql`
    select h.owner_id, s.store_id, s.order_id, s.line_no as order_line_no, s.product_id, o.qpc_id, s.reason as cause, s.refused_qty as qty
    from wms_ship_sign s
    join wms_operate_bill h on h.tenant_id = s.tenant_id and h.org_id = s.org_id and h.id = s.order_id
    join wms_operate_bill_line o on o.tenant_id = s.tenant_id and o.org_id = s.org_id and o.bill_id = s.order_id and o.line_no = s.line_no
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.bill_id = ${shipBillId} order by s.order_id, s.line_no`)

/**
 * A driver return for each owner, of what stores have refused by now. What has come back already, or was cancelled by
 * somebody, stays; what is still on the road says what was refused. The caller has locked the shipment.
 */
export async function bringHome(ctx: Ctx, shipBillId: string): Promise<void> {
  const refused = await refusedOf(ctx, shipBillId)
  const bills = await ctx.tx.query<Known & object>(sql`
    select b.id, b.bill_no, b.state, b.owner_id from wms_sj_return b
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.ship_bill_id = ${shipBillId} order by b.id for no key update`)
  const lines = await ctx.tx.query<KnownLine & object>(sql`
    select l.id, l.bill_id, l.line_no, l.order_id, l.order_line_no, l.plan_qty from wms_sj_return_line l
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = any(${bills.map((b) => b.id)}::bigint[]) order by l.line_no`)
  const owners = new Set([...refused, ...bills].map((r) => r.ownerId))
  for (const ownerId of owners) {
    const open = bills.findLast((b) => b.ownerId === ownerId && b.state === 'SAVED')
    const back = (r: Refused) =>
      lines
        .filter((l) => l.billId !== open?.id && l.orderId === r.orderId && l.orderLineNo === r.orderLineNo)
        .reduce((sum, l) => sum + parseQty(l.planQty), 0n)
    const wanted = refused.flatMap((r): Wanted[] => {
      const { ownerId: whose, qty, ...line } = r
      const rest = parseQty(qty) - back(r)
      return whose === ownerId && rest > 0n ? [{ ...line, planQty: formatQty(rest) }] : []
    })
    if (open)
      await rewrite(
        ctx,
        open,
        lines.filter((l) => l.billId === open.id),
        wanted,
      )
    else if (wanted.length > 0) {
      const input = { ownerId, shipBillId, bizDate: businessDay(ctx), lines: wanted.map(lineOf) }
      await createRow(ctx, sjReturn.header, input, sjRules)
    }
  }
}

const lineOf = (w: Wanted) => ({ ...w, expected: 'DAMAGE' as const })

async function rewrite(ctx: Ctx, bill: Known, lines: readonly KnownLine[], wanted: readonly Wanted[]): Promise<void> {
  const isIts = (l: KnownLine, w: Wanted) => l.orderId === w.orderId && l.orderLineNo === w.orderLineNo
  const gone = lines.filter((l) => l.orderId !== null && !wanted.some((w) => isIts(l, w)))
  const fresh = wanted.filter((w) => !lines.some((l) => isIts(l, w)))
  const changed = lines.flatMap((l) => {
    const w = wanted.find((one) => isIts(l, one))
    return w && parseQty(w.planQty) !== parseQty(l.planQty) ? [{ id: l.id, qty: w.planQty }] : []
  })
  if (gone.length + fresh.length + changed.length === 0) return
  const of = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  const isOver = gone.length === lines.length && fresh.length === 0
  if (isOver) {
    await ctx.tx.run(
      sql`update wms_sj_return_line set cancel_qty = plan_qty, state = 'CANCELED' where ${of} and bill_id = ${bill.id}`,
    )
    await setBill(ctx, sjReturn, bill, 'CANCELED', { finishedAt: ctx.now() })
  } else {
    await ctx.tx.run(sql`delete from wms_sj_return_line where ${of} and id = any(${gone.map((l) => l.id)}::bigint[])`)
    for (const { id, qty } of changed)
      await ctx.tx.run(sql`update wms_sj_return_line set plan_qty = ${qty}::numeric where ${of} and id = ${id}`)
    const last = Math.max(0, ...lines.map((l) => l.lineNo))
    const rows = fresh.map((w, i) => ({ ...lineOf(w), billId: bill.id, lineNo: last + i + 1 }))
    await insert(ctx, sjReturn.line, rows)
    await setBill(ctx, sjReturn, bill, bill.state)
  }
  ctx.audit({
    ...{ subject: sjReturn.header.key, subjectId: bill.id, subjectNo: bill.billNo, action: 'refused' },
    before: { state: bill.state },
    after: { state: isOver ? 'CANCELED' : bill.state },
  })
  ctx.emit({ topic: 'bill.refresh', key: `${sjReturn.header.key}:${bill.id}` })
}
