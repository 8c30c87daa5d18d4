import { minQty, type Qty } from '@lading/contract/kernel/qty.ts'

/** Somebody who waits for goods at a pick face. */
export interface WaitingFor {
  readonly id: string
  readonly open: Qty
  /** The work that it belongs to; until that is made nobody could begin it. */
  readonly taskId: string | null
  /** That work waits for other goods too. */
  readonly isElsewhere: boolean
  readonly minExpire: string | null
}
/** Goods that lie there, in the order in which they are given away. */
export interface Lying {
  readonly id: string
  readonly free: Qty
  readonly expireDate: string | null
}

export const isFresh = (row: Pick<Lying, 'expireDate'>, { minExpire }: Pick<WaitingFor, 'minExpire'>): boolean =>
  minExpire === null || row.expireDate === null || row.expireDate >= minExpire

/**
 * Who is served first: work that can be begun with what lies there, then the others as they came. So no goods lie at a
 * face for somebody who needs more of them, while another could go with what there is; what he lacks is on its way to him.
 */
export function inTurn<W extends WaitingFor>(waiting: readonly W[], lying: readonly Lying[]): W[] {
  let left: ReadonlyMap<string, Qty> = new Map(lying.map((l) => [l.id, l.free]))
  const ready: W[] = []
  for (const [taskId, work] of Map.groupBy(waiting, (w) => w.taskId)) {
    const after = taskId === null || work.some((w) => w.isElsewhere) ? undefined : without(work, lying, left)
    if (!after) continue
    left = after
    ready.push(...work)
  }
  return [...ready, ...waiting.filter((w) => !ready.includes(w))]
}

/** What is left when all of these were served; undefined where there is not enough for them. */
function without(work: readonly WaitingFor[], lying: readonly Lying[], left: ReadonlyMap<string, Qty>) {
  const after = new Map(left)
  for (const w of work) {
    let open = w.open
    for (const row of lying) {
      if (!isFresh(row, w)) continue
      const part = minQty(open, after.get(row.id) ?? 0n)
      after.set(row.id, (after.get(row.id) ?? 0n) - part)
      open -= part
    }
    if (open > 0n) return undefined
  }
  return after
}
