import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'
import { from } from '../../kernel/scope.ts'
import { goodsComputed } from './bill.ts'

const goods = goodsComputed(operateBill)
export const operateComputed: Readonly<Record<string, Computed>> = {
  ...goods,
  /** Nothing where nothing is short, so that what is stands out. */
  shortCases: { value: (ctx) => sql`nullif((${goods.shortCases?.value(ctx)}), '0')` },
  /** Σ min(picked, planned) / Σ planned: too much of one product does not make up for another. */
  fillPct: {
    value: (ctx) => sql`
      select round(100 * sum(least(l.done_qty, l.plan_qty)) / nullif(sum(l.plan_qty), 0), 1) from ${from(ctx, operateBill.line, 'l')}
      where l.org_id = t.org_id and l.bill_id = t.id`,
  },
  inBatches: {
    value: (ctx) => sql`
      select nullif(count(distinct k.id), 0)::integer from ${from(ctx, operateBill.line, 'l')}
      join ${from(ctx, taskLine, 'w')} on w.org_id = l.org_id and w.bill_line_id = l.id and w.state = 'OPEN'
      join ${from(ctx, task, 'k')} on k.id = w.task_id and k.state not in ('DONE', 'CANCELED')
        and (k.task_type = 'SOW' or (k.task_type = 'PICK' and k.store_id is null))
      where l.org_id = t.org_id and l.bill_id = t.id`,
  },
  /** Under way, and something is neither allocated, picked nor given up. */
  hasShortage: {
    value: (ctx) => sql`
      t.state = 'INPROGRESS' and exists (select 1 from ${from(ctx, operateBill.line, 'l')}
        where l.org_id = t.org_id and l.bill_id = t.id and l.plan_qty - l.cancel_qty > l.booked_qty)`,
  },
}
