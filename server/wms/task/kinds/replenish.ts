import type { Ctx } from '../../../kernel/ctx.ts'
import { faceTopic } from '../../stock/topics.ts'
import type { LineRow } from '../read.ts'
import type { Confirmed, TaskKind } from '../type.ts'
import { putAwayKind } from './putAway.ts'

/** Who waits at the line's pick face is looked after again: its goods do not come, or not there. */
const tellFace = (ctx: Ctx, line: LineRow): void => {
  if (line.toBinId !== null) ctx.emit({ topic: faceTopic, key: line.toBinId })
}
function tellMissing(ctx: Ctx, line: LineRow, done: Confirmed | null): void {
  const elsewhere = done?.toBinId !== undefined && done.toBinId !== line.toBinId
  if (done && (done.short > 0n || elsewhere)) tellFace(ctx, line)
}

/** 补货: a put-away to the pick face where orders wait for the goods. */
export const replenishKind: TaskKind = {
  ...putAwayKind,
  confirm: async (ctx, task, line, input, box) => {
    const done = await putAwayKind.confirm(ctx, task, line, input, box)
    tellMissing(ctx, line, done)
    return done
  },
  confirmAll: async (ctx, task, entering) => {
    const done = (await putAwayKind.confirmAll?.(ctx, task, entering)) ?? []
    for (const [i, { line }] of entering.entries()) tellMissing(ctx, line, done[i] ?? null)
    return done
  },
  pickUp: async (ctx, task, line, input, box) => {
    const taken = await putAwayKind.pickUp?.(ctx, task, line, input, box)
    if (!taken) throw new Error('what is put away can be taken up')
    tellMissing(ctx, line, taken)
    return taken
  },
  dropLine: async (ctx, task, line) => {
    await putAwayKind.dropLine?.(ctx, task, line)
    tellFace(ctx, line)
  },
}
