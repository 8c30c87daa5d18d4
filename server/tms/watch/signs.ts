import type { AbnormalKind } from '@lading/contract/tms/abnormal.ts'
import { type At, metres, metresOff } from '../gps/coords.ts'
import type { Fix } from './fence.ts'
import { metresOutside, type Place } from './place.ts'

/** What is on its way to be an abnormal. Kept between two looks, as plain data. */
export interface Signs {
  still?: { since: number; p: At } | undefined
  off?: { n: number; since: number } | undefined
  hot?: number | undefined
}
/** Between which degrees goods have to be. */
export interface Range {
  readonly from: number
  readonly to: number
}
export interface Limits {
  readonly stopLongMin: number
  readonly offRouteM: number
  /** Of each temperature that is aboard. */
  readonly ranges: readonly Range[]
  /** The way as it was planned, from the depot over the stops and back. */
  readonly route: readonly At[]
  readonly fences: readonly Place[]
}
/** Something that asks for somebody, and since when: with that it is one episode. */
export interface Sign {
  readonly kind: AbnormalKind
  readonly since: number
  readonly figure: number
}

const minute = 60_000
const still = { kmh: 5, metres: 60 }
const hotMin = 15
const offTimes = 3
/** The straight line of a long leg is no road: so much of its length it may lie beside it. */
const legShare = 0.15

const isStill = ({ still: since }: Signs, fix: Fix): boolean =>
  fix.speed === null ? since === undefined || metres(since.p, fix.p) < still.metres : fix.speed < still.kmh
/** By how much the nearest leg of the plan is missed, in what that leg allows; above one is off. */
function missed(route: readonly At[], p: At, offRouteM: number): { share: number; metres: number } {
  let least = { share: Number.POSITIVE_INFINITY, metres: 0 }
  for (const [i, b] of route.entries()) {
    const a = route[i - 1]
    if (!a) continue
    const off = metresOff(p, a, b)
    const share = off / Math.max(offRouteM, metres(a, b) * legShare)
    if (share < least.share) least = { share, metres: off }
  }
  return least
}

/** The probe that fits best has to fit: which one is in which part of the truck nobody says. */
const isHot = (ranges: readonly Range[], temps: readonly number[]): boolean =>
  temps.length > 0 && ranges.some(({ from, to }) => !temps.some((t) => t >= from && t <= to))

/** What a position of a truck on the road adds up to. @param signs changed */
export function look(signs: Signs, fix: Fix, { fences, route, ...limits }: Limits): Sign[] {
  const found: Sign[] = []
  const isAtFence = fences.some((f) => metresOutside(f, fix.p) === 0)
  if (isAtFence || !isStill(signs, fix))
    signs.still = fix.speed === null && !isAtFence ? { since: fix.at, p: fix.p } : undefined
  else {
    signs.still ??= { since: fix.at, p: fix.p }
    const min = (fix.at - signs.still.since) / minute
    if (min >= limits.stopLongMin) found.push({ kind: 'STOP_LONG', since: signs.still.since, figure: Math.round(min) })
  }
  const off = missed(route, fix.p, limits.offRouteM)
  if (route.length < 2 || off.share <= 1) signs.off = undefined
  else {
    signs.off = { n: (signs.off?.n ?? 0) + 1, since: signs.off?.since ?? fix.at }
    if (signs.off.n >= offTimes) found.push({ kind: 'DEVIATE', since: signs.off.since, figure: Math.round(off.metres) })
  }
  if (!isHot(limits.ranges, fix.temps)) signs.hot = fix.temps.length > 0 ? undefined : signs.hot
  else {
    signs.hot ??= fix.at
    if (fix.at - signs.hot >= hotMin * minute)
      found.push({ kind: 'TEMP', since: signs.hot, figure: Math.max(...fix.temps) })
  }
  return found
}
