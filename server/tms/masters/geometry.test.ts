import type { Ring } from '@lading/contract/tms/region.ts'
import { expect, test } from 'vitest'
import { areaOf, crossesItself, isInside } from './geometry.ts'

const square: Ring = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
]
const hollow: Ring = [
  [0, 0],
  [4, 0],
  [4, 4],
  [2, 1],
  [0, 4],
]

test.each<[Ring, boolean]>([
  [square, false],
  [hollow, false],
  [
    [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ],
    true,
  ],
  // A corner that lies on another side touches it.
  [
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 0],
      [0, 4],
    ],
    true,
  ],
])('%j crosses itself: %s', (ring, is) => expect(crossesItself(ring)).toBe(is))

test.each<[readonly [number, number], Ring, boolean]>([
  [[1, 1], square, true],
  [[2, 1], square, true],
  [[0, 0], square, true],
  [[3, 1], square, false],
  [[2, 3], hollow, false],
  [[2, 0.5], hollow, true],
])('%j lies in %j: %s', (point, ring, is) => expect(isInside(point, ring)).toBe(is))

test('the smaller of two is told by its area, whichever way round it goes', () => {
  expect([areaOf(square), areaOf([...square].reverse()), areaOf(hollow)]).toEqual([4, 4, 10])
})
