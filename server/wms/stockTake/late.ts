import type { Ctx } from '../../kernel/ctx.ts'
import { movedSince } from '../stock/counted.ts'
import type { StockKey } from '../stock/key.ts'
import type { TaskRow } from '../task/read.ts'
import type { TakeBin } from './bins.ts'

/** What arrives sooner than this was counted just now. It is also how far the reckoning of a handheld may be off. */
const slackMs = 5_000

/**
 * Which of these stocks moved between the count and its arrival. When it was made is what the handheld says, and its word
 * only ever decides how far back is looked: an earlier moment finds more moves, one that lies ahead all since the task was
 * made. What a count is compared with is the book of now, never that of then: of what moved, nobody knows on which side of
 * the count, and it is counted again.
 */
export async function movedMeanwhile(
  ctx: Ctx,
  task: TaskRow,
  { binId }: TakeBin,
  scannedAt: string | undefined,
  keys: readonly StockKey[],
): Promise<ReadonlySet<string>> {
  if (scannedAt === undefined || keys.length === 0) return new Set()
  const ageMs = ctx.now().getTime() - Date.parse(scannedAt)
  if (Math.abs(ageMs) <= slackMs) return new Set()
  const since = new Date(ageMs < 0 ? 0 : Date.parse(scannedAt) - slackMs)
  return movedSince(ctx, { binId, productIds: [...new Set(keys.map((k) => k.productId))], since, taskId: task.id })
}
