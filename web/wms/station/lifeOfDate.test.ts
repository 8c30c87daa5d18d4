import { expect, test } from 'vitest'
import { lifeOfDate } from './lifeOfDate.ts'

const today = '2026-11-21'
test.each([
  ['2026-11-21', false, 30, { args: { expires: '2026-12-21', days: 30 }, isOdd: false }],
  ['2026-11-22', false, 30, { text: ['生产日期晚于今天', 'Produced later than today'], isOdd: true }],
  ['2026-10-22', false, 30, { args: { expires: '2026-11-21' }, isOdd: true }],
  ['2026-11-21', false, null, undefined],
  ['2026-12-01', true, null, { args: { expires: '2026-12-01', days: 10 }, isOdd: false }],
  ['2026-12-01', true, 5, { args: { days: 10, life: 5 }, isOdd: true }],
  ['2026-11-20', true, 5, { args: { expires: '2026-11-20' }, isOdd: true }],
] as const)('%s as an expiry date: %s, of a life of %s days', (date, isExpiry, life, told) => {
  const got = lifeOfDate(date, today, isExpiry, life)
  if (told === undefined) expect(got).toBeUndefined()
  else expect(got).toMatchObject(told)
})
