import { orderBill } from '@lading/contract/wms/orderBill.ts'
import sql from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'
import { goodsComputed } from './bill.ts'

export const orderComputed: Readonly<Record<string, Computed>> = {
  ...goodsComputed(orderBill),
  /** Goods are still to come, and the day on which they should have come is over; so is an order past its validity. */
  overdue: {
    value: (ctx) => sql`
      t.state in ('APPROVED', 'INPROGRESS') and t.done_qty + t.cancel_qty < t.plan_qty
        and coalesce(least(t.expect_at, t.deadline_at) < ${ctx.now()}, false)`,
  },
}
