import { expect, test } from 'vitest'
import { addAmounts, lifeOf, niceTop } from './figures.ts'

const today = Date.parse('2026-11-21')
test.each([
  ['2026-11-21', '2026-01-01', 0, 'bad'],
  ['2026-12-01', '2026-01-01', 10, 'bad'],
  ['2027-01-01', '2026-10-01', 41, 'warn'],
  ['2027-11-21', '2026-11-01', 365, 'good'],
  ['2026-12-01', null, 10, 'warn'],
  ['2027-12-01', null, 375, 'good'],
])('%s made on %s has %i days and looks %s', (expires, made, days, tone) =>
  expect(lifeOf(expires, made, today)).toMatchObject({ days, tone }),
)

test.each([
  [0, 10],
  [7, 10],
  [4943, 5000],
  [120, 200],
  [24.5, 30],
  [0.4, 2],
  [1, 2],
  [3, 4],
])('a scale for %d ends at %d', (most, top) => expect(niceTop(most)).toBe(top))

test('amounts are added part by part', () => {
  const a = { text: '12+7', cases: '12.6' }
  expect(addAmounts(a, { text: '3', cases: '3.0' })).toEqual({ text: '15+7', cases: '15.6' })
  expect(addAmounts(a, { text: '5.25 kg', cases: '0.4' })).toEqual({ text: '12+7 · 5.25 kg', cases: '13' })
  expect(addAmounts({ text: '5.25 kg', cases: '0.5' }, { text: '0', cases: '0' })).toEqual({
    text: '5.25 kg',
    cases: '0.5',
  })
  expect(addAmounts({ text: '1+2 · 3 kg', cases: '1.4' }, { text: '2 · 0.5 kg', cases: '2' }).text).toBe('3+2 · 3.5 kg')
  expect(addAmounts({ text: '0', cases: '0.0' }, { text: '0', cases: '0.0' })).toEqual({ text: '0', cases: '0' })
})
