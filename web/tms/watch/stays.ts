import type { TrackPoint } from '@lading/contract/tms/watch.ts'

export interface Stay {
  /** Seconds since the first position. */
  readonly from: number
  readonly to: number
}
/** Longer than this somebody asks why. */
const staySeconds = 300
const slowKmh = 5

/** Where a truck stood for more than five minutes. */
export function staysOf(points: readonly TrackPoint[]): readonly Stay[] {
  const stays: Stay[] = []
  let from: number | undefined
  let to = 0
  for (const [second, , , speed] of points) {
    if (speed !== null && speed < slowKmh) {
      from ??= second
      to = second
      continue
    }
    if (from !== undefined && to - from >= staySeconds) stays.push({ from, to })
    from = undefined
  }
  if (from !== undefined && to - from >= staySeconds) stays.push({ from, to })
  return stays
}
