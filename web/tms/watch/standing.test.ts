import type { Watched } from '@lading/contract/tms/watch.ts'
import { expect, test } from 'vitest'
import { merged, standingOf } from './standing.ts'

const truck = (truckId: string, more: Partial<Watched> = {}): Watched => ({
  ...{ truckId, plate: truckId, carrier: 'c', at: '2026-11-28T05:00:00Z', lng: 1, lat: 1, speedKmh: 1, heading: null },
  ...{ temp: null, trip: null, abnormals: 0, ...more },
})
const trip = { id: '1', billNo: 'PC1', state: 'IN_TRANSIT', driver: null, phone: null, next: null, nextEtaAt: null }

test('what is new takes the place of what was known; the rest is the same', () => {
  const known = [truck('a'), truck('b')]
  const next = merged(known, [truck('b', { lng: 2 }), truck('c')])
  expect(next.map((k) => [k.truckId, k.lng])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 1],
  ])
  expect(next[0]).toBe(known[0])
  expect(merged(known, [])).toBe(known)
})

test('the most urgent of what a truck asks for is shown', () => {
  const now = Date.parse('2026-11-28T05:05:00Z')
  const of = (more: Partial<Watched>, lateMin: number | null = 0, at = now) =>
    standingOf(truck('a', { trip: { ...trip, lateMin, done: 0, stops: 2 }, ...more }), 10, at)
  expect([
    of({}),
    of({}, 16),
    of({}, 0, now + 600_000),
    of({ abnormals: 1 }, 30),
    standingOf(truck('a'), 10, now),
  ]).toEqual(['on', 'late', 'off', 'bad', 'idle'])
})
