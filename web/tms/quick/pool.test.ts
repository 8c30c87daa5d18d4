import type { QuickOrder, QuickTruck } from '@lading/contract/tms/quickCalls.ts'
import { expect, test } from 'vitest'
import type { Arranged } from '../plan/board.ts'
import { groupsOf, spread } from './pool.ts'

const order = (id: string, route: string, weight = '100', more: Partial<QuickOrder> = {}): QuickOrder => ({
  ...{ id, billNo: id, siteId: 's', weight, volume: '1', pieces: '1', windowText: '', kind: 'DELIVER', reason: null },
  ...{ tempZone: 'AMBIENT', region: '', route, heldBy: null },
  ...more,
})
const truck = (id: string, roomKg: number | null, more: Partial<QuickTruck> = {}): QuickTruck => ({
  ...{ id, plate: id, type: '', driver: '', kg: String(roomKg ?? 9999), m3: '10', typeId: 't', isOut: false },
  ...{ isCold: false, roomKg, roomM3: 10 },
  ...more,
})
const card = (truckId: string, ids: string, locked = false): Arranged => ({
  ...{ truckId, turn: 0, locked, visits: [...ids].map((wayBillId) => ({ wayBillId })) },
})
const told = (trips: readonly Arranged[]) =>
  trips.map((t) => `${t.truckId}:${t.visits.map((v) => v.wayBillId).join('')}`).join(' ')
const done = (trips: readonly Arranged[], orders: readonly QuickOrder[], trucks: readonly QuickTruck[]) => {
  const on = new Set(trips.flatMap((t) => t.visits.map((v) => v.wayBillId)))
  const pool = orders.filter((o) => !on.has(o.id))
  return told(spread(trips, pool, new Map(orders.map((o) => [o.id, o])), 'route', trucks))
}
const trucks = [truck('S', 200), truck('L', 500), truck('X', 900, { isOut: true }), truck('C', 300, { isCold: true })]

test.each([
  ['each group its truck, the smallest that holds it', [], [order('a', '1'), order('b', '2', '300')], 'S:a L:b'],
  ['onto the card that has the route already', [card('L', 'a')], [order('a', '1'), order('b', '1')], 'L:ab'],
  ['onto a card that waits, before a truck that has none', [card('L', '')], [order('a', '1')], 'L:a'],
  ['what is too much goes on with the next truck', [], ['a', 'b', 'c'].map((i) => order(i, '1', '250')), 'L:ab'],
  ['a locked card takes nothing', [card('L', 'a', true)], [order('a', '1'), order('b', '1')], 'L:a S:b'],
  ['cold goods by themselves', [], [order('a', '1'), order('b', '1', '10', { tempZone: 'CHILL' })], 'S:a C:b'],
  [
    'nothing that somebody else plans, and no route at all',
    [],
    [order('a', '1', '1', { heldBy: 'x' }), order('b', '')],
    '',
  ],
] as const)('%s', (_, trips, orders, wanted) => expect(done(trips, orders, trucks)).toBe(wanted))

test('groups stand by their names, and those without one last', () => {
  const of = groupsOf([order('a', ''), order('b', 'R2'), order('c', 'R1'), order('d', 'R2')], 'route', (k) => k)
  expect(of.map((g) => [g.key, g.orders.map((o) => o.id)])).toEqual([
    ['R1', ['c']],
    ['R2', ['b', 'd']],
    ['', ['a']],
  ])
})
