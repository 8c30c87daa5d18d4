import { expect, test } from 'vitest'
import { degreeText, gridLines, niceBelow, scaleOf } from './steps.ts'

test('lengths are round, and never longer than there is room', () => {
  expect([0.7, 1, 4.9, 50, 99, 1234].map(niceBelow)).toEqual([0.5, 1, 2, 50, 50, 1000])
  expect(scaleOf(12.3, 100)).toEqual({ metres: 1000, width: 81 })
})

test('grid lines lie at whole steps and are named with the decimals that they need', () => {
  const lines = gridLines(120.13, 120.37, 0.1)
  expect(lines.map((l) => degreeText(l, 0.1))).toEqual(['120.2°', '120.3°'])
  expect(degreeText(120, 5)).toBe('120°')
})
