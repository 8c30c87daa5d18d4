import { expect, test } from 'vitest'
import { decimalSum } from './decimal.ts'

test.each([
  [[], 3, '0.000'],
  [['0.1', '0.2'], 0, '0.3'],
  [['-0.5', '0.25'], 2, '-0.25'],
  [['-0.05'], 2, '-0.05'],
  [[3, '4', null, undefined, ''], 0, '7'],
  [['123456789012345678.001', '0.0009'], 3, '123456789012345678.0019'],
])('%j adds up exactly', (values, scale, sum) => {
  expect(decimalSum(values, scale)).toBe(sum)
})
