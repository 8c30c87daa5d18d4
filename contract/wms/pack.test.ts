import { expect, test } from 'vitest'
import { toCaseText } from '../kernel/caseText.ts'
import { formatQty, wholeQty } from '../kernel/qty.ts'
import { freeGtin14, fromParts, levelsOf, packName, packProblems, suggestGtin14 } from './pack.ts'

const cola = { baseUnit: '瓶', gtin: '6901234567892' }
const cases = { qpc: '24', caseUnit: '箱', palletTi: 12, palletHi: 5 }

test('walk-through A: bottle, case of 24, pallet of 60 cases', () => {
  const levels = levelsOf(cola, cases)
  expect(levels.map((l) => [l.level, formatQty(l.holds), formatQty(l.units)])).toEqual([
    ['EACH', '1', '1'],
    ['CASE', '24', '24'],
    ['PALLET', '60', '1440'],
  ])
  expect(suggestGtin14(cola.gtin, 1)).toBe('16901234567899')
  expect(toCaseText(wholeQty(100), { qpc: wholeQty(24), mid: wholeQty(24) })).toBe('4+4')
})

test('an inner pack stands between piece and case', () => {
  const levels = levelsOf(cola, { qpc: '12', midQpc: '6', midUnit: '包', caseUnit: '箱' })
  expect(levels.map((l) => [l.level, l.unit, formatQty(l.holds), formatQty(l.units)])).toEqual([
    ['EACH', '瓶', '1', '1'],
    ['INNER', '包', '6', '6'],
    ['CASE', '箱', '2', '12'],
  ])
})

test.each([
  ['6901234567892', 1, '16901234567899'],
  ['6901234567892', 8, '86901234567898'],
  ['96385074', 1, '10000096385071'],
  ['036000291452', 1, '10036000291459'],
  ['16901234567899', 2, '26901234567896'],
  ['6901234567890', 1, undefined],
  ['2100000000005', 1, undefined],
  ['00242', 1, undefined],
  [null, 1, undefined],
] as const)('the case of %s with indicator %i is %s', (gtin, indicator, expected) =>
  expect(suggestGtin14(gtin, indicator)).toBe(expected),
)

test('a suggestion is given once', () => {
  expect(freeGtin14(cola.gtin, ['16901234567899', null])).toBe(suggestGtin14(cola.gtin, 2))
})

test.each([
  [{ qpc: '24' }, '1*24'],
  [{ qpc: '12', midQpc: '6' }, '1*2*6'],
  [{ qpc: '12', midQpc: '12' }, '1*12'],
  [{ qpc: '0' }, undefined],
])('%j is called %s', (pack, name) => expect(packName(pack)).toBe(name))

const small = { lengthCm: '7', widthCm: '7', heightCm: '20' }
test.each([
  [{}, { qpc: '0' }, [['qpc', '包装含量必须大于0']]],
  [{}, { qpc: '24', midQpc: '0' }, [['midQpc', '包装含量必须大于0']]],
  [{}, { qpc: '2.5' }, [['qpc', '每箱数量不是整数']]],
  [{ isWeigh: true }, { qpc: '2.5' }, []],
  [{}, { qpc: '12', midQpc: '24' }, [['midQpc', '中包数量不能大于每箱数量']]],
  [{}, { qpc: '12', midQpc: '5' }, [['midQpc', '每箱数量应为中包数量的整数倍']]],
  [{}, { qpc: '12', barcode: '16901234567890' }, [['barcode', '条码校验位错误，应为9']]],
  [{}, { qpc: '12', palletTi: 8 }, [['palletHi', '每层箱数与层数应同时填写']]],
  [{}, { qpc: '12', weightKg: '5', netWeightKg: '6' }, [['weightKg', '毛重不能小于净重']]],
  [small, { qpc: '6', lengthCm: '21', widthCm: '14', heightCm: '20' }, []],
  [small, { qpc: '6', lengthCm: '19', widthCm: '19', heightCm: '19' }, [['lengthCm', '尺寸小于下级包装']]],
  [small, { qpc: '1', lengthCm: '1', widthCm: '1', heightCm: '1' }, []],
  [
    {},
    {
      qpc: '6',
      ...{ lengthCm: '40', widthCm: '30', heightCm: '20' },
      ...{ palletTi: 2, palletHi: 2, palletLengthCm: '39', palletWidthCm: '30', palletHeightCm: '30' },
    },
    [['palletLengthCm', '尺寸小于下级包装']],
  ],
] as const)('%j packed as %j: %j', (each, pack, problems) =>
  expect(packProblems(each, pack).map((p) => [p.field, p.text[0]])).toEqual(problems),
)

test('volume and weights follow from the parts', () => {
  const each = { weightKg: '0.35', netWeightKg: '0.33', volumeM3: '0.0005' }
  expect(fromParts(each, { ...cases, midQpc: '6' })).toEqual({
    midWeightKg: '2.1',
    volumeM3: '0.012',
    weightKg: '8.4',
    netWeightKg: '7.92',
    palletWeightKg: '504',
  })
  // The case's own sides count more than the sum of what it holds.
  expect(fromParts(each, { qpc: '24', lengthCm: '40', widthCm: '30', heightCm: '20' }).volumeM3).toBe('0.024')
  expect(fromParts({}, cases)).toEqual({})
})
