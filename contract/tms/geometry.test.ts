import { expect, test } from 'vitest'
import { areaOf, crossesItself, isInside, overlap, ringOf } from './geometry.ts'
import type { Ring } from './region.ts'

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
  // A side that goes back over the one before, and a boundary around nothing.
  [
    [
      [0, 0],
      [4, 0],
      [2, 0],
      [2, 2],
    ],
    true,
  ],
  [
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
    true,
  ],
  // A millionth of a degree from touching: far below what a figure of that size holds in binary fractions.
  [
    [
      [121, 31],
      [121.3, 31],
      [121.3, 31.3],
      [121.2, 31.000001],
      [121, 31.3],
    ],
    false,
  ],
  [
    [
      [121, 31],
      [121.3, 31.1],
      [121.3, 31.3],
      [121.15, 31.05],
      [121, 31.3],
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

const moved = (ring: Ring, x: number, y: number): Ring => ring.map(([a, b]) => [a + x, b + y])
test.each<[string, Ring, Ring, boolean]>([
  ['side by side', square, moved(square, 2, 0), false],
  ['apart', square, moved(square, 5, 0), false],
  ['in part', square, moved(square, 1, 1), true],
  [
    'one in the other',
    moved(square, 10, 10),
    moved(square, 10, 10).map(([x, y]) => [x * 0.9 + 1.1, y * 0.9 + 1.1]),
    true,
  ],
  ['the same', square, square, true],
  [
    'in the hollow of the other',
    hollow,
    [
      [1, 3.9],
      [2, 1.5],
      [3, 3.9],
    ],
    false,
  ],
])('%s: overlap is told from a common boundary', (_, one, other, is) => {
  expect([overlap(one, other), overlap(other, one)]).toEqual([is, is])
})

test('what is kept of a boundary is rounded, and what is none is refused', () => {
  expect(
    ringOf([
      [0.00000049, 0],
      [0, 0],
      [1, 0],
      [1, 1.0000001],
    ]),
  ).toEqual([
    [0, 0],
    [1, 0],
    [1, 1],
  ])
  expect([
    ringOf(null),
    ringOf([
      [0, 0],
      [1, 1],
    ]),
    ringOf([
      [0, 0],
      [181, 0],
      [1, 1],
    ]),
    ringOf([
      [0, 0],
      [1, 0],
      [1, 'x'],
    ]),
  ]).toEqual(Array(4).fill(undefined))
})
