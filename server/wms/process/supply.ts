// engine: makes and ends the work that brings components to the table

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { processTask } from '@lading/contract/wms/processTask.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { looseContainer } from '../masters/facts.ts'
import { handOver } from '../stock/reservations.ts'
import { createTasks, madeRecords, type NewLine } from '../task/create.ts'
import type { LineRow } from '../task/read.ts'
import { endWithBill } from '../task/verbs.ts'
import type { Paper } from './read.ts'

/** What work of the paper says it is done for. */
export const ofTask = (bill: Paper) => ({ key: processTask.header.key, id: bill.id, no: bill.billNo })

type Waiting = Pick<
  LineRow,
  'ownerId' | 'productId' | 'qpcId' | 'lotId' | 'stockType' | 'fromBinId' | 'fromContainerId'
> & { readonly reservationId: string; readonly billLineId: string; readonly qty: string }
/** What is promised and stands elsewhere is fetched by one task, in the order of its bins. */
export async function supply(ctx: Ctx, bill: Paper, made: MadeRecord[]): Promise<void> {
  const away = await ctx.tx.query<Waiting & object>(sql`
    select r.id as reservation_id, r.demand_line_id as bill_line_id, r.qty - r.used_qty - r.freed_qty as qty, s.owner_id, s.product_id, s.qpc_id, s.lot_id,
      s.stock_type, s.bin_id as from_bin_id, s.container_id as from_container_id
    from wms_process_line l
    join wms_reservation r on r.tenant_id = l.tenant_id and r.org_id = l.org_id and r.demand_line_id = l.id and r.state = 'ACTIVE' and r.task_line_id is null
    join wms_stock s on s.tenant_id = r.tenant_id and s.org_id = r.org_id and s.id = r.stock_id and s.bin_id <> ${bill.binId}
    join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = ${bill.id} order by b.pick_seq, b.code, r.id`)
  if (away.length === 0) return
  const [loose, work] = [await looseContainer(ctx), away.map((a) => ({ ...a, id: ctx.newId() }))]
  const lines = work.map(
    ({ reservationId: _, qty, ...line }): NewLine => ({
      ...line,
      ...{ toBinId: bill.binId, toContainerId: loose, planQty: parseQty(qty) },
    }),
  )
  const due = bill.expectAt
  const tasks = await createTasks(ctx, [
    { taskType: 'PROC_MOVE_IN', bill: ofTask(bill), ownerId: bill.ownerId, dueAt: due, lines },
  ])
  await handOver(
    ctx,
    work.map(({ id, reservationId }) => ({ id: reservationId, taskLineId: id })),
  )
  made.push(...madeRecords('PROC_MOVE_IN', tasks))
}

/** Nobody fetches anything for it any more. @throws Fault openTask when somebody is at it */
export async function endSupply(ctx: Ctx, billId: string): Promise<void> {
  const open = await ctx.tx.query<{ id: string; taskNo: string; state: string }>(sql`
    select id, task_no, state from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId}
      and task_type = 'PROC_MOVE_IN' and state not in ('DONE', 'CANCELED') order by id for update`)
  const begun = open.find((t) => t.state === 'ASSIGNED' || t.state === 'RUNNING')
  if (begun) refuse(wmsFaults.openTask, { no: rowName(viewOf('PROC_MOVE_IN'), begun.id, begun.taskNo) })
  for (const { id } of open) await endWithBill(ctx, id)
}
