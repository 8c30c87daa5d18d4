import { expect, test } from 'vitest'
import { routesIn, within } from './match.ts'
import { nextTurn } from './times.ts'

const order = (code: string, lines: number) => ({
  lines,
  weightKg: lines / 10,
  volumeM3: lines / 100,
  minutes: lines * 0.5,
  store: { code, name: code },
})
const waiting = [order('A', 5), order('B', 40), order('A', 10), order('C', 3), order('D', 2)]
const names = (rows: readonly { store: { code: string }; lines: number }[]) =>
  rows.map((r) => `${r.store.code}${r.lines}`)

test.each([
  ['all of them', {}, ['A5', 'B40', 'A10', 'C3', 'D2']],
  ['so many orders', { maxOrders: 2 }, ['A5', 'B40']],
  ['so many lines; what is too big leaves room behind it', { maxLines: 20 }, ['A5', 'A10', 'C3', 'D2']],
  ['so many kilograms, up to the last of them', { maxWeightKg: '1.8' }, ['A5', 'A10', 'C3']],
  ['so many cubic metres', { maxVolumeM3: '0.45' }, ['A5', 'B40']],
  ['so many minutes of labour', { maxMinutes: 3 }, ['A5']],
  ['so many stores; more of a store that goes along already', { maxStores: 2 }, ['A5', 'B40', 'A10']],
  ['all limits at once', { maxOrders: 3, maxStores: 2, maxLines: 20 }, ['A5', 'A10', 'C3']],
] as const)('a wave takes %s', (_, filter, taken) => {
  expect(names(within(waiting, filter))).toEqual(taken)
})

test('routes are told apart however they were typed', () => {
  expect(routesIn(' R1，R2; R3、R4 ')).toEqual(['R1', 'R2', 'R3', 'R4'])
  expect(routesIn(null)).toEqual([])
})

test.each([
  [{ trigger: 'HAND' }, null],
  [{ trigger: 'EVERY', everyMin: 30 }, '2026-11-20T02:40:00.000Z'],
  [{ trigger: 'COUNT' }, '2026-11-20T02:11:00.000Z'],
  // Cut-offs and schedules are by the clocks of the centre: it is 10:10 in Shanghai.
  [{ trigger: 'CUTOFF', cutOff: '10:30' }, '2026-11-20T02:30:00.000Z'],
  [{ trigger: 'CUTOFF', cutOff: '10:00' }, '2026-11-21T02:00:00.000Z'],
  [{ trigger: 'CRON', cron: '0 6-20/2 * * *' }, '2026-11-20T04:00:00.000Z'],
] as const)('%o has its next turn at %s', (when, at) => {
  expect(nextTurn(when, new Date('2026-11-20T02:10:00Z'), 'Asia/Shanghai')?.toISOString() ?? null).toBe(at)
})
