// engine: locks tasks and their lines, and moves what they say

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { pickDiff } from '@lading/contract/wms/pickDiff.ts'
import { shortReasons } from '@lading/contract/wms/taskTypes/pick.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../../kernel/ctx.ts'
import { insert } from '../../../kernel/insert.ts'
import type { RowOf } from '../../../kernel/rowOf.ts'
import { releaseAll } from '../../stock/reservations.ts'
import { shortTopic } from '../../stock/topics.ts'
import { demandPlanned } from '../overPlan.ts'
import type { LineRow, TaskRow } from '../read.ts'
import { tellShort } from '../told.ts'
import type { Entering } from '../type.ts'

export type ShortReason = keyof typeof shortReasons
export const isShortReason = (text: string | undefined): text is ShortReason =>
  text !== undefined && Object.hasOwn(shortReasons, text)

/** A line and what is taken of it. */
export interface Picked extends Entering {
  readonly qty: Qty
  readonly rest: Qty
  readonly short: Qty
}
/** @throws Fault overPlan, needReason, qtyNotPositive */
export function amountsOf({ line, input }: Entering): Omit<Picked, keyof Entering> {
  const qty = parseQty(input.qty)
  const rest = parseQty(line.planQty) - parseQty(line.doneQty)
  demandPlanned(line, qty, rest)
  const isShort = qty < rest && (!input.partial || input.reason !== undefined)
  if (isShort && !isShortReason(input.reason)) refuse(wmsFaults.needReason)
  if (qty === 0n && !isShort) refuse(wmsFaults.qtyNotPositive)
  return { qty, rest, short: isShort ? rest - qty : 0n }
}

/** The order of a line: a task that works for several names none. */
export const orderOf = async (ctx: Ctx, line: LineRow): Promise<string> =>
  (
    await ctx.tx.one<RowOf<typeof operateBill.line, 'billId'>>(sql`
      select bill_id from wms_operate_bill_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId}`)
  ).billId

/** What is not there: its promise ends, and the difference is written down and told. Source: wms.md 7.5. */
export async function noteShort(
  ctx: Ctx,
  task: TaskRow,
  line: LineRow,
  short: Qty,
  reason: ShortReason,
): Promise<void> {
  await releaseAll(ctx, 'task_line_id', [line.id])
  const isItsOwn = task.billKey === operateBill.header.key && task.billId !== null
  const billId = isItsOwn ? (task.billId ?? '') : await orderOf(ctx, line)
  await insert(ctx, pickDiff, [
    {
      taskId: task.id,
      taskLineId: line.id,
      billId,
      billLineId: line.billLineId,
      storeId: line.storeId ?? task.storeId,
      ownerId: line.ownerId,
      productId: line.productId,
      binId: line.fromBinId,
      lotId: line.lotId,
      shortQty: formatQty(short),
      reason,
      state: 'OPEN',
    },
  ])
  await tellShort(ctx, task, line, short, billId)
  ctx.emit({ topic: shortTopic, key: billId })
}

/** Nobody ships goods of a lot that was found to be past its date. */
export async function holdLot(ctx: Ctx, line: LineRow): Promise<void> {
  await ctx.tx.run(sql`
    update wms_lot set hold = true, hold_reason = '拣货发现过期', version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.lotId}`)
}
