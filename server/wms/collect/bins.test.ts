import { expect, test } from 'vitest'
import { binsFor, type CollectBin, type CollectScheme, giving, schemeFor } from './bins.ts'

const bin = (code: string, more: Partial<CollectBin> = {}): CollectBin => ({
  ...{ binId: code, code, checkDigit: null, storeId: null, route: null, capacity: null, overflow: false },
  ...{ containers: 0, stores: [] },
  ...more,
})
const scheme = (kind: CollectScheme['kind'], bins: readonly CollectBin[], modes: readonly string[] = []) => ({
  ...{ id: '1', kind, bins, modes },
})
const all = [
  bin('S', { storeId: 's1' }),
  bin('R1', { route: 'L1', capacity: 2, containers: 1, stores: ['s9'] }),
  bin('R2', { route: 'L1' }),
  bin('ANY'),
  bin('OVER', { overflow: true }),
  bin('OVER-L2', { overflow: true, route: 'L2' }),
]

test.each([
  ['a store has bins of its own', 's1', 'L1', ['S', 'OVER']],
  ['else those of its route', 's2', 'L1', ['R1', 'R2', 'OVER']],
  ['else those of all others', 's3', 'L2', ['ANY', 'OVER', 'OVER-L2']],
  ['also without a route', 's4', null, ['ANY', 'OVER']],
])('%s', (_, storeId, route, codes) =>
  expect(binsFor(scheme('COARSE', all), { storeId, route }).map((b) => b.code)).toEqual(codes),
)

test('a bin takes as many containers as it has room for, then the next', () => {
  const take = giving(scheme('COARSE', all))
  const s2 = { storeId: 's2', route: 'L1' }
  expect([take(s2), take(s2)]).toEqual(['R1', 'R2'])
})

test("a bin for each store is nobody else's while something of the first stands there or is on its way", () => {
  const next = giving(scheme('FINE', [bin('A', { stores: ['s9'] }), bin('B'), bin('C')]))
  const take = (storeId: string) => next({ storeId, route: null })
  expect([take('s1'), take('s2'), take('s1'), take('s3'), take('s9')]).toEqual(['B', 'C', 'B', null, 'A'])
})

test.each([
  ['SUPPLY', 'COARSE'],
  ['DIRECT', undefined],
  ['TRANSFER', 'FINE'],
  [null, 'FINE'],
])('of several schemes the first that the mode of the order has: %s', (mode, kind) => {
  const schemes = [scheme('COARSE', [], ['SUPPLY']), scheme('NONE', [], ['DIRECT']), scheme('FINE', [])]
  expect(schemeFor(schemes, mode)?.kind).toBe(kind)
})
