import type { WalkMethod } from '@lading/contract/wms/pickOrder.ts'

/** What says where a bin stands on the way through a pick area. */
export interface WalkBin {
  readonly id: string
  readonly code: string
  readonly aisle: string | null
  readonly bay: number | null
  readonly level: number | null
  readonly pos: number | null
}

const last = Number.MAX_SAFE_INTEGER
/** Aisles are numbered, or lettered; a bin without an aisle comes after all that have one. */
function byAisle(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a.localeCompare(b, 'en', { numeric: true })
}
/** Within a bay from the floor up, then along it. */
const inBay = (a: WalkBin, b: WalkBin): number =>
  (a.level ?? last) - (b.level ?? last) || (a.pos ?? last) - (b.pos ?? last) || (a.code < b.code ? -1 : 1)
const isOdd = ({ bay }: WalkBin): boolean => bay !== null && bay % 2 === 1

/** How the bays of the n-th aisle are passed. */
const along: Readonly<Record<WalkMethod, (a: WalkBin, b: WalkBin, n: number) => number>> = {
  // Up one aisle, down the next.
  SERPENTINE: (a, b, n) => (n % 2 === 0 ? bays(a, b) : bays(b, a)),
  // Up on the side of the odd bays, back on that of the even ones, out where one came in.
  RETURN: (a, b) => Number(isOdd(b)) - Number(isOdd(a)) || (isOdd(a) ? bays(a, b) : bays(b, a)),
  AISLE: (a, b) => bays(a, b),
}
const bays = (a: WalkBin, b: WalkBin): number => (a.bay ?? last) - (b.bay ?? last)

/** The bins of a pick area in the order in which they are walked. */
export function walkOrder<B extends WalkBin>(bins: readonly B[], method: WalkMethod): B[] {
  const aisles = [...Map.groupBy(bins, (b) => b.aisle)].sort(([a], [b]) => byAisle(a, b))
  return aisles.flatMap(([aisle, own], n) => {
    const pass = along[aisle === null ? 'AISLE' : method]
    return own.toSorted((a, b) => pass(a, b, n) || inBay(a, b))
  })
}
