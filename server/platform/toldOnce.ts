import { createHash } from 'node:crypto'
import type { Ctx } from '../kernel/ctx.ts'
import { once } from '../kernel/http/idempotency.ts'
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
  let isFirst = false
  const answer = await request.perform((ctx) => {
    // A lost race runs all of it again.
    isFirst = false
    return once(ctx, path, request.origin.key, content, () => {
      isFirst = true
      return work(ctx)
    })
  })
  // What is kept is what `work` answered.
  return { answer: answer as T, isFirst }
}
