import { type RowName, rowName } from '@lading/contract/kernel/text.ts'
import type { AnyBill } from '@lading/contract/wms/bill.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'

/** The task of this type that works on a bill's lines, an open one first, to stand beside a refusal; also one of several bills. */
export async function workOn(ctx: Ctx, { line }: AnyBill, billId: string, type: TaskType): Promise<{ at?: RowName }> {
  const row = await ctx.tx.maybe<{ id: string; taskNo: string }>(sql`
    select k.id, k.task_no from ${fromHere(ctx, line, 'b')}
    join ${fromHere(ctx, taskLine, 'l')} on l.bill_line_id = b.id
    join ${fromHere(ctx, task, 'k')} on k.id = l.task_id
    where b.bill_id = ${billId}
      and k.task_type = ${type} and k.state <> 'CANCELED'
    order by (k.state = 'DONE'), k.id limit 1`)
  return row ? { at: rowName(viewOf(type), row.id, row.taskNo) } : {}
}
