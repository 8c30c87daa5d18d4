import { qpc } from '@lading/contract/mdm/product.ts'
import { preRplBill } from '@lading/contract/wms/preRplBill.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'
import { casesOf, itsPack } from '../computed/cases.ts'

const shorts = (ctx: Ctx): Sql => sql`exists (
  select 1 from ${from(ctx, preRplBill.line, 'l')} where l.org_id = t.org_id and l.bill_id = t.id and l.plan_qty > 0 and l.short_qty > 0)`

export const preRplComputed: Readonly<Record<string, Computed>> = {
  openTasks: {
    value: (ctx) => sql`
      select count(*)::integer from ${from(ctx, task, 'k')} where k.org_id = t.org_id and k.bill_id = t.id
        and k.task_type in ('RPL_DOWN', 'RPL_UP') and k.state not in ('DONE', 'CANCELED')`,
  },
  hasShort: { value: shorts, where: (ctx, v) => (v === true || v === 'true' ? shorts(ctx) : sql`not ${shorts(ctx)}`) },
}

/** What of a line has come to its face: of two steps the second counts. */
export const preRplLineComputed: Readonly<Record<string, Computed>> = {
  planCases: {
    value: (ctx) =>
      casesOf(
        sql`t.plan_qty`,
        sql`(select ${itsPack} from ${named(ctx, qpc, 'q')} where q.product_id = t.product_id order by q.is_default desc, q.id limit 1)`,
      ),
  },
  doneQty: {
    value: (ctx) => sql`
      select coalesce(sum(l.done_qty), 0) from ${from(ctx, task, 'k')} join ${from(ctx, taskLine, 'l')} on l.org_id = k.org_id and l.task_id = k.id
      where k.org_id = t.org_id and k.bill_id = t.bill_id and k.task_type in ('RPL_DOWN', 'RPL_UP')
        and l.product_id = t.product_id and l.to_bin_id = t.bin_id`,
  },
}
