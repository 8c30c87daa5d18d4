// engine: locks tasks and their lines, and moves what they say

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { lineState } from '../../platform/document/refresh.ts'
import { incomingLines } from '../bill/incoming.ts'
import { binByCode, containerByCode, readProduct, stageBin } from '../masters/facts.ts'
import { planPutAway } from '../putAway/afterReceipt.ts'
import type { StockKey } from '../stock/key.ts'
import { post } from '../stock/post.ts'
import { reverse } from '../stock/reverse.ts'
import { endOf, refusedOf } from '../task/kinds/receive.ts'
import { demandPlanned } from '../task/overPlan.ts'
import { dropPlans, holdPlans } from '../task/plans.ts'
import type { LineRow, TaskRow } from '../task/read.ts'
import { demandProduct } from '../task/scan.ts'
import type { Confirm, Confirmed, TaskKind } from '../task/type.ts'
import { lotBack } from './returnable.ts'
import { claimTopic } from './topic.ts'

async function confirm(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  const qty = parseQty(input.qty)
  const rest = parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty)
  const refused = refusedOf(line, input, rest)
  if (qty === 0n && refused === 0n && input.reason) return { done: 0n, short: rest, closed: true }
  if (qty + refused <= 0n) refuse(wmsFaults.qtyNotPositive)
  demandPlanned(line, qty + refused, rest)
  if (qty + refused < rest && !input.reason && !input.partial) refuse(wmsFaults.needReason)
  await demandProduct(ctx, line.productId ?? '', input.scans.product)
  const taken = qty > 0n ? await takeBack(ctx, task, line, input, qty) : {}
  await count(ctx, task, line, { qty, refused, pieces: input.pieces })
  return { done: qty, refused, ...endOf(qty, refused, rest, input, 0n), pieces: input.pieces, ...taken }
}

/** From the store into the book, as what they are found to be, of a lot that it got; and on to their bin. */
async function takeBack(
  ctx: Ctx,
  task: TaskRow,
  line: LineRow,
  input: Confirm,
  qty: Qty,
): Promise<Pick<Confirmed, 'lotId' | 'toBinId' | 'toContainerId'>> {
  const [ownerId, productId, storeId] = [line.ownerId ?? '', line.productId ?? '', line.storeId ?? task.storeId ?? '']
  const stockType = input.stockType ?? line.stockType ?? 'GOOD'
  const product = await readProduct(ctx, productId, line.qpcId)
  const of = { storeId, ownerId, productId, isDated: product.shelfMode !== 'NONE' }
  const lot = await lotBack(ctx, of, input, qty)
  const container = await containerByCode(ctx, 'LOOSE')
  const key: StockKey = {
    ...{ ownerId, productId, stockType, lotId: lot.id, qpcId: line.qpcId ?? product.qpcId },
    ...{ binId: await stageBin(ctx, 'RTN_RECEIVE'), containerId: container.id },
  }
  const from = { ...key, binId: await binByCode(ctx, 'V_STORE') }
  const { pieces } = input
  const posted = await post(ctx, {
    bizType: 'RTN_RECEIVE',
    idemKey: `tl:${line.id}:${ctx.key}`,
    source: { type: task.taskType, id: task.id },
    taskLineId: line.id,
    storeId,
    lines: [
      { key: from, delta: -qty, pieces: pieces === undefined ? undefined : -pieces },
      { key, delta: qty, pieces },
    ],
  })
  const { expireDate, productionDate } = lot
  const goods = { product, ownerId, stockType, lotId: lot.id, expireDate, productionDate, qty, whole: false }
  await planPutAway(ctx, task, line, key, container, goods, posted)
  return { lotId: lot.id, toBinId: key.binId, toContainerId: container.id }
}

/** The paper's line counts what came of it. */
async function count(
  ctx: Ctx,
  task: TaskRow,
  line: LineRow,
  { qty, refused, pieces }: { qty: Qty; refused: Qty; pieces: number | undefined },
): Promise<void> {
  const done = sql`done_qty + ${formatQty(qty)}::numeric`
  await ctx.tx.run(sql`
    update ${incomingLines(task.billKey)} set done_qty = ${done}, done_pieces = coalesce(done_pieces, 0) + ${pieces ?? 0},
      refused_qty = nullif(coalesce(refused_qty, 0) + ${formatQty(refused)}::numeric, 0), state = ${lineState(done)}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId}`)
}

/** What did not come will not: the paper drops it, and it is asked who is liable. */
async function finish(ctx: Ctx, task: TaskRow): Promise<void> {
  await ctx.tx.run(sql`
    update ${incomingLines(task.billKey)} b set cancel_qty = b.plan_qty - b.done_qty
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.id = any(array(
      select l.bill_line_id from wms_task_line l where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.task_id = ${task.id}))`)
  ctx.emit({ topic: claimTopic, key: `${task.billKey}:${task.billId}` })
}

/** Received by mistake: it is the store's again, as long as nobody began to put it away. */
async function undo(ctx: Ctx, task: TaskRow, line: LineRow): Promise<void> {
  const plans = await holdPlans(ctx, line.id)
  if (parseQty(line.doneQty) > 0n) await reverse(ctx, line.id)
  await dropPlans(ctx, plans)
  await ctx.tx.run(sql`
    update ${incomingLines(task.billKey)} set done_qty = done_qty - ${line.doneQty}::numeric, cancel_qty = 0,
      refused_qty = nullif(coalesce(refused_qty, 0) - ${line.refusedQty ?? '0'}::numeric, 0), state = 'OPEN'
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId}`)
  ctx.emit({ topic: claimTopic, key: `${task.billKey}:${task.billId}` })
}

export const rtnReceiveKind: TaskKind = { confirm, finish, undo, endsEarly: true }
