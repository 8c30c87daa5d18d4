// engine: inspects what is received and judges it, under the lock of its receipt or bill

import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { containerByCode } from '../masters/facts.ts'
import { planPutAway } from '../putAway/afterReceipt.ts'
import { placeLost } from '../putAway/again.ts'
import { goodsOfLines } from '../putAway/lines.ts'
import { keyText, type StockKey } from '../stock/key.ts'
import type { Posted } from '../stock/posting.ts'
import { release, reservationsOf, reserve } from '../stock/reservations.ts'
import { logTasks } from '../task/log.ts'
import { lockTask, readLine, type TaskRow } from '../task/read.ts'
import type { QualityLine } from './verdict.ts'

/** A line of put-away that waits for a verdict. */
export interface Waiting {
  readonly id: string
  readonly taskId: string
  readonly originId: string
  readonly lotId: string
  readonly fromContainerId: string
}
/** What becomes of a line's goods: see `approve`. */
export interface Sent {
  readonly line: QualityLine
  readonly good: StockKey
  readonly bad: StockKey
  readonly pass: Qty
  readonly rejected: Qty
}

/** A put-away waits, also while it is suspended. */
const isWaiting = sql`(k.state = 'WAIT' or k.state = 'SUSPENDED' and k.suspended_from = 'WAIT')`

/** The put-aways that wait for the verdict on these lines, locked. */
export async function holdWaiting(ctx: Ctx, lines: readonly QualityLine[]): Promise<Waiting[]> {
  const origins = lines.map((l) => l.taskLineId)
  await ctx.tx.query(sql`
    select k.id from wms_task k where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and ${isWaiting} and k.id in (
      select l.task_id from wms_task_line l where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.origin_id = any(${origins}::bigint[]))
    order by k.id for update`)
  const rows = await ctx.tx.query<Waiting & object>(sql`
    select l.id, l.task_id, l.origin_id, l.lot_id, l.from_container_id from wms_task_line l
    join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.origin_id = any(${origins}::bigint[])
      and k.task_type = 'PUTAWAY' and ${isWaiting} and l.state = 'OPEN' and l.stock_type = 'QC' order by l.id`)
  return rows.filter((w) => lines.some((l) => isOf(w, l)))
}
const isOf = (w: Waiting, l: QualityLine): boolean =>
  w.originId === l.taskLineId && w.lotId === l.lotId && w.fromContainerId === l.containerId

/** What was promised to waiting put-aways is free. */
export const freePlans = async (ctx: Ctx, waiting: readonly Waiting[]): Promise<void> => {
  const ids = waiting.map((w) => w.id)
  if (ids.length > 0) await release(ctx, await reservationsOf(ctx, 'task_line_id', ids))
}

/** The part that stays on its container, or on the floor: what is good, or all of it when nothing is. */
const stayingOf = (j: Sent): { key: StockKey; qty: Qty } | undefined => {
  if (j.pass > 0n) return { key: j.good, qty: j.pass }
  return j.bad.containerId === j.line.containerId ? { key: j.bad, qty: j.rejected } : undefined
}

/** Waiting lines carry what stays, and begin once nothing on their container waits any more; the others are off. */
export async function wake(
  ctx: Ctx,
  waiting: readonly Waiting[],
  judged: readonly Sent[],
  posted: Posted | undefined,
): Promise<void> {
  const kept = new Set<string>()
  for (const j of judged) {
    const stays = stayingOf(j)
    const first = waiting.find((w) => isOf(w, j.line))
    if (!stays || !first) continue
    kept.add(first.id)
    await ctx.tx.run(sql`
      update wms_task_line set stock_type = ${stays.key.stockType}, plan_qty = ${formatQty(stays.qty)}::numeric, version = version + 1, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${first.id}`)
    await reserve(ctx, [
      {
        stockId: posted?.rowIds.get(keyText(stays.key)) ?? '',
        qty: stays.qty,
        kind: 'MOVE',
        taskLineId: first.id,
        idemKey: `pa:${first.id}:${ctx.newId()}`,
      },
    ])
  }
  const off = waiting.filter((w) => !kept.has(w.id)).map((w) => w.id)
  await ctx.tx.run(sql`
    update wms_task_line set state = 'CANCELED', version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${off}::bigint[])`)
  for (const id of [...new Set(waiting.map((w) => w.taskId))]) await begin(ctx, id)
}

