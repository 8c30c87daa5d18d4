import { owner } from '@lading/contract/mdm/owner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import sql from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'
import { named } from '../../kernel/scope.ts'
import { goodsComputed } from './bill.ts'

export const orderComputed: Readonly<Record<string, Computed>> = {
  ...goodsComputed(orderBill),
  /** Goods are still to come, and the day on which they should have come is over; so is an order past its validity. */
  overdue: {
    value: (ctx) => sql`
      t.state in ('APPROVED', 'INPROGRESS') and t.done_qty + t.cancel_qty < t.plan_qty
        and coalesce(least(t.expect_at, t.deadline_at) < ${ctx.now()}, false)`,
  },
  /** All has come, and more of it may: as `mostReceived` has it. */
  mayExceed: {
    value: (ctx) => sql`
      t.state = 'INPROGRESS' and t.done_qty + t.cancel_qty >= t.plan_qty and exists (
        select 1 from ${named(ctx, orderBill.line, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id join ${named(ctx, owner, 'w')} on w.id = t.owner_id
        where l.bill_id = t.id
          and l.done_qty < trunc((l.plan_qty - l.cancel_qty) * (1 + coalesce(p.over_pct, w.over_pct, 0) / 100), case when p.is_weigh then 3 else 0 end))`,
  },
}
