import { expect, test } from 'vitest'
import { estimated, placeOf, secondsFor, straight } from './estimate.ts'

const habits = { detour: 1.35, speeds: [22, 32, 45, 62] } as const

test('a degree of latitude is 111,195 m, also across the date line and at the same place', () => {
  expect(Math.round(straight(placeOf(121, 31), placeOf(121, 32)))).toBe(111_195)
  expect(Math.round(straight(placeOf(179.5, 0), placeOf(-179.5, 0)))).toBe(111_195)
  expect(straight(placeOf(121, 31), placeOf(121, 31))).toBe(0)
})

test('the detour lengthens, and each part is driven at its speed', () => {
  const { distanceM } = estimated(placeOf(121, 31), placeOf(121, 31.1), habits)
  expect(distanceM).toBe(15_011)
  expect(secondsFor(5_000, habits)).toBe(818)
  expect(secondsFor(15_011, habits)).toBe(818 + 1_126)
  expect(secondsFor(100_000, habits)).toBe(Math.round(818.18 + 1_687.5 + 3_200 + 2_322.58))
})

test('a longer way never takes less time', () => {
  const all = Array.from({ length: 2_000 }, (_, i) => secondsFor(i * 50, habits))
  expect(all).toEqual(all.toSorted((a, b) => a - b))
})
