import { expect, test } from 'vitest'
import { minutesLeft, readyPct, toneOf } from './departure.ts'

const at = '2026-03-05T10:00:00.000Z'
const stop = (departAt: string, ready: number, pickedPct: number | null = 100) => ({
  departAt,
  containers: 10,
  ready,
  pickedPct,
})

test.each([
  ['2026-03-05T10:29:00.000Z', 8, 'bad'],
  ['2026-03-05T10:29:00.000Z', 9, 'good'],
  ['2026-03-05T10:30:00.000Z', 8, 'busy'],
  ['2026-03-05T09:59:59.000Z', 10, 'bad'],
] as const)('a truck that leaves at %s with %i of 10 containers is %s', (departAt, ready, tone) => {
  expect(toneOf(stop(departAt, ready), at)).toBe(tone)
})

test('containers that stand ready are not enough while goods are still to be picked', () => {
  expect(readyPct(stop(at, 10, 60))).toBe(60)
  expect(toneOf(stop('2026-03-05T10:10:00.000Z', 10, 60), at)).toBe('bad')
})

test('nothing picked yet is nothing ready, and nothing to pick is no danger', () => {
  expect(readyPct({ departAt: at, containers: 0, ready: 0, pickedPct: 0 })).toBe(0)
  expect(readyPct({ departAt: at, containers: 0, ready: 0, pickedPct: null })).toBe(100)
  expect(minutesLeft('2026-03-05T09:30:00.000Z', at)).toBe(-30)
})
