import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ceilTo,
  floorTo,
  formatQty,
  isQtyText,
  mulRatio,
  normaliseQtyText,
  parseQty,
  QtyRefusal,
  qtyLimit,
  qtySum,
  wholeQty,
} from './qty.ts'

const anyQty = fc.bigInt({ min: -qtyLimit + 1n, max: qtyLimit - 1n })

test.each([
  ['0', 0n],
  ['-0', 0n],
  ['7', 7000n],
  ['007', 7000n],
  ['1.5', 1500n],
  ['-0.001', -1n],
  ['0.125', 125n],
  ['12.340', 12340n],
  ['999999999999999.999', 10n ** 18n - 1n],
  ['1000000000000', 10n ** 15n],
])('reads %s', (text, qty) => expect(parseQty(text)).toBe(qty))

test.each([
  '',
  ' ',
  '1 ',
  ' 1',
  '1e3',
  '1E3',
  '+1',
  '--1',
  '-',
  '.5',
  '1.',
  '1,000',
  '１２',
  '0x10',
  'NaN',
  'Infinity',
  '1_000',
  '0.0001',
  '0.0000',
  '1000000000000000',
  '-1000000000000000',
  '9'.repeat(1_000_000),
])('refuses %j', (text) => {
  expect(() => parseQty(text)).toThrow(QtyRefusal)
  expect(isQtyText(text)).toBe(false)
})

test('a fourth decimal is refused with its own sentence', () => {
  expect(() => parseQty('0.0001')).toThrow('at most 3 decimals')
})

test.each([
  [1500n, '1.5'],
  [2000n, '2'],
  [-1n, '-0.001'],
  [0n, '0'],
  [-10n, '-0.01'],
  [120n, '0.12'],
])('writes %s as %s', (qty, text) => expect(formatQty(qty)).toBe(text))

test('what is written is read back', () => {
  fc.assert(fc.property(anyQty, (qty) => parseQty(formatQty(qty)) === qty))
})

test('what a person types is made plain and nothing more', () => {
  expect(normaliseQtyText('　－１２．５ ')).toBe('-12.5')
  expect(normaliseQtyText('1 2')).toBe('1 2')
  expect(normaliseQtyText('24.0000')).toBe('24.000')
  expect(normaliseQtyText('0.0001')).toBe('0.0001')
  expect(normaliseQtyText('12.50010')).toBe('12.50010')
})

test('ten thousand tenths make a thousand, without drift', () => {
  expect(qtySum(Array.from({ length: 10_000 }, () => parseQty('0.1')))).toBe(wholeQty(1000))
})

test('a sum beyond the limit is refused', () => {
  expect(() => qtySum([qtyLimit - 1n, 1n])).toThrow(QtyRefusal)
})

test.each([
  [10n, 1n, 3n, 'DOWN', 3n],
  [10n, 1n, 3n, 'UP', 4n],
  [9n, 1n, 3n, 'UP', 3n],
  [-10n, 1n, 3n, 'DOWN', -4n],
  [-10n, 1n, 3n, 'UP', -3n],
] as const)('%s × %s / %s rounded %s is %s', (qty, numerator, denominator, rounding, result) => {
  expect(mulRatio(qty, numerator, denominator, rounding)).toBe(result)
})

test('multiples enclose a quantity', () => {
  fc.assert(
    fc.property(anyQty, fc.bigInt({ min: 1n, max: 10n ** 9n }), (qty, step) => {
      const floor = floorTo(qty, step)
      const ceil = ceilTo(qty, step)
      expect(floor % step).toBe(0n)
      expect(ceil % step).toBe(0n)
      expect(floor <= qty && qty <= ceil && ceil - floor <= step).toBe(true)
    }),
  )
})

test('what only a programmer can cause is no refusal', () => {
  expect(() => mulRatio(1n, 1n, 0n, 'UP')).toThrow('assertion failed')
  expect(() => floorTo(1n, 0n)).toThrow('assertion failed')
})
