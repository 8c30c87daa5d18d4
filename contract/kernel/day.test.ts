import { expect, test } from 'vitest'
import { addDays, daysBetween } from './day.ts'

test.each([
  ['2026-11-20', '2027-02-01', 73],
  ['2026-11-20', '2027-11-10', 355],
  ['2028-02-28', '2028-03-01', 2],
  ['2026-11-20', '2026-11-20', 0],
  ['2026-11-20', '2026-11-19', -1],
])('from %s to %s are %s days', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days)
  expect(addDays(from, days)).toBe(to)
})

test.each(['', '2026-13-01', '20261120', '2026-11-20T00:00:00Z'])('%j is no day', (day) => {
  expect(() => addDays(day, 1)).toThrow('assertion failed')
})
