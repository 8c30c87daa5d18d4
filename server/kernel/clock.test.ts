import { expect, test } from 'vitest'
import { dayIn, instantAt, wallTime } from './clock.ts'

const midnight = new Date('2026-03-05T16:30:00Z')

test.each([
  ['Asia/Shanghai', '2026-03-06 00:30:00', '2026-03-06'],
  ['America/New_York', '2026-03-05 11:30:00', '2026-03-05'],
  ['UTC', '2026-03-05 16:30:00', '2026-03-05'],
])('a clock in %s shows %s', (zone, wall, day) => {
  expect(wallTime(zone, midnight)).toBe(wall)
  expect(dayIn(zone, midnight)).toBe(day)
  expect(instantAt(zone, wall)).toEqual(midnight)
})

test.each(['2026-03-08 01:59:59', '2026-03-08 03:00:00', '2026-11-01 00:59:59', '2026-11-01 02:00:00'])(
  'what a clock shows on the day of a change is read back: %s',
  (wall) => expect(wallTime('America/New_York', instantAt('America/New_York', wall))).toBe(wall),
)

test('the last millisecond of a day is kept', () => {
  expect(instantAt('America/New_York', '2026-03-05 23:59:59.999').toISOString()).toBe('2026-03-06T04:59:59.999Z')
})

test('an hour that never comes is still a moment of that night', () => {
  expect(dayIn('America/New_York', instantAt('America/New_York', '2026-03-08 02:30:00'))).toBe('2026-03-08')
})
