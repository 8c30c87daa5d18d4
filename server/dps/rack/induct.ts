// engine: keeps what the rack shows with what the warehouse has to do, behind the locks of its tasks

import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { dpsTask } from '@lading/contract/dps/task.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { goOn, setTask } from './goOn.ts'
import { here, lockTask } from './read.ts'

/** Goods of a batch container were scanned: every position that wants them lights, once what lit before is through. */
export async function induct(ctx: Ctx, taskId: string, goods: string) {
  const task = await lockTask(ctx, taskId)
  const product = await ctx.tx.maybe<{ id: string; code: string; qty: string }>(sql`
    select m.id, m.code, sum(p.plan_qty - p.done_qty - p.short_qty) as qty from dps_pick p
    join mdm_product m on m.tenant_id = p.tenant_id and m.id = p.product_id
    where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.task_id = ${taskId} and p.state in ('WAIT', 'LIT')
      and (m.code = ${goods} or exists (select 1 from mdm_product_barcode b where b.tenant_id = m.tenant_id and b.product_id = m.id and b.code = ${goods}))
    group by m.id, m.code`)
  if (!product) return refuse(dpsFaults.notWanted, { goods })
  // One thing at a time: what is lit waits.
  await ctx.tx.run(sql`
    update dps_pick set state = 'WAIT', version = version + 1 where ${here(ctx)} and task_id = ${taskId} and state = 'LIT' and product_id <> ${product.id}`)
  await setTask(ctx, task, task.state, sql`, product_id = ${product.id}`)
  ctx.audit({
    subject: dpsTask.header.key,
    subjectId: task.id,
    subjectNo: task.billNo,
    action: 'light',
    after: { productId: product.id },
  })
  await goOn(ctx, [taskId])
  return { taskId, billNo: task.billNo, product: product.code, qty: product.qty }
}
