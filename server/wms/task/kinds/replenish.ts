import type { Ctx } from '../../../kernel/ctx.ts'
import { faceTopic } from '../../stock/topics.ts'
import { type LineRow, sourceOf } from '../read.ts'
import type { Confirm, Confirmed, TaskKind } from '../type.ts'
import { holdForCount, setAside } from './inDoubt.ts'
import { putAwayKind } from './putAway.ts'

/** Who waits at the line's pick face is looked after again: its goods do not come, or not there. */
const tellFace = (ctx: Ctx, line: LineRow): void => {
  if (line.toBinId !== null) ctx.emit({ topic: faceTopic, key: line.toBinId })
}
/** What was not found, or is broken, is offered to nobody again before somebody has looked. */
async function tellMissing(ctx: Ctx, line: LineRow, input: Confirm, done: Confirmed | null): Promise<void> {
  if (!done) return
  if (done.short > 0n && input.reason === 'NOT_FOUND')
    await holdForCount(ctx, line, sourceOf(line), ['补货无货', 'Not found at replenishment'])
  if (done.short > 0n && input.reason === 'DAMAGED') await setAside(ctx, line, sourceOf(line), done.short)
  const isElsewhere = done.toBinId !== undefined && done.toBinId !== line.toBinId
  if (done.short > 0n || isElsewhere) tellFace(ctx, line)
}

/** 补货: a put-away to the pick face where orders wait for the goods. */
export const replenishKind: TaskKind = {
  ...putAwayKind,
  confirm: async (ctx, task, line, input, box) => {
    const done = await putAwayKind.confirm(ctx, task, line, input, box)
    await tellMissing(ctx, line, input, done)
    return done
  },
  confirmAll: async (ctx, task, entering) => {
    const done = (await putAwayKind.confirmAll?.(ctx, task, entering)) ?? []
    for (const [i, { line, input }] of entering.entries()) await tellMissing(ctx, line, input, done[i] ?? null)
    return done
  },
  pickUp: async (ctx, task, line, input, box) => {
    const taken = await putAwayKind.pickUp?.(ctx, task, line, input, box)
    if (!taken) throw new Error('what is put away can be taken up')
    await tellMissing(ctx, line, input, taken)
    return taken
  },
  dropLine: async (ctx, task, line) => {
    await putAwayKind.dropLine?.(ctx, task, line)
    tellFace(ctx, line)
  },
}
