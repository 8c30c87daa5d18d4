// engine: works out what pick faces lack, whoever owns what stands there, for a bill of one owner

import { addDays } from '@lading/contract/kernel/day.ts'
import { ceilTo, mulRatio, parseQty, type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { businessDay } from '../../platform/document/day.ts'
import type { Outflow } from '../strategy/preReplenish.ts'

/** Days that an average is taken of. */
const averagedDays = 30

interface Raw {
  productId: string
  cases: string
  pieces: string
}
const outflows = (rows: readonly Raw[], of: (qty: Qty) => Qty): Map<string, Outflow> =>
  new Map(rows.map((r) => [r.productId, { cases: of(parseQty(r.cases)), pieces: of(parseQty(r.pieces)) }]))

/** What approved orders of a day still want, that nothing has been promised for. */
export async function ordersOf(ctx: Ctx, ownerId: string, day: string): Promise<Map<string, Outflow>> {
  const rows = await ctx.tx.query<Raw>(sql`
    select w.product_id, sum(floor(w.qty / w.qpc) * w.qpc) as cases, sum(w.qty - floor(w.qty / w.qpc) * w.qpc) as pieces from (
      select l.product_id, l.plan_qty - l.cancel_qty - l.booked_qty as qty, q.qpc
      from wms_operate_bill b join wms_operate_bill_line l on l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bill_id = b.id
      join lateral (select x.qpc from mdm_product_qpc x where x.tenant_id = l.tenant_id and x.product_id = l.product_id
        order by x.is_default desc, x.id limit 1) q on true
      where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.state = 'APPROVED' and b.biz_date = ${day} and b.owner_id = ${ownerId}
        and l.plan_qty > l.cancel_qty + l.booked_qty) w
    group by w.product_id order by w.product_id`)
  return outflows(rows, (qty) => qty)
}

/** What was picked a day in the last month, times so many days, rounded up. */
export async function averageOf(ctx: Ctx, ownerId: string, days: number): Promise<Map<string, Outflow>> {
  const today = businessDay(ctx)
  const rows = await ctx.tx.query<Raw>(sql`
    select w.product_id, sum(floor(w.qty / w.qpc) * w.qpc) as cases, sum(w.qty - floor(w.qty / w.qpc) * w.qpc) as pieces from (
      select l.product_id, l.done_qty as qty, q.qpc
      from wms_operate_bill b join wms_operate_bill_line l on l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bill_id = b.id
      join lateral (select x.qpc from mdm_product_qpc x where x.tenant_id = l.tenant_id and x.product_id = l.product_id
        order by x.is_default desc, x.id limit 1) q on true
      where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.owner_id = ${ownerId}
        and b.state not in ('SAVED', 'CANCELED') and b.biz_date >= ${addDays(today, -averagedDays)} and b.biz_date < ${today} and l.done_qty > 0) w
    group by w.product_id order by w.product_id`)
  return outflows(rows, (qty) => perDays(qty, days))
}

/** A month's sum as that of so many days, rounded up to whole units. */
const perDays = (qty: Qty, days: number): Qty =>
  ceilTo(mulRatio(qty, BigInt(days), BigInt(averagedDays), 'UP'), wholeQty(1))
