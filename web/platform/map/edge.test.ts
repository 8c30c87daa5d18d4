import { expect, test } from 'vitest'
import { edgeOf } from './edge.ts'
import type { LngLat } from './types.ts'

/** Metres, near enough for small distances. */
const apart = ([ax, ay]: LngLat, [bx, by]: LngLat) =>
  Math.hypot((ax - bx) * 111_320 * Math.cos((ay * Math.PI) / 180), (ay - by) * 110_574)
const places: readonly LngLat[] = [
  [121.4737, 31.2304],
  [120.5853, 31.2989],
  [87.6168, 43.8256],
]

test.each(places)('GCJ-02 shifts %d, %d by some hundred metres, and back to within a metre', (...at) => {
  const { out, in: back } = edgeOf('GCJ02')
  expect(apart(at, out(at))).toBeGreaterThan(100)
  expect(apart(at, out(at))).toBeLessThan(900)
  expect(apart(at, back(out(at)))).toBeLessThan(1)
})

test('nothing is shifted outside China, nor of tiles in WGS-84', () => {
  expect(edgeOf('GCJ02').out([139.69, 35.68])).toEqual([139.69, 35.68])
  expect(edgeOf('WGS84').out([121.4737, 31.2304])).toEqual([121.4737, 31.2304])
})
