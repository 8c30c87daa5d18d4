import { createHash } from 'node:crypto'
import type { Ctx } from '../kernel/ctx.ts'
import { answerOf, DoneBefore, once } from '../kernel/http/idempotency.ts'
import type { OutsideRequest } from '../kernel/http/serve.ts'

/**
 * For calls that make something which is told once: a repeat does nothing and gets the answer without it, so that it is
 * kept nowhere.
 */
export async function toldOnce<T extends object>(
  request: OutsideRequest,
  path: string,
  input: object,
  work: (ctx: Ctx) => Promise<T>,
): Promise<{ readonly answer: T; readonly isFirst: boolean }> {
  const content = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const { key } = request.origin
  try {
    const answer = await request.perform((ctx) => once(ctx, path, key, content, () => work(ctx)))
    return { answer: answer as T, isFirst: true }
  } catch (error) {
    if (!(error instanceof DoneBefore)) throw error
    // What is kept is what `work` answered.
    const answer = await request.perform((ctx) => answerOf(ctx, path, key, content), { read: true })
    return { answer: answer as T, isFirst: false }
  }
}
