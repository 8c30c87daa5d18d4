import type { Ring } from '@lading/contract/tms/region.ts'

type Point = readonly [number, number]
/** Twice the signed area of a triangle: on which side of a line a point lies. */
const side = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
const lies = (v: number, a: number, b: number): boolean => v >= Math.min(a, b) && v <= Math.max(a, b)
const isOn = (a: Point, b: Point, p: Point): boolean =>
  side(a, b, p) === 0 && lies(p[0], a[0], b[0]) && lies(p[1], a[1], b[1])

/** Whether two segments have a point in common. */
function meet(a: Point, b: Point, c: Point, d: Point): boolean {
  const [abc, abd, cda, cdb] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (abc * abd < 0 && cda * cdb < 0) return true
  return isOn(a, b, c) || isOn(a, b, d) || isOn(c, d, a) || isOn(c, d, b)
}

/** Whether a boundary crosses or touches itself. Neighbouring sides share a corner, which is no crossing. */
export function crossesItself(ring: Ring): boolean {
  const n = ring.length
  const at = (i: number): Point => ring[i % n] ?? [0, 0]
  for (let i = 0; i < n; i++)
    for (let k = i + 2; k < n; k++) if ((k + 1) % n !== i && meet(at(i), at(i + 1), at(k), at(k + 1))) return true
  return false
}

/** Whether a point lies in a ring, by the parity of the sides that a ray to the east meets. Its boundary counts as inside. */
export function isInside([x, y]: Point, ring: Ring): boolean {
  let odd = false
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(i + 1) % ring.length] ?? [ax, ay]
    if (isOn([ax, ay], [bx, by], [x, y])) return true
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd
  }
  return odd
}

/** In square degrees: only to tell which of two regions is the smaller. */
export const areaOf = (ring: Ring): number =>
  Math.abs(
    ring.reduce((sum, [ax, ay], i) => {
      const [bx, by] = ring[(i + 1) % ring.length] ?? [ax, ay]
      return sum + ax * by - bx * ay
    }, 0),
  ) / 2
