// engine: promises other stock to an order whose lock it holds

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { minQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { type BillRow, lockBill } from '../../platform/document/steps.ts'
import { giveGoods } from '../operate/allocate.ts'
import { freeStock } from '../operate/candidates.ts'
import { settleDiffs } from '../operate/shortPicks.ts'
import { madeRecords } from '../task/create.ts'
import { demandNotStarting } from '../wave/members.ts'

interface Lack {
  id: string
  billLineId: string
  /** Where nobody looks again; none when it was counted since. */
  binId: string | null
  shortQty: string
  lacks: string
  reason: string
}

/**
 * Goods that were not where they should be are fetched from elsewhere, where there are any: the same order gets a new
 * pick, before others. Source: wms.md 7.5.
 * @param only one difference; otherwise all that are open of the order, found short where that is wanted
 * @returns the picks that were made; none when nothing else can serve
 */
export async function refetch(ctx: Ctx, billId: string, only?: string): Promise<MadeRecord[]> {
  const bill = await lockBill(ctx, operateBill, billId)
  if (bill.state !== 'INPROGRESS') return []
  await demandNotStarting(ctx, bill)
  const lacks = await ctx.tx.query<Lack>(sql`
    select d.id, d.bill_line_id, case when not exists (
        select 1 from wms_stock s where s.tenant_id = d.tenant_id and s.org_id = d.org_id and s.bin_id = d.bin_id and s.product_id = d.product_id
          and s.last_count_at > d.created_at) then d.bin_id end as bin_id, d.short_qty, d.reason, l.plan_qty - l.cancel_qty - l.booked_qty as lacks from wms_pick_diff d
    join wms_operate_bill_line l on l.tenant_id = d.tenant_id and l.org_id = d.org_id and l.id = d.bill_line_id
    where d.tenant_id = ${ctx.tenantId} and d.org_id = ${ctx.org.id} and l.bill_id = ${billId} and d.state = 'OPEN'
      and case when ${only ?? null}::bigint is not null then d.id = ${only ?? null} else not exists (
        select 1 from wms_task k where k.tenant_id = d.tenant_id and k.org_id = d.org_id and k.id = d.task_id and not k.refetch) end
    order by d.id for update of d`)
  const wants = new Map<string, Qty>()
  for (const l of lacks) {
    const want = minQty(parseQty(l.lacks), parseQty(l.shortQty) + (wants.get(l.billLineId) ?? 0n))
    if (want > 0n) wants.set(l.billLineId, want)
  }
  if (wants.size === 0) return []
  const elsewhere = sql`${freeStock} and not (s.bin_id = any(${lacks.flatMap((l) => l.binId ?? [])}::bigint[]))`
  const tasks = await giveGoods(ctx, urgent(bill), wants, elsewhere)
  await sayAgain(ctx, lacks)
  await closeServed(ctx, lacks)
  await settleDiffs(ctx, billId)
  if (tasks.length > 0) ctx.emit({ topic: 'bill.refresh', key: `${operateBill.header.key}:${billId}` })
  return madeRecords('PICK', tasks)
}

/** Those whose goods were found are over, the oldest first, so that nobody fetches them again for another one. */
const closeServed = (ctx: Ctx, lacks: readonly Lack[]): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_pick_diff d set state = 'ADJUSTED', settled_at = ${ctx.now()}, version = d.version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from (
      select n.id, sum(n.short) over (partition by n.line order by n.id) as upto, n.lacked - (l.plan_qty - l.cancel_qty - l.booked_qty) as given
      from unnest(${lacks.map((l) => l.id)}::bigint[], ${lacks.map((l) => l.billLineId)}::bigint[], ${lacks.map((l) => l.shortQty)}::numeric[],
        ${lacks.map((l) => l.lacks)}::numeric[]) as n(id, line, short, lacked)
      join wms_operate_bill_line l on l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = n.line) s
    where d.tenant_id = ${ctx.tenantId} and d.org_id = ${ctx.org.id} and d.id = s.id and d.state = 'OPEN' and s.upto <= s.given`)

/** What is lacking still is so for the picker's reason, not because nothing else was found. */
const sayAgain = (ctx: Ctx, lacks: readonly Lack[]): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_operate_bill_line l set short_reason = n.reason from unnest(${lacks.map((l) => l.billLineId)}::bigint[], ${lacks.map((l) => l.reason)}::text[]) as n(id, reason)
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = n.id and l.short_qty is not null`)

/** Its truck waits for what is lacking: the new pick goes before those of its kind. */
const urgent = (bill: BillRow<typeof operateBill>): BillRow<typeof operateBill> => ({
  ...bill,
  priority: Math.max(0, Number(bill.priority) - 10),
})
