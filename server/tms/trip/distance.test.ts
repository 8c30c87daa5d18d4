import { expect, test } from 'vitest'
import type { At } from '../gps/coords.ts'
import { driven, gauss } from '../watch/testing/drive.ts'
import { trackLength } from './distance.ts'

const place = (x: number, y: number): At => [120.5 + x / 94_811, 31.5 + y / 111_195]
/** Twelve kilometres there and back, with an hour at the store. */
const legs = [
  { to: place(12_000, 0), kmh: 40, stayS: 3_600 },
  { to: place(0, 0), kmh: 40, stayS: 300 },
]
const track = (noiseM: number) =>
  driven(place(0, 0), legs, { everyS: 20, noiseM, random: gauss(7) }).map(({ at, p }) => ({ at: new Date(at), p }))
const over = (fixes: ReturnType<typeof track>, endMin = 102) =>
  trackLength(fixes, new Date(0), new Date(endMin * 60_000))

test('a way is as long as it was driven, and standing adds nothing to it', () => {
  expect(Math.abs((over(track(0)) ?? 0) - 24_000)).toBeLessThan(150)
  expect(Math.abs((over(track(15)) ?? 0) - 24_000)).toBeLessThan(24_000 * 0.03)
})

test('a track that leaves part of the way in the dark measures nothing', () => {
  const whole = track(0)
  const minute = (at: Date) => Number(at) / 60_000
  expect(over([])).toBeUndefined()
  expect(over(whole.slice(0, 1))).toBeUndefined()
  // Nobody heard of it for the last hour, or at first.
  expect(over(whole.filter(({ at }) => minute(at) < 40))).toBeUndefined()
  expect(over(whole.filter(({ at }) => minute(at) > 40))).toBeUndefined()
  // Silent under way: it is elsewhere then. Silent while it stood: it is where it was.
  expect(over(whole.filter(({ at }) => minute(at) < 5 || minute(at) > 60))).toBeUndefined()
  expect(over(whole.filter(({ at }) => minute(at) < 19 || minute(at) > 70))).toBeGreaterThan(23_800)
})
