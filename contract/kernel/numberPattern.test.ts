import { expect, test } from 'vitest'
import { countIn, numberOf, periodOf, settled, usualRule } from './numberPattern.ts'

const day = '2026-11-25'

test.each([
  ['{TYPE}{yyMMdd}{SEQ5}', 7, 'DH26112500007'],
  ['{ORG}{TYPE}{yyMMdd}{SEQ6}', 7, 'DC01DH261125000007'],
  ['{TYPE}-{yyyy}/{MM}.{SEQ4}', 12_345, 'DH-2026/11.12345'],
  ['{yyyyMMdd}_{SEQ4}{dd}', 1, '20261125_000125'],
])('%s gives %s as %s, and knows it again', (pattern, n, number) => {
  const own = settled(pattern, 'DH', 'DC01')
  expect(numberOf(own, day, n)).toBe(number)
  expect(countIn(own, '', number)).toBe(n)
  expect(countIn(own, '261125', number)).toBe(n)
  expect(countIn(own, '2611', number)).toBe(n)
  expect(countIn(own, '261125', `${number}x`)).toBeUndefined()
})

test('a number of another day, or of no width of the counter, is none of the period', () => {
  const own = settled(usualRule.pattern, 'DH', 'DC01')
  expect(countIn(own, '261124', 'DH26112500007')).toBeUndefined()
  expect(countIn(own, '2612', 'DH26112500007')).toBeUndefined()
  expect(countIn(own, '261125', 'DH261125007')).toBeUndefined()
  // A counter beyond its width has no zero before it.
  expect(countIn(own, '261125', 'DH261125000007')).toBeUndefined()
  expect(countIn(own, '261125', 'DH261125100007')).toBe(100_007)
})

test.each([
  ['DAY', '261125'],
  ['MONTH', '2611'],
  ['NEVER', ''],
] as const)('a counter that restarts %s counts for %s', (reset, period) => {
  expect(periodOf(reset, day)).toBe(period)
})
