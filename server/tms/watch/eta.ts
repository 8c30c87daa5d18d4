/** A stop as far as it tells when the next is reached. Moments in milliseconds. */
export interface Ahead {
  readonly id: string
  readonly isDone: boolean
  readonly arriveAt: number | null
  /** How long it takes there. */
  readonly stayMs: number
}

/**
 * When a truck comes to each stop that is still to come, and back.
 * @param fromHere seconds from where it is to the first of them, or to the depot when none is left
 * @param between seconds from each stop to the next one, the last of which is the depot
 */
export function expected(
  now: number,
  stops: readonly Ahead[],
  { fromHere, between }: { readonly fromHere: number; readonly between: readonly number[] },
): { readonly stops: ReadonlyMap<string, number>; readonly back: number } {
  const at = new Map<string, number>()
  const here = stops.findIndex((s) => s.arriveAt !== null && !s.isDone)
  const first = stops.findIndex((s) => s.arriveAt === null && !s.isDone)
  const standing = here >= 0 ? stops[here] : undefined
  // Who stands at a stop leaves it when its time is over, and no sooner than now.
  let free = standing?.arriveAt != null ? Math.max(now, standing.arriveAt + standing.stayMs) : now
  if (first < 0) return { stops: at, back: free + fromHere * 1000 }
  let before = -1
  for (const [i, stop] of stops.entries()) {
    if (stop.arriveAt !== null || stop.isDone) continue
    const way = before < 0 ? fromHere : (between[before] ?? 0)
    const comes = free + way * 1000
    at.set(stop.id, comes)
    free = comes + stop.stayMs
    before = i
  }
  return { stops: at, back: free + (between[before] ?? 0) * 1000 }
}
