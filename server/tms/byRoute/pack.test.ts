import { expect, test } from 'vitest'
import { type Goods, pack, tripsMost } from './pack.ts'

const goods = (id: string, weight: number, direction: 'OUT' | 'BACK' = 'OUT'): Goods => ({
  id,
  weight,
  volume: 1,
  direction,
})
const room = { weight: 1000, volume: 100 }
const ids = (p: ReturnType<typeof pack>) =>
  p.trips.map((t) =>
    t.stops
      .flat()
      .map((g) => g.id)
      .join(' '),
  )
const named = (of: readonly Goods[]) => of.map((g) => g.id)

test('goods go onto the first trip that holds them, a store’s together, in the order of the route', () => {
  const stops = [[goods('a', 600)], [goods('b', 300), goods('c', 300)], [goods('d', 400)], []]
  const p = pack(stops, () => ({ room }))
  expect(ids(p)).toEqual(['a d', 'b c'])
  // A store that no empty truck holds is parted; what is too large alone is on none.
  const parted = pack([[goods('a', 700), goods('b', 700), goods('c', 1001)]], () => ({ room }))
  expect(ids(parted)).toEqual(['a', 'b'])
  expect(named(parted.oversize)).toEqual(['c'])
})

test('what is fetched takes the room that was brought before', () => {
  const stops = [[goods('a', 900)], [goods('r', 900, 'BACK')]]
  expect(ids(pack(stops, () => ({ room })))).toEqual(['a r'])
  const before = [[goods('r', 900, 'BACK')], [goods('a', 900)]]
  expect(ids(pack(before, () => ({ room })))).toEqual(['r', 'a'])
})

test('without a further trip the rest is left, and trips have an end', () => {
  const stops = [[goods('a', 600)], [goods('b', 600)]]
  const p = pack(stops, (turn) => (turn === 0 ? { room } : undefined))
  expect([ids(p), named(p.overflow), named(p.oversize)]).toEqual([['a'], ['b'], []])
  const many = Array.from({ length: tripsMost + 2 }, (_, i) => [goods(String(i), 900)])
  expect(named(pack(many, () => ({ room })).overflow)).toHaveLength(2)
})
