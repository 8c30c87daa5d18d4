import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'

const billOf = (ctx: Ctx): Sql => sql`
  from ${named(ctx, operateBill.line, 'l')} join ${named(ctx, operateBill.header, 'b')} on b.id = l.bill_id
  where l.id = t.demand_line_id and t.demand_type = ${operateBill.header.key}`
const taskOf = (ctx: Ctx): Sql => sql`
  from ${named(ctx, taskLine, 'l')} join ${named(ctx, task, 'k')} on k.id = l.task_id
  where l.id = t.task_line_id`

/** Who holds goods: the order that they are for and the task that will take them. */
export const reservationComputed: Readonly<Record<string, Computed>> = {
  /** Of what is promised already; what waits for goods has no lot. */
  lotId: {
    value: (ctx) => sql`select s.lot_id::text from ${named(ctx, stock, 's')} where s.id = t.stock_id`,
    where: (ctx, v) =>
      /^\d{1,18}$/.test(String(v))
        ? sql`t.stock_id in (select s.id from ${from(ctx, stock, 's')} where s.lot_id = ${String(v)}::bigint)`
        : sql`false`,
  },
  billNo: { value: (ctx) => sql`select b.bill_no ${billOf(ctx)}` },
  holderBillId: { value: (ctx) => sql`select b.id::text ${billOf(ctx)}` },
  taskNo: { value: (ctx) => sql`select k.task_no ${taskOf(ctx)}` },
  holderTaskId: { value: (ctx) => sql`select k.id::text ${taskOf(ctx)}` },
}
