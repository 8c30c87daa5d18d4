// engine: gives stock to the orders of a wave, whose locks it holds; whoever sees a wave sees all of its orders

import { floorTo, maxQty, minQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { task as taskTable } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { looseContainer } from '../masters/facts.ts'
import { goodsOfLines } from '../putAway/lines.ts'
import { claimBins, proposeAndLock } from '../putAway/propose.ts'
import { keyText, type StockKey } from '../stock/key.ts'
import { reserve } from '../stock/reservations.ts'
import { lockKeys } from '../stock/rows.ts'
import type { WaveFace } from '../strategy/wave.ts'
import { createTasks, type NewLine, type NewTask } from '../task/create.ts'
import { type LineRow, sourceOf, type TaskRow } from '../task/read.ts'
import { readFaces } from './faces.ts'

/** Why goods that came down do not all go up. */
const tooMany: Text = ['补货回板', 'More than the pick face takes: back to storage']
const secondStep: Text = ['二步补货', 'Second of two steps']

/**
 * How much of what has come to the transit bin goes on to the face; what orders wait for goes there in any case.
 * @param rising what goes there already from transit bins; what is still to come down may wait
 */
export function upTo(
  face: Pick<WaveFace, 'capacity' | 'onHand' | 'waiting' | 'qpc'> | undefined,
  rising: Qty,
  qty: Qty,
): Qty {
  if (!face || face.capacity === null) return qty
  const room = floorTo(maxQty(0n, face.capacity - face.onHand - rising), face.qpc)
  return minQty(qty, maxQty(room, face.waiting - rising))
}

/** Under way from transit bins to the face of a line. */
async function risingTo(ctx: Ctx, { faceBinId, productId }: LineRow): Promise<Qty> {
  const { qty } = await ctx.tx.one<{ qty: string }>(sql`
    select coalesce(sum(l.plan_qty - l.done_qty - l.short_qty), 0) as qty from wms_task k
    join wms_task_line l on l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id and l.state in ('OPEN', 'INHAND')
    where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.task_type = 'RPL_UP' and k.state not in ('DONE', 'CANCELED')
      and l.to_bin_id = ${faceBinId} and l.product_id = ${productId}`)
  return parseQty(qty)
}

/** Goods of a line that were put down at a transit bin go on to their face; what it has no room for goes back. */
export async function goUp(ctx: Ctx, task: TaskRow, line: LineRow, qty: Qty, transitId: string): Promise<void> {
  const { faces } = await readFaces(ctx, [line.productId ?? ''])
  const up = upTo(
    faces.find((f) => f.binId === line.faceBinId),
    await risingTo(ctx, line),
    qty,
  )
  const loose = await looseContainer(ctx)
  const key: StockKey = { ...sourceOf(line), binId: transitId, containerId: loose }
  if (up > 0n) {
    const target = { toBinId: line.faceBinId, toContainerId: loose, why: secondStep, planQty: up }
    await makeTask(ctx, task, line, key, 'RPL_UP', [target])
  }
  if (up < qty) await goBack(ctx, task, line, key, qty - up)
}

/** 补货回板: goods at a transit bin that do not go to their face are put away, elsewhere. */
export async function goBack(ctx: Ctx, task: TaskRow, line: LineRow, key: StockKey, qty: Qty): Promise<void> {
  const row = (await lockKeys(ctx, [key])).get(keyText(key))
  const free = row ? minQty(qty, row.qty - row.reserved) : 0n
  if (free <= 0n) return
  const [goods] = await goodsOfLines(ctx, [{ ...line, fromContainerId: key.containerId, toContainerId: null }], free)
  if (!goods) return
  const targets = await proposeAndLock(ctx, goods, undefined, line.faceBinId ?? line.toBinId)
  const lines = targets.map((t) => ({ toBinId: t.binId, why: t.binId === null ? t.why : tooMany, planQty: t.qty }))
  const ids = await makeTask(ctx, task, line, key, 'PUTAWAY', lines)
  await claimBins(
    ctx,
    goods,
    targets.map((t, i) => ({ id: ids[i] ?? '', binId: t.binId, qty: t.qty })),
  )
}

/** One task for goods that stand there, and their promise. @returns its lines */
async function makeTask(
  ctx: Ctx,
  from: TaskRow,
  line: LineRow,
  key: StockKey,
  taskType: 'RPL_UP' | 'PUTAWAY',
  targets: readonly (Pick<NewLine, 'toBinId' | 'toContainerId' | 'planQty'> & { readonly why: Text })[],
): Promise<string[]> {
  const { binId, containerId, ...goods } = key
  const lines = targets.map((t) => ({
    ...goods,
    ...t,
    id: ctx.newId(),
    fromBinId: binId,
    fromContainerId: containerId,
    originId: line.id,
  }))
  await createTasks(ctx, [{ ...(await causeOf(ctx, from)), taskType, ownerId: key.ownerId, lines }])
  const row = (await lockKeys(ctx, [key])).get(keyText(key))
  await reserve(
    ctx,
    lines.map((l) => ({
      stockId: row?.id ?? '',
      qty: l.planQty,
      kind: 'MOVE' as const,
      taskLineId: l.id,
      idemKey: `up:${l.id}`,
    })),
  )
  return lines.map((l) => l.id)
}

/** Goes on as urgently as it began, for the same bill. */
async function causeOf(ctx: Ctx, { id, billKey, billId, billNo }: TaskRow): Promise<Partial<NewTask>> {
  const { priority, dueAt } = await ctx.tx.one<RowOf<typeof taskTable, 'priority' | 'dueAt'>>(sql`
    select priority, due_at from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
  return {
    priority,
    dueAt,
    ...(billKey && billId && { bill: { key: billKey, id: billId, no: billNo ?? '' } }),
  }
}
