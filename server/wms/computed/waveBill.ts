import { qpc } from '@lading/contract/mdm/product.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { task } from '@lading/contract/wms/task.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'
import { caseSum, packed } from './cases.ts'

/** Orders `b` of the wave `t`. */
const orders = (ctx: Ctx): Sql =>
  sql`${from(ctx, operateBill.header, 'b')} where b.org_id = t.org_id and b.wave_id = t.id`
/** Their lines `l`. */
const lines = (ctx: Ctx): Sql => sql`
  ${from(ctx, operateBill.header, 'b')} join ${from(ctx, operateBill.line, 'l')} on l.org_id = b.org_id and l.bill_id = b.id
  where b.org_id = t.org_id and b.wave_id = t.id`

/** Of all lines' plan: too much of one product does not make up for another. */
const share = (quantity: Sql): Computed => ({
  value: (ctx) => sql`
    select round(100 * sum(least(${quantity}, l.plan_qty - l.cancel_qty)) / nullif(sum(l.plan_qty - l.cancel_qty), 0), 1) from ${lines(ctx)}`,
})
const openTasks = (which: (ctx: Ctx) => Sql): Computed => ({
  value: (ctx) => sql`
    select count(*)::integer from ${from(ctx, task, 'k')} where k.org_id = t.org_id and k.state not in ('DONE', 'CANCELED') and ${which(ctx)}`,
})

/** Of the wave itself or of an order in it; its papers are found first, an `or` would read all tasks. */
const ofWave = (ctx: Ctx): Sql => sql`k.bill_id = any(array(select t.id union all select b.id from ${orders(ctx)}))`

export const waveComputed: Readonly<Record<string, Computed>> = {
  orders: { value: (ctx) => sql`select count(*)::integer from ${orders(ctx)}` },
  stores: { value: (ctx) => sql`select count(distinct b.store_id)::integer from ${orders(ctx)}` },
  lines: { value: (ctx) => sql`select count(*)::integer from ${lines(ctx)}` },
  planCases: {
    value: (ctx) =>
      caseSum(sql`select l.plan_qty as qty, ${packed(ctx)} from ${from(ctx, operateBill.header, 'b')}
        join ${from(ctx, operateBill.line, 'l')} on l.org_id = b.org_id and l.bill_id = b.id
        left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id where b.org_id = t.org_id and b.wave_id = t.id`),
  },
  shortLines: {
    value: (ctx) => sql`
      select (count(*) filter (where b.state = 'INPROGRESS' and l.short_qty is not null and l.plan_qty - l.cancel_qty > l.booked_qty))::integer from ${lines(ctx)}`,
  },
  bookedPct: share(sql`l.booked_qty`),
  pickedPct: share(sql`l.done_qty`),
  sentPct: share(sql`l.sent_qty`),
  replenishing: openTasks(() => sql`k.task_type in ('RPL_DOWN', 'RPL_UP') and k.bill_id = t.id`),
  picking: openTasks((ctx) => sql`k.task_type = 'PICK' and ${ofWave(ctx)}`),
  staging: openTasks((ctx) => sql`k.task_type = 'PICK_COLLECT' and ${ofWave(ctx)}`),
  sorting: openTasks(() => sql`k.task_type = 'SOW' and k.bill_id = t.id`),
}
