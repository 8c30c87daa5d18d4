import type { Ctx } from '../../kernel/ctx.ts'
import { binsOf, takenOf } from './scope.ts'
import { beginCount } from './start.ts'

const blankScope = {
  ...{ areaId: null, storageAreaId: null, pickAreaId: null, binFrom: null, binTo: null, abc: null },
  ...{ ownerId: null, productId: null, movedSince: null, withEmpty: true },
} as const

/** 循环盘点: the bins that are the most due are counted today, unless they are being counted. @returns how many */
export async function cycleCount(ctx: Ctx, most: number): Promise<number> {
  if (most <= 0) return 0
  const due = await binsOf(ctx, { ...blankScope, id: '0', kind: 'CYCLE', most })
  const taken = await takenOf(
    ctx,
    due.map((b) => b.id),
    blankScope,
  )
  const free = due.filter((b) => !taken.some((t) => t.binId === b.id))
  if (free.length === 0) return 0
  return (await beginCount(ctx, { kind: 'CYCLE', binIds: free.map((b) => b.id), ownerId: null, productId: null })).bins
}
