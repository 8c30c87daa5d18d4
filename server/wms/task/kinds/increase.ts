import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { binByCode, looseContainer } from '../../masters/facts.ts'
import { demandFits } from '../../putAway/fit.ts'
import { goodsOfLines } from '../../putAway/lines.ts'
import { claimBins, closeClaims } from '../../putAway/propose.ts'
import { lockContainers } from '../../stock/containers.ts'
import type { StockKey } from '../../stock/key.ts'
import { post } from '../../stock/post.ts'
import { lockKeys } from '../../stock/rows.ts'
import { type LineRow, readLines, type TaskRow } from '../read.ts'
import { demandBin, demandProduct } from '../scan.ts'
import type { Confirm, Confirmed, TaskKind } from '../type.ts'
import { causeOf, fewer } from './decrease.ts'

/** Each line's bin takes its goods, beside those of the lines before it, and is kept for them. */
async function approve(ctx: Ctx, task: TaskRow): Promise<void> {
  for (const line of await readLines(ctx, task.id)) {
    const [goods] = await goodsOfLines(ctx, [line])
    if (!goods) continue
    await demandFits(ctx, [goods], line.toBinId ?? '')
    await claimBins(ctx, goods, [{ id: line.id, binId: line.toBinId, qty: goods.qty }])
  }
}

/** The goods come into the book where they stand. */
async function confirm(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  const { qty, short, closed } = fewer(line, input)
  await demandBin(ctx, line.toBinId ?? '', input.scans.bin)
  await demandProduct(ctx, line.productId ?? '', input.scans.product)
  if (qty > 0n) await bringIn(ctx, task, line, qty, input.pieces)
  if (closed) await closeClaims(ctx, [line.id], 'DONE')
  return { done: qty, short, closed, ...(input.pieces !== undefined && { pieces: input.pieces }) }
}

async function bringIn(ctx: Ctx, task: TaskRow, line: LineRow, qty: bigint, counted: number | undefined) {
  const box = (await lockContainers(ctx, [line.toContainerId])).get(line.toContainerId ?? '')
  const to = keyAt(line, line.toBinId ?? '', line.toContainerId ?? '')
  await lockKeys(ctx, [to])
  const [goods] = await goodsOfLines(ctx, [line], qty)
  if (goods) await demandFits(ctx, [goods], to.binId)
  const reason = await causeOf(ctx, task)
  const from = { ...to, binId: await binByCode(ctx, 'V_ADJUST'), containerId: await looseContainer(ctx) }
  const pieces = counted ?? (qty === parseQty(line.planQty) ? (line.planPieces ?? undefined) : undefined)
  await post(ctx, {
    bizType: 'ADJ_INC',
    idemKey: `tl:${line.id}:${ctx.key}`,
    source: { type: task.taskType, id: task.id },
    taskLineId: line.id,
    ...(reason && { reason }),
    lines: [
      { key: from, delta: -qty, pieces: pieces === undefined ? undefined : -pieces },
      { key: to, delta: qty, pieces },
    ],
    ...(box && { containers: [{ id: box.id, from: ['IDLE', 'STORED'], state: 'STORED', binId: to.binId }] }),
  })
}

const keyAt = (line: LineRow, binId: string, containerId: string): StockKey => ({
  ownerId: line.ownerId ?? '',
  productId: line.productId ?? '',
  qpcId: line.qpcId ?? '',
  lotId: line.lotId ?? '',
  stockType: line.stockType ?? 'GOOD',
  binId,
  containerId,
})

export const increaseKind: TaskKind = {
  approve,
  confirm,
  dropLine: (ctx, _task, line) => closeClaims(ctx, [line.id], 'FREED'),
  endsEarly: true,
}
