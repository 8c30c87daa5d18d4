import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { named } from '../../kernel/scope.ts'
import { tellWho } from '../../platform/tellWho.ts'
import type { LineRow, TaskRow } from './read.ts'

/** To whom a task was handed. */
export function tellAssigned(ctx: Ctx, task: Pick<TaskRow, 'id' | 'taskNo' | 'taskType'>, userId: string): void {
  tellWho(ctx, {
    kind: 'TASK_ASSIGNED',
    about: task.id,
    args: { by: ctx.username, task: task.taskNo },
    link: `${viewOf(task.taskType).key}?id=${task.id}`,
    to: { userIds: [userId] },
  })
}

/** Who may change orders of this owner: one of them waits for a decision. */
export async function tellShort(ctx: Ctx, task: TaskRow, line: LineRow, short: Qty, billId: string): Promise<void> {
  const goods = await ctx.tx.one<RowOf<typeof product, 'code' | 'name'>>(sql`
    select p.code, p.name from ${named(ctx, product, 'p')} where p.id = ${line.productId}`)
  tellWho(ctx, {
    kind: 'SHORT_PICK',
    about: line.id,
    args: { by: ctx.username, task: task.taskNo, product: `${goods.code} ${goods.name}`, qty: formatQty(short) },
    link: `${operateBill.header.key}?id=${billId}`,
    to: { permission: entityPermission(operateBill.header, 'update'), ownerId: line.ownerId },
  })
}
