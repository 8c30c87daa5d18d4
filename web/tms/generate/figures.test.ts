import type { Kpi } from '@lading/contract/tms/planCalls.ts'
import { expect, test } from 'vitest'
import { compare, curve, lately, roomOf, sizeOf, sufficing } from './figures.ts'

const order = (weight: string, volume: string, kind: 'DELIVER' | 'PICKUP' | 'SHIPMENT' = 'DELIVER') => ({
  weight,
  volume,
  kind,
})

test('sums are exact, and room is what the settings let trucks be loaded to', () => {
  expect(sizeOf([order('0.1', '0.1004'), order('0.2', '0.2009')])).toEqual({ kg: '0.3', m3: '0.3' })
  expect(sizeOf([])).toEqual({ kg: '0', m3: '0' })
  const trucks = [
    { kg: '1800.000', m3: '15' },
    { kg: '1200', m3: '9.5' },
  ]
  expect(roomOf(trucks, undefined)).toEqual({ kg: '3000', m3: '24.5' })
  expect(roomOf(trucks, { trips: 1, weightFill: '95.0', volumeFill: '80.0' })).toEqual({ kg: '2850', m3: '19.6' })
})

test('what goes out and what comes back share the trucks; more trips carry more, until none are left', () => {
  const room = { kg: '1000', m3: '10' }
  const out = order('900', '5')
  expect(sufficing([out, order('900', '5', 'PICKUP')], room, 1)).toBe('ONE')
  expect(sufficing([out, order('900', '5')], room, 2)).toBe('MORE')
  expect(sufficing([out, order('10', '16')], room, 2)).toBe('NEVER')
  expect(sufficing([out], { kg: '0', m3: '0' }, 3)).toBe('NEVER')
  expect(sufficing([], { kg: '0', m3: '0' }, 3)).toBe('ONE')
})

const kpi: Kpi = {
  trips: 4,
  orders: 40,
  left: 0,
  metres: 84_000,
  seconds: 36_000,
  cost: '1200.50',
  weightRate: 80,
  volumeRate: 70,
  late: 1,
  faults: 0,
}
test('less is better of what costs, more of what fills; what looks the same is', () => {
  const now = { ...kpi, trips: 3, metres: 84_020, cost: '1300.5', weightRate: 91.5, volumeRate: 69 }
  const said = Object.fromEntries(compare(now, kpi).map((c) => [c.name, [c.now, c.change, c.tone]]))
  expect(said).toMatchObject({
    trips: ['3', '-1', 'good'],
    metres: ['84.0', '±0', undefined],
    cost: ['1300.50', '+100.00', 'warn'],
    weightRate: ['91.5', '+11.5', 'good'],
    volumeRate: ['69.0', '-1.0', 'warn'],
    late: ['1', '±0', undefined],
  })
})

test('a plan of other way bills is neither better nor worse; a first one has nothing beside it', () => {
  const other = compare({ ...kpi, orders: 20, cost: '600' }, kpi)
  expect(other.find((c) => c.name === 'cost')).toEqual({
    name: 'cost',
    now: '600.00',
    change: '-600.50',
    tone: undefined,
  })
  expect(compare(kpi, undefined).every((c) => c.change === undefined && c.tone === undefined)).toBe(true)
})

test('a curve runs from left to right and falls with the cost', () => {
  const points = [
    { seconds: 1, cost: 300, left: 0 },
    { seconds: 2, cost: 200, left: 0 },
    { seconds: 3, cost: 100, left: 0 },
  ]
  expect(lately([{ seconds: 0, cost: 9_000, left: 1 }, ...points])).toEqual(points)
  expect(curve(points, 100, 50)).toBe('0.0,0.0 50.0,25.0 100.0,50.0')
  expect(curve(points.slice(0, 1), 100, 50)).toBe('0.0,25.0')
  expect(curve([], 100, 50)).toBe('')
})
