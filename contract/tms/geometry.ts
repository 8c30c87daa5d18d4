import type { Ring } from './region.ts'

export type Point = readonly [lng: number, lat: number]

/**
 * Corners are counted in millionths of a degree, as whole numbers: then every figure below is exact as long as a region is
 * no wider than half the world (2^53 holds the products), and what touches is told from what crosses.
 */
const fine = 1e6
const whole = ([lng, lat]: Point): Point => [Math.round(lng * fine), Math.round(lat * fine)]
const cornersMax = 2_000
const isPoint = (p: unknown): p is Point =>
  Array.isArray(p) && p.length === 2 && p.every(Number.isFinite) && Math.abs(p[0]) <= 180 && Math.abs(p[1]) <= 90

/** A boundary as it is kept: rounded, without corners that stand on the one before; nothing where it is none. */
export function ringOf(value: unknown): Ring | undefined {
  if (!Array.isArray(value) || value.length > cornersMax || !value.every(isPoint)) return undefined
  const corners = value.map(whole)
  const isNext = (p: Point, i: number) => {
    const before = corners[(i + corners.length - 1) % corners.length]
    return before === undefined || p[0] !== before[0] || p[1] !== before[1]
  }
  const ring = corners.filter(isNext).map(([x, y]): Point => [x / fine, y / fine])
  const width = (of: readonly number[]) => Math.max(...of) - Math.min(...of)
  const isWide = width(ring.map((p) => p[0])) > 60 || width(ring.map((p) => p[1])) > 60
  return ring.length < 3 || isWide ? undefined : ring
}

/** Twice the signed area of a triangle: on which side of a line a point lies. */
const side = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
const lies = (v: number, a: number, b: number): boolean => v >= Math.min(a, b) && v <= Math.max(a, b)
const isOn = (a: Point, b: Point, p: Point): boolean =>
  side(a, b, p) === 0 && lies(p[0], a[0], b[0]) && lies(p[1], a[1], b[1])

/** Whether two segments cross at a point that is an end of neither. */
const cross = (a: Point, b: Point, c: Point, d: Point): boolean =>
  Math.sign(side(a, b, c)) * Math.sign(side(a, b, d)) < 0 && Math.sign(side(c, d, a)) * Math.sign(side(c, d, b)) < 0
/** Whether two segments have a point in common. */
const meet = (a: Point, b: Point, c: Point, d: Point): boolean =>
  cross(a, b, c, d) || isOn(a, b, c) || isOn(a, b, d) || isOn(c, d, a) || isOn(c, d, b)

const cornersOf = (ring: Ring): readonly Point[] => ring.map(whole)
const sidesOf = (corners: readonly Point[]): readonly (readonly [Point, Point])[] =>
  corners.flatMap((a, i) => {
    const b = corners[(i + 1) % corners.length]
    return b ? [[a, b] as const] : []
  })

/** Whether a boundary crosses or touches itself, or encloses nothing. Neighbouring sides share a corner, which is no crossing. */
export function crossesItself(ring: Ring): boolean {
  const sides = sidesOf(cornersOf(ring))
  const n = sides.length
  for (const [i, [a, b]] of sides.entries())
    for (const [k, [c, d]] of sides.entries()) {
      if (k <= i) continue
      // What goes back over the way it came is no boundary; else neighbours meet in their corner alone.
      if (k === i + 1) {
        if (isOn(a, b, d) || isOn(c, d, a)) return true
      } else if (i === 0 && k === n - 1) {
        if (isOn(c, d, b) || isOn(a, b, c)) return true
      } else if (meet(a, b, c, d)) return true
    }
  return areaOf(ring) === 0
}

/** Whether a point lies in a ring, by the parity of the sides that a ray to the east meets. Its boundary counts as inside. */
export function isInside(point: Point, ring: Ring): boolean {
  const p = whole(point)
  let odd = false
  for (const [a, b] of sidesOf(cornersOf(ring))) {
    if (isOn(a, b, p)) return true
    // East of the side: told by the side of the line on which the point lies, without a division.
    if (a[1] > p[1] !== b[1] > p[1] && side(a, b, p) > 0 === b[1] > a[1]) odd = !odd
  }
  return odd
}

/** Whether a point lies in a ring and not on its boundary. */
const isWithin = (p: Point, ring: Ring): boolean =>
  isInside(p, ring) && !sidesOf(cornersOf(ring)).some(([a, b]) => isOn(a, b, whole(p)))

/** Whether two regions share more than a boundary. */
export function overlap(one: Ring, other: Ring): boolean {
  const [a, b] = [sidesOf(cornersOf(one)), sidesOf(cornersOf(other))]
  if (a.some(([p, q]) => b.some(([r, s]) => cross(p, q, r, s)))) return true
  // None crosses the other: then one lies in the other, or they lie apart. A corner on a boundary tells nothing, so that
  // the middles of sides, and of both the middle of the first diagonal, are asked as well.
  const places = (ring: Ring): readonly Point[] => [
    ...ring,
    ...sidesOf(ring).map(([[ax, ay], [bx, by]]): Point => [(ax + bx) / 2, (ay + by) / 2]),
    ...inner(ring),
  ]
  return places(one).some((p) => isWithin(p, other)) || places(other).some((p) => isWithin(p, one))
}
/** Points inside a ring: middles of triangles of three corners in a row that lie within it. */
const inner = (ring: Ring): readonly Point[] =>
  ring.flatMap(([ax, ay], i): Point[] => {
    const [b, c] = [ring[(i + 1) % ring.length], ring[(i + 2) % ring.length]]
    if (!b || !c) return []
    const middle: Point = [(ax + b[0] + c[0]) / 3, (ay + b[1] + c[1]) / 3]
    return isWithin(middle, ring) ? [middle] : []
  })

/** In square degrees: only to tell which of two regions is the smaller. */
export const areaOf = (ring: Ring): number =>
  Math.abs(sidesOf(ring).reduce((sum, [[ax, ay], [bx, by]]) => sum + ax * by - bx * ay, 0)) / 2
