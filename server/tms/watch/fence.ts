import { type At, metres } from '../gps/coords.ts'
import { metresOutside, type Place } from './place.ts'

/** A position that is believed. `at` in milliseconds; without a speed it follows from the places. */
export interface Fix {
  readonly at: number
  readonly p: At
  readonly speed: number | null
  readonly temps: readonly number[]
}
export interface Fence extends Place {
  readonly id: string
  /** Something is still to be done there. */
  readonly isOpen: boolean
}
/** How a truck stands to a fence. Kept between two looks, as plain data. */
export interface Visit {
  inside: number
  firstIn: number
  firstAt: At
  outside: number
  firstOut: number
  isThere: boolean
}
export type Visits = Record<string, Visit>
export interface Crossing {
  readonly id: string
  readonly kind: 'ARRIVE' | 'LEAVE'
  readonly at: number
}

/** Positions miss by tens of metres: whoever is in has to be so far out to have left. */
const hysteresisM = 50
/** Slower than this, a truck stops; metres a second of 8 km/h. */
const slow = { kmh: 8, ms: 8 / 3.6 }
/** So long within a fence without getting anywhere is an arrival: soon at the next stop, later at those that are passed on the way. */
const dwellMs = { next: 60_000, later: 180_000 }

const fresh = (): Visit => ({ inside: 0, firstIn: 0, firstAt: [0, 0], outside: 0, firstOut: 0, isThere: false })
const visitOf = (visits: Visits, id: string): Visit => {
  visits[id] ??= fresh()
  return visits[id]
}

function leaves(v: Visit, outM: number, fix: Fix): boolean {
  if (outM <= hysteresisM) {
    v.outside = 0
    return false
  }
  v.outside += 1
  if (v.outside === 1) v.firstOut = fix.at
  return v.outside >= 2
}

function stops(v: Visit, fix: Fix, isNext: boolean): boolean {
  if (v.inside < 2) return false
  if (isNext && fix.speed !== null && fix.speed < slow.kmh) return true
  const dwell = fix.at - v.firstIn
  return dwell >= (isNext ? dwellMs.next : dwellMs.later) && metres(v.firstAt, fix.p) / (dwell / 1000) < slow.ms
}

/**
 * What a position tells of fences: in which the truck has arrived, and which it has left. Of fences that overlap the first
 * of the plan counts, as long as something is to be done there.
 * @param fences in the order of the plan: those to come, and those where it is
 * @param visits changed
 */
export function cross(fences: readonly Fence[], visits: Visits, fix: Fix): Crossing[] {
  const found: Crossing[] = []
  let isTaken = false
  let isNext = true
  for (const fence of fences) {
    const { id, isOpen } = fence
    const v = visitOf(visits, id)
    const outM = metresOutside(fence, fix.p)
    if (v.isThere) {
      if (leaves(v, outM, fix)) {
        found.push({ id, kind: 'LEAVE', at: v.firstOut })
        visits[id] = fresh()
      } else if (isOpen) isTaken = true
      continue
    }
    if (!isOpen) continue
    const isIn = outM === 0
    if (isTaken || outM > hysteresisM) visits[id] = fresh()
    else if (isIn) {
      isTaken = true
      v.inside += 1
      if (v.inside === 1) Object.assign(v, { firstIn: fix.at, firstAt: fix.p })
      if (stops(v, fix, isNext)) {
        Object.assign(v, { isThere: true, outside: 0 })
        found.push({ id, kind: 'ARRIVE', at: v.firstIn })
      }
    }
    isNext = false
  }
  return found
}

/** When a truck that was seen in its depot has left it. */
export function leftDepot(depot: Place, v: Visit, fix: Fix): number | undefined {
  const outM = metresOutside(depot, fix.p)
  if (outM === 0) Object.assign(v, { inside: v.inside + 1, outside: 0 })
  if (v.inside < 2) return undefined
  return leaves(v, outM, fix) ? v.firstOut : undefined
}
export const depotVisit = fresh
