import { refuse } from '@lading/contract/kernel/fault.ts'
import { takeFaults } from '@lading/contract/wms/stockTakeFaults.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { personHere } from '../../platform/personHere.ts'
import { demandFitFor } from '../worker/fit.ts'

/** Bins that are neighbours, and who counts them; nobody in particular where no team is named. */
export interface Share<B> {
  readonly bins: readonly B[]
  readonly userId: string | null
}

/**
 * Bins in walking order, one area and so many of them to a task. A team shares them evenly: each has a stretch of the
 * way to himself.
 */
export function shareOut<B extends { readonly areaId: string }>(
  bins: readonly B[],
  most: number,
  team: readonly string[],
): Share<B>[] {
  const shares: { bins: B[]; userId: string | null }[] = []
  bins.forEach((bin, i) => {
    const userId = team[Math.floor((i * team.length) / bins.length)] ?? null
    const last = shares.at(-1)
    const goesOn = last?.userId === userId && last.bins[0]?.areaId === bin.areaId && last.bins.length < most
    if (goesOn) last.bins.push(bin)
    else shares.push({ bins: [bin], userId })
  })
  return shares
}

/** Each of them works here and may count. @throws Fault notHere, unfit, tooManyTasks */
export async function demandTeam(ctx: Ctx, team: readonly string[]): Promise<void> {
  for (const userId of team) {
    const person = (await personHere(ctx, userId)) ?? refuse(takeFaults.notHere)
    await demandFitFor(ctx, { id: '0', queue: 'STOCK_TAKE', pickAreaId: null, equipment: [] }, person)
  }
}
