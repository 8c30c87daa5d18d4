import { expect, test } from 'vitest'
import { type Arranged, driven, dropped, keyOf, locked, moved, pinned } from './board.ts'

const trip = (truckId: string, ids: string): Arranged => ({
  truckId,
  turn: 0,
  locked: false,
  visits: [...ids].map((wayBillId) => ({ wayBillId })),
})
const told = (trips: readonly Arranged[]) =>
  trips
    .map((t) => `${t.truckId}:${t.visits.map((v) => v.wayBillId).join('')}`)
    .sort()
    .join(' ')
const day = [trip('A', 'abc'), trip('B', 'de')]

test.each([
  ['to the end of another trip', moved(day, ['b'], { truckId: 'B', turn: 0 }), 'A:ac B:deb'],
  ['before a stop of another', moved(day, ['b'], { truckId: 'B', turn: 0 }, 1), 'A:ac B:dbe'],
  ['within its own trip, forward', moved(day, ['a'], { truckId: 'A', turn: 0 }, 2), 'A:bac B:de'],
  ['within its own trip, back', moved(day, ['c'], { truckId: 'A', turn: 0 }, 0), 'A:cab B:de'],
  ['from the rest', moved(day, ['x'], { truckId: 'A', turn: 0 }, 0), 'A:xabc B:de'],
  ['onto a new trip', moved(day, ['a', 'e'], { truckId: 'C', turn: 0 }), 'A:bc B:d C:ae'],
  ['the last one of a trip away', moved(day, ['d', 'e'], { truckId: 'A', turn: 0 }), 'A:abcde B:'],
  ['off the plan', dropped(day, ['a', 'd']), 'A:bc B:e'],
  ['another truck', driven(day, 'A/0', 'C'), 'B:de C:abc'],
  ['the trucks of two trips exchanged', driven(day, 'A/0', 'B'), 'A:de B:abc'],
])('%s', (_, trips, wanted) => expect(told(trips)).toBe(wanted))

test('locks are put on and taken off; both ends of a shipment go together', () => {
  expect(locked(day, 'A/0').map((t) => t.locked)).toEqual([true, false])
  const on = pinned(day, ['a'])
  expect(on[0]?.visits[0]).toEqual({ wayBillId: 'a', lock: 'TRIP' })
  expect(pinned(on, ['a'])).toEqual(day)
  const pair = [
    { ...trip('A', 'a'), visits: [{ wayBillId: 's', pickup: true }, { wayBillId: 'a' }, { wayBillId: 's' }] },
  ]
  const [gone] = moved(pair, ['s'], { truckId: 'B', turn: 0 }).filter((t) => keyOf(t) === 'B/0')
  expect(gone?.visits).toEqual([{ wayBillId: 's', pickup: true }, { wayBillId: 's' }])
})
