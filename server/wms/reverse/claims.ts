import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { diffBill } from '@lading/contract/wms/diffBill.ts'
import type { DiffSide, DiffVerdict, liableParties } from '@lading/contract/wms/diffTerms.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere } from '../../kernel/scope.ts'
import { setBill } from '../../platform/document/steps.ts'
import { billRules } from '../bill/billServed.ts'

export interface ClaimLine {
  /** The line that it is about, of an order or of a return. */
  readonly sourceLineId: string
  readonly side: DiffSide
  readonly productId: string
  readonly qpcId: string | null
  readonly qty: Qty
  readonly cause: string | null
  readonly liable: keyof typeof liableParties
  /** What usually comes of it, for whoever decides. */
  readonly verdict: DiffVerdict | null
}
export interface Claim {
  readonly kind: 'DELIVERY' | 'RETURN'
  readonly source: { readonly id: string; readonly no: string }
  readonly ownerId: string
  readonly storeId: string
  readonly shipBillId: string | null
  readonly carrier: string | null
  readonly occurredOn: string
  readonly lines: readonly ClaimLine[]
}
interface Known {
  readonly id: string
  readonly billNo: string
  readonly state: string
}
interface KnownLine {
  readonly id: string
  readonly billId: string
  readonly lineNo: number
  readonly sourceLineId: string | null
  readonly side: string
  readonly planQty: string
}
const isSame = (a: Pick<KnownLine, 'sourceLineId' | 'side'>, b: ClaimLine): boolean =>
  a.sourceLineId === b.sourceLineId && a.side === b.side

/**
 * One discrepancy for what a paper gives cause to claim for a store. What was decided, or cancelled by somebody, stays; what
 * is not decided yet says what is claimed by now. Told again, nothing happens. The caller has locked the paper.
 */
export async function claim(ctx: Ctx, c: Claim): Promise<void> {
  const bills = await ctx.tx.query<Known & object>(sql`
    select b.id, b.bill_no, b.state from ${fromHere(ctx, diffBill.header, 'b')}
    where b.claim_of_id = ${c.source.id} and b.kind = ${c.kind} and b.owner_id = ${c.ownerId} and b.store_id = ${c.storeId}
    order by b.id for no key update of b`)
  const lines = await ctx.tx.query<KnownLine & object>(sql`
    select l.id, l.bill_id, l.line_no, l.source_line_id, l.side, l.plan_qty from ${fromHere(ctx, diffBill.line, 'l')}
    where l.bill_id = any(${bills.map((b) => b.id)}::bigint[]) order by l.line_no`)
  const open = bills.findLast((b) => b.state === 'SAVED')
  const settled = (w: ClaimLine): Qty =>
    lines.reduce((sum, l) => (l.billId !== open?.id && isSame(l, w) ? sum + parseQty(l.planQty) : sum), 0n)
  const wanted = c.lines.map((w) => ({ ...w, qty: w.qty - settled(w) })).filter((w) => w.qty > 0n)
  if (open)
    return rewrite(
      ctx,
      open,
      lines.filter((l) => l.billId === open.id),
      wanted,
    )
  if (wanted.length === 0) return
  const { lines: _, source, ...head } = c
  const input = { ...head, sourceNo: source.no, bizDate: c.occurredOn, lines: wanted.map(lineOf) }
  const made = await createRow(ctx, diffBill.header, input, billRules(diffBill))
  await ctx.tx.run(sql`
    update wms_diff_bill set claim_of_id = ${source.id} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${made.id}`)
  await nameSources(ctx, made.id, wanted)
}

/** What nobody is shown, and no form can say. */
const nameSources = (ctx: Ctx, billId: string, lines: readonly ClaimLine[]): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_diff_bill_line l set source_line_id = n.id from unnest(${lines.map((_, i) => i + 1)}::integer[], ${lines.map((w) => w.sourceLineId)}::bigint[]) as n(line_no, id)
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = ${billId} and l.line_no = n.line_no`)

const lineOf = ({ qty, ...w }: ClaimLine) => ({ ...w, planQty: formatQty(qty), charge: null })

/** What nobody has decided says what is claimed by now; what people typed into its lines stays. */
async function rewrite(
  ctx: Ctx,
  bill: Known,
  lines: readonly KnownLine[],
  wanted: readonly ClaimLine[],
): Promise<void> {
  const gone = lines.filter((l) => l.sourceLineId !== null && !wanted.some((w) => isSame(l, w)))
  const fresh = wanted.filter((w) => !lines.some((l) => isSame(l, w)))
  const changed = lines.flatMap((l) => {
    const w = wanted.find((one) => isSame(l, one))
    return w && w.qty !== parseQty(l.planQty) ? [{ id: l.id, qty: w.qty }] : []
  })
  if (gone.length + fresh.length + changed.length === 0) return
  const of = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  const isOver = gone.length === lines.length && fresh.length === 0
  if (isOver) {
    await ctx.tx.run(sql`
      update wms_diff_bill_line set plan_qty = 0, state = 'CANCELED' where ${of} and bill_id = ${bill.id}`)
    await setBill(ctx, diffBill, bill, 'CANCELED', { finishedAt: ctx.now() })
  } else {
    await ctx.tx.run(sql`delete from wms_diff_bill_line where ${of} and id = any(${gone.map((l) => l.id)}::bigint[])`)
    for (const { id, qty } of changed)
      await ctx.tx.run(sql`update wms_diff_bill_line set plan_qty = ${formatQty(qty)} where ${of} and id = ${id}`)
    const last = Math.max(0, ...lines.map((l) => l.lineNo))
    await insert(
      ctx,
      diffBill.line,
      fresh.map((w, i) => ({ ...lineOf(w), billId: bill.id, lineNo: last + i + 1 })),
    )
    await setBill(ctx, diffBill, bill, bill.state)
  }
  ctx.audit({
    ...{ subject: diffBill.header.key, subjectId: bill.id, subjectNo: bill.billNo, action: 'claim' },
    before: { state: bill.state },
    after: { state: isOver ? 'CANCELED' : bill.state },
  })
  ctx.emit({ topic: 'bill.refresh', key: `${diffBill.header.key}:${bill.id}` })
}
