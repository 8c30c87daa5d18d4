import { expect, test } from 'vitest'
import { shownTime, todayText, wireTime } from './time.ts'

test('S-96 a point in time is shown by the clock of the organisation, not of the browser', () => {
  const iso = '2026-11-20T20:30:00+00:00'
  expect(shownTime(iso)).toBe('2026-11-21 04:30:00')
  expect(shownTime(iso, 'Europe/Berlin')).toBe('2026-11-20 21:30:00')
  expect(todayText(new Date(iso))).toBe('2026-11-21')
  expect(todayText(new Date(iso), 'America/New_York')).toBe('2026-11-20')
})

test('what was typed by that clock goes back as the same point in time', () => {
  expect(wireTime('2026-11-21 04:30:00')).toBe('2026-11-21T04:30:00+08:00')
  expect(wireTime('2026-07-01 09:00:00', 'Europe/Berlin')).toBe('2026-07-01T09:00:00+02:00')
})
