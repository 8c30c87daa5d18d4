import { expect, test } from 'vitest'
import { parseQty } from '../kernel/qty.ts'
import { checkDigit } from './gs1.ts'
import { parseScaleBarcode, scalePatternRefusal } from './scaleBarcode.ts'

const withCheck = (digits: string) => digits + checkDigit(digits)
const byWeight = { pattern: '2P PPPPP WWWWW C' }
const byPrice = { pattern: '21 PPPPP MMMMM C' }
const both = { pattern: '2P PPPPP WWWWW MMMMM C' }

test.each([
  ['220012301234', [byWeight], { plu: '200123', weightKg: parseQty('1.234') }],
  ['210012301250', [byPrice, byWeight], { plu: '00123', price: '12.50' }],
  ['22001230123401999', [byWeight, both], { plu: '200123', weightKg: parseQty('1.234'), price: '19.99' }],
  ['220012301234', [{ ...byWeight, weightDecimals: 2 }], { plu: '200123', weightKg: parseQty('12.34') }],
  ['210012300007', [{ ...byPrice, priceDecimals: 0 }], { plu: '00123', price: '7' }],
  ['220012301234', [byPrice], undefined],
  ['690012301234', [byWeight], undefined],
])('%s by pattern %#', (digits, patterns, label) => {
  expect(parseScaleBarcode(withCheck(digits), patterns)).toEqual(label)
})

test('a wrong check digit is no scale label', () => {
  const digits = withCheck('220012301234')
  expect(parseScaleBarcode(digits.slice(0, -1) + ((Number(digits.at(-1)) + 1) % 10), [byWeight])).toBeUndefined()
})

test.each(['2P PPPP WWWWW C', '3P PPPPP WWWWW C', '2P PPPPP WWWWW W', '20 00000 WWWWW C', '2P PPPPP PPPPP C', ''])(
  'pattern %j is refused and fits nothing',
  (pattern) => {
    expect(scalePatternRefusal({ pattern })).toHaveLength(2)
    expect(parseScaleBarcode(withCheck('220012301234'), [{ pattern }])).toBeUndefined()
  },
)

test.each([byWeight, byPrice, both])('pattern %j is taken', (pattern) => {
  expect(scalePatternRefusal(pattern)).toBeUndefined()
})

test('decimals have bounds', () => {
  expect(scalePatternRefusal({ ...byWeight, weightDecimals: 4 })).toHaveLength(2)
  expect(scalePatternRefusal({ ...byWeight, priceDecimals: -1 })).toHaveLength(2)
})
