import { expect, test } from 'vitest'
import { serverClock } from './serverTime.ts'

test('the server’s time goes on between answers, whatever the clock of the device says', () => {
  let ticks = 1_000
  const clock = serverClock(() => ticks)
  expect(clock.now().getTime()).toBe(0)
  clock.hear(null)
  clock.hear('nonsense')
  expect(clock.now().getTime()).toBe(0)
  clock.hear('Sat, 28 Nov 2026 08:00:00 GMT')
  ticks += 80_000
  expect(clock.now().toISOString()).toBe('2026-11-28T08:01:20.000Z')
  // Out of a cache, or late.
  clock.hear('Sat, 28 Nov 2026 08:01:10 GMT')
  expect(clock.now().toISOString()).toBe('2026-11-28T08:01:20.000Z')
  // It had slept for a minute.
  clock.hear('Sat, 28 Nov 2026 08:02:20 GMT')
  expect(clock.now().toISOString()).toBe('2026-11-28T08:02:20.000Z')
})
