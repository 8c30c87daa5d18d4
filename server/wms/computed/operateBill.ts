import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'
import { from } from '../../kernel/scope.ts'
import { goodsComputed } from './bill.ts'

export const operateComputed: Readonly<Record<string, Computed>> = {
  ...goodsComputed(operateBill),
  /** Σ min(picked, planned) / Σ planned: too much of one product does not make up for another. */
  fillPct: {
    value: (ctx) => sql`
      select round(100 * sum(least(l.done_qty, l.plan_qty)) / nullif(sum(l.plan_qty), 0), 1) from ${from(ctx, operateBill.line, 'l')}
      where l.org_id = t.org_id and l.bill_id = t.id`,
  },
  /** Under way, and something is neither allocated, picked nor given up. */
  hasShortage: {
    value: (ctx) => sql`
      t.state = 'INPROGRESS' and exists (select 1 from ${from(ctx, operateBill.line, 'l')}
        where l.org_id = t.org_id and l.bill_id = t.id and l.plan_qty - l.cancel_qty > l.booked_qty)`,
  },
}
