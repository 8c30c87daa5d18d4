// engine: locks tasks and their lines, and moves what they say

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { processTask } from '@lading/contract/wms/processTask.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { looseContainer } from '../masters/facts.ts'
import { freeEmptied } from '../stock/emptied.ts'
import { post } from '../stock/post.ts'
import { handOver, release, reservationsOf } from '../stock/reservations.ts'
import { reverse } from '../stock/reverse.ts'
import { createTasks, madeRecords, type NewLine } from '../task/create.ts'
import { fewer } from '../task/kinds/decrease.ts'
import { comesAgain } from '../task/kinds/putAway.ts'
import { type LineRow, placeOf } from '../task/read.ts'
import { demandBin, demandProduct } from '../task/scan.ts'
import type { TaskKind } from '../task/type.ts'
import { endWithBill } from '../task/verbs.ts'
import type { Paper } from './read.ts'

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

/** Adds to what the paper's line counts. */
const count = (ctx: Ctx, line: LineRow, booked: Qty, moved: Qty): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_process_line set booked_qty = booked_qty + ${formatQty(booked)}::numeric, moved_qty = moved_qty + ${formatQty(moved)}::numeric
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId}`)

/** From its bin to the table; what it is promised to goes along. What is not there is free again. */
const confirm: TaskKind['confirm'] = async (ctx, task, line, input) => {
  const { qty, short, closed } = fewer(line, input)
  await demandBin(ctx, line.fromBinId ?? '', input.scans.bin)
  await demandProduct(ctx, line.productId ?? '', input.scans.product)
  const from = placeOf(line)
  const to = { ...from, binId: line.toBinId ?? '', containerId: await looseContainer(ctx) }
  const { pieces } = input
  if (qty > 0n)
    await post(ctx, {
      bizType: 'MOVE',
      idemKey: `tl:${line.id}:${ctx.key}`,
      source: { type: task.taskType, id: task.id },
      taskLineId: line.id,
      lines: [
        { key: from, delta: -qty, pieces: pieces === undefined ? undefined : -pieces },
        { key: to, delta: qty, pieces },
      ],
      own: { qty, carryTo: to },
    })
  if (short > 0n) await release(ctx, await reservationsOf(ctx, 'task_line_id', [line.id]))
  if (closed) await freeEmptied(ctx, [from.containerId])
  await count(ctx, line, -short, qty)
  return { done: qty, short, closed, pieces, ...(qty > 0n && { toBinId: to.binId, toContainerId: to.containerId }) }
}

/** Back to its bin, and promised there again, as long as it has not been used up. */
const undo: TaskKind['undo'] = async (ctx, _task, line) => {
  if (parseQty(line.shortQty) > 0n) refuse(wmsFaults.movedOn)
  await comesAgain(ctx, line)
  await reverse(ctx, line.id)
  await count(ctx, line, 0n, -parseQty(line.doneQty))
}

const dropLine: TaskKind['dropLine'] = async (ctx, _task, line) => {
  const rest = parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty)
  await release(ctx, await reservationsOf(ctx, 'task_line_id', [line.id]))
  await count(ctx, line, -rest, 0n)
}

/** 加工领料: components are brought to the table. */
export const procMoveInKind: TaskKind = { confirm, undo, dropLine, endsEarly: true }
