import { expect, test } from 'vitest'
import { grouped, percent } from './numbers.ts'

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['-1234567.500', '-1,234,567.5'],
  ['12.000', '12'],
  ['123456789012345.125', '123,456,789,012,345.125'],
  ['3+2', '3+2'],
  ['', ''],
])('%s is shown as %s', (decimal, shown) => expect(grouped(decimal)).toBe(shown))

test.each([
  ['5', '10', 50],
  ['5', '0', 0],
  ['12', '10', 100],
])('%s of %s is %i per cent', (part, whole, share) => expect(percent(part, whole)).toBe(share))
