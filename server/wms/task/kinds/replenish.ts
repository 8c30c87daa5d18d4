import { assert } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { readPlaces } from '../../stock/places.ts'
import { faceTopic } from '../../stock/topics.ts'
import { goBack, goUp } from '../../wave/up.ts'
import { dropPlans, holdPlans } from '../plans.ts'
import { type LineRow, sourceOf, type TaskRow } from '../read.ts'
import type { Confirm, Confirmed, TaskKind } from '../type.ts'
import { holdForCount, setAside } from './inDoubt.ts'
import { putAwayKind } from './putAway.ts'

/**
 * Who waits at the line's pick face is looked after again: its goods do not come, or not there; or they have come, and
 * somebody was promised in this very moment that they are under way.
 */
const tellFace = (ctx: Ctx, line: LineRow): void => {
  const face = line.faceBinId ?? line.toBinId
  if (face !== null) ctx.emit({ topic: faceTopic, key: face })
}
/** What was not found, or is broken, is offered to nobody again before somebody has looked. */
async function tellMissing(ctx: Ctx, line: LineRow, input: Confirm, done: Confirmed): Promise<void> {
  if (done.short > 0n && input.reason === 'NOT_FOUND')
    await holdForCount(ctx, line, sourceOf(line), ['补货无货', 'Not found at replenishment'])
  if (done.short > 0n && input.reason === 'DAMAGED') await setAside(ctx, line, sourceOf(line), done.short)
  tellFace(ctx, line)
}

type After = (ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm, done: Confirmed) => Promise<void>
/** A put-away, with what follows from each of its confirms. */
const putAwayWith = (after: After): TaskKind => ({
  ...putAwayKind,
  confirm: async (ctx, task, line, input, box) => {
    const done = await putAwayKind.confirm(ctx, task, line, input, box)
    await after(ctx, task, line, input, done)
    return done
  },
  confirmAll: async (ctx, task, entering) => {
    const all = (await putAwayKind.confirmAll?.(ctx, task, entering)) ?? []
    for (const [i, { line, input }] of entering.entries()) {
      const done = all[i]
      if (done) await after(ctx, task, line, input, done)
    }
    return all
  },
  pickUp: async (ctx, task, line, input, box) => {
    const taken = await putAwayKind.pickUp?.(ctx, task, line, input, box)
    assert(taken, 'what is put away can be taken up')
    await after(ctx, task, line, input, taken)
    return taken
  },
  undo: async (ctx, task, line) => {
    const plans = await holdPlans(ctx, line.id)
    await putAwayKind.undo?.(ctx, task, line)
    await dropPlans(ctx, plans)
  },
})

async function cameDown(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm, done: Confirmed): Promise<void> {
  await tellMissing(ctx, line, input, done)
  const at = done.placedBinId
  if (at === undefined || line.faceBinId === null) return
  if ((await readPlaces(ctx, [at])).get(at)?.usage === 'RPL_TRANSIT') await goUp(ctx, task, line, done.done, at)
}

/** 补货下架: a put-away to the pick face where orders wait for the goods, or to the transit bin before it. */
export const replenishKind: TaskKind = {
  ...putAwayWith(cameDown),
  dropLine: async (ctx, task, line) => {
    await putAwayKind.dropLine?.(ctx, task, line)
    tellFace(ctx, line)
  },
}

/** Goods that are whole and there, and stay behind, stand in the way. */
async function wentUp(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm, done: Confirmed): Promise<void> {
  await tellMissing(ctx, line, input, done)
  const stays = input.reason === 'NO_ROOM' || input.reason === 'OTHER'
  if (done.short > 0n && stays) await goBack(ctx, task, line, sourceOf(line), done.short)
}

/** 补货上架: from the transit bin to the pick face. What does not come there is put away again. */
export const replenishUpperKind: TaskKind = {
  ...putAwayWith(wentUp),
  dropLine: async (ctx, task, line) => {
    await putAwayKind.dropLine?.(ctx, task, line)
    const left = parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty)
    await goBack(ctx, task, line, sourceOf(line), left)
    tellFace(ctx, line)
  },
}
