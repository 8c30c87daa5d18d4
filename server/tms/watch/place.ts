import { isInside } from '@lading/contract/tms/geometry.ts'
import type { Ring } from '@lading/contract/tms/region.ts'
import { type At, metres, metresOff } from '../gps/coords.ts'

/** What is watched of a site: a circle around its place, or a boundary that somebody has drawn. */
export interface Place {
  readonly at: At
  readonly radiusM: number
  /** Drawn: then it counts instead of the circle. */
  readonly ring?: Ring | undefined
}

/** By how many metres a position lies outside of a place; inside, and on the boundary, by none. */
export function metresOutside({ at, radiusM, ring }: Place, p: At): number {
  if (!ring) return Math.max(0, metres(at, p) - radiusM)
  if (isInside(p, ring)) return 0
  return Math.min(...ring.map((a, i) => metresOff(p, a, ring[(i + 1) % ring.length] ?? a)))
}
