import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, wholeQty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { adjustFaults } from '@lading/contract/wms/adjustCalls.ts'
import { taskFlow, taskLine, task as taskTable } from '@lading/contract/wms/task.ts'
import { taskPermission } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import { allowed, type Ctx } from '../../kernel/ctx.ts'
import type { SeenRow } from '../../kernel/http/serve.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { taskKinds } from '../task/kinds.ts'
import type { TaskRow } from '../task/read.ts'
import { lockFor, setState } from '../task/verbs.ts'

/** How much may be approved by who may not override; 0 for any amount. */
export type LimitOf = (ctx: Ctx) => Promise<number>

/** 审核: from now on the work may be done. Never by who wrote it down. */
export const approveTask =
  (limitOf: LimitOf) =>
  async (ctx: Ctx, row: SeenRow): Promise<void> => {
    const task = await lockFor(ctx, row, 'approve', 'approve')
    const made = await ctx.tx.one<RowOf<typeof taskTable, 'createdBy'>>(sql`
      select t.created_by from ${fromHere(ctx, taskTable, 't')} where t.id = ${task.id}`)
    if (made.createdBy === ctx.userId) refuse(faults.notByMaker, { action: taskFlow.steps.approve.title })
    await demandWithin(ctx, task, await limitOf(ctx))
    await taskKinds[task.taskType].approve?.(ctx, task)
    await setState(ctx, task, 'approve', 'READY', sql`approved_at = ${ctx.now()}, approved_by = ${ctx.userId}`)
  }

/** What is worth more needs somebody who may let pass what the rules would not. Goods without a price count nothing. */
async function demandWithin(ctx: Ctx, task: TaskRow, limit: number): Promise<void> {
  if (limit === 0 || allowed(ctx, taskPermission(task.taskType, 'permit'))) return
  const { amount } = await ctx.tx.one<{ amount: string }>(sql`
    select coalesce(round(sum(l.plan_qty * p.price), 2), 0)::text as amount from ${fromHere(ctx, taskLine, 'l')}
    join ${named(ctx, product, 'p')} on p.id = l.product_id where l.task_id = ${task.id}`)
  if (parseQty(amount) <= wholeQty(limit)) return
  refuse(adjustFaults.overLimit, {
    no: rowName(viewOf(task.taskType), task.id, task.taskNo),
    amount: formatQty(parseQty(amount)),
    limit: String(limit),
  })
}