/** A put-away whose goods are all judged may begin, with a bin to go to, or once it is resumed; one that has nothing left is off. */
async function begin(ctx: Ctx, id: string): Promise<void> {
  const { open, uninspected, qty } = await ctx.tx.one<{ open: number; uninspected: number; qty: string }>(sql`
    select count(*)::integer as open, (count(*) filter (where stock_type = 'QC'))::integer as uninspected, coalesce(sum(plan_qty), 0) as qty
    from wms_task_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_id = ${id} and state = 'OPEN'`)
  const task = await lockTask(ctx, id)
  const isSuspended = task.state === 'SUSPENDED'
  const next = uninspected > 0 ? 'WAIT' : 'READY'
  const to = open === 0 ? 'CANCELED' : isSuspended ? 'SUSPENDED' : next
  await ctx.tx.run(sql`
    update wms_task set state = ${to}, suspended_from = ${isSuspended && open > 0 ? next : null}, plan_qty = ${qty}::numeric, line_count = ${open},
      finished_at = ${to === 'CANCELED' ? ctx.now() : null}::timestamptz, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
  if (to !== task.state)
    logTasks(ctx, [{ taskId: id, action: to === 'READY' ? 'release' : 'cancel', from: task.state, to }])
  if (open > 0 && next === 'READY') await placeLost(ctx, await lockTask(ctx, id))
}

/**
 * What does not go with a waiting put-away gets one of its own: rejects beside it, and all of what nobody waited for; for
 * each line that was received, since its order counts what was put away of it.
 */
export async function sendOn(
  ctx: Ctx,
  waiting: readonly Waiting[],
  judged: readonly Sent[],
  posted: Posted,
): Promise<void> {
  const parts = new Map<string, { key: StockKey; qty: Qty; origin: string }>()
  const add = (key: StockKey, qty: Qty, origin: string) => {
    const name = `${origin} ${keyText(key)}`
    const had = parts.get(name)
    if (qty > 0n) parts.set(name, { key, origin, qty: qty + (had?.qty ?? 0n) })
  }
  for (const j of judged) {
    const stays = waiting.some((w) => isOf(w, j.line)) ? stayingOf(j) : undefined
    if (stays?.key !== j.good) add(j.good, j.pass, j.line.taskLineId)
    if (stays?.key !== j.bad) add(j.bad, j.rejected, j.line.taskLineId)
  }
  for (const { key, qty, origin } of parts.values()) {
    const received = await readLine(ctx, origin)
    const task = await receiptOf(ctx, received.taskId)
    const { code } = await ctx.tx.one<{ code: string }>(sql`
      select code from wms_container where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${key.containerId}`)
    const container = await containerByCode(ctx, code)
    const [goods] = await goodsOfLines(ctx, [
      {
        ...received,
        ...key,
        planQty: formatQty(qty),
        doneQty: '0',
        fromContainerId: key.containerId,
        toContainerId: null,
      },
    ])
    await planPutAway(
      ctx,
      task,
      received,
      key,
      container,
      { ...found(goods, ['商品', 'Product']), lineIds: [] },
      posted,
    )
  }
}

type Receipt = Pick<TaskRow, 'vendorId' | 'billKey' | 'billId' | 'billNo'>
const receiptOf = (ctx: Ctx, taskId: string): Promise<Receipt> =>
  ctx.tx.one<Receipt & object>(sql`
    select vendor_id, bill_key, bill_id, bill_no from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${taskId}`)
