import { expect, test } from 'vitest'
import { fromToday, relativeDay } from './relativeDay.ts'

test.each([
  ['2026-11-20', '@today'],
  ['2026-11-14', '@today-6'],
  ['2026-12-01', '@today+11'],
  ['@month_start', '@month_start'],
  ['1900-01-01', '1900-01-01'],
  ['A-1', 'A-1'],
])('%s told from today is %s, and is the same day today', (day, told) => {
  const today = '2026-11-20'
  expect(fromToday(day, today)).toBe(told)
  expect(relativeDay(told, today)).toBe(relativeDay(day, today))
})
