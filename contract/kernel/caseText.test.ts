import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseTotal, caseTotalText, type Pack, packText, parseCaseText, toCaseText } from './caseText.ts'
import { parseQty, QtyRefusal, qtyLimit, wholeQty } from './qty.ts'

const of24: Pack = { qpc: wholeQty(24), mid: wholeQty(24) }
const of2x6: Pack = { qpc: wholeQty(12), mid: wholeQty(6) }
const anyPack = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.bigInt({ min: 1n, max: 1000n }))
  .map(([mid, times]): Pack => ({ qpc: mid * times, mid }))

test.each([
  ['480', of24, '20'],
  ['500', of24, '20+20'],
  ['0', of24, '0'],
  ['-7', of24, '-(0+7)'],
  ['-186', of24, '-(7+18)'],
  ['-168', of24, '-7'],
  ['24.5', of24, '1+0.5'],
  ['30', of2x6, '2+1+0'],
  ['458', of2x6, '38+0+2'],
  ['-7', of2x6, '-(0+1+1)'],
  ['12', of2x6, '1'],
])('%s shows as %#', (qty, pack, text) => {
  expect(toCaseText(parseQty(qty), pack)).toBe(text)
  expect(parseCaseText(text, pack)).toBe(parseQty(qty))
})

test.each([
  ['3', of24, '72'],
  ['3+2', of24, '74'],
  ['0+30', of24, '30'],
  ['3+2', of2x6, '38'],
  ['3+1+2', of2x6, '44'],
  ['0+0+30', of2x6, '30'],
  ['1+0.125', of24, '24.125'],
  ['-7+18', of24, '-186'],
  ['-（7+18）', of24, '-186'],
  ['-(7)', of24, '-168'],
  [' ３＋２ ', of24, '74'],
])('reads %s', (text, pack, qty) => expect(parseCaseText(text, pack)).toBe(parseQty(qty)))

test('0+30 with qpc 24 shows as 1+6', () => {
  expect(toCaseText(parseCaseText('0+30', of24), of24)).toBe('1+6')
})

test.each([
  ['3+1+2', of24],
  ['3+1+2+1', of2x6],
  ['', of24],
  ['+2', of24],
  ['3+', of24],
  ['3 + 2', of24],
  ['3-2', of24],
  ['(3+2)', of24],
  ['-(3+2', of24],
  ['-3+2)', of24],
  ['2.5', of24],
  ['2+1.5+1', of2x6],
  ['1e3', of24],
  ['3+0.0001', of24],
  ['9'.repeat(60), of24],
  ['1+'.repeat(500_000), of24],
])('refuses %#', (text, pack) => expect(() => parseCaseText(text, pack)).toThrow(QtyRefusal))

test('every quantity of every pack is read back', () => {
  const qty = fc.bigInt({ min: -qtyLimit + 1n, max: qtyLimit - 1n })
  fc.assert(fc.property(qty, anyPack, (value, pack) => parseCaseText(toCaseText(value, pack), pack) === value))
})

test('totals over different packs do not carry', () => {
  const total = caseTotal([
    { qty: wholeQty(47), pack: of24 },
    { qty: wholeQty(23), pack: of2x6 },
  ])
  expect(total).toEqual({ cases: 2n, loose: wholeQty(34) })
  expect(caseTotalText(total)).toBe('2+34')
})

test.each([
  [3n, '0', '3'],
  [-3n, '-5', '-(3+5)'],
  [-3n, '0', '-3'],
  [0n, '-5', '-(0+5)'],
  [-3n, '5', '(-3)+5'],
  [3n, '-5', '3+(-5)'],
])('a total of %s cases and %s loose shows as %s', (cases, loose, text) => {
  expect(caseTotalText({ cases, loose: parseQty(loose) })).toBe(text)
})

test('the pack itself shows as 规格', () => {
  expect(packText(of24)).toBe('1*24')
  expect(packText(of2x6)).toBe('1*2*6')
})

test('an impossible pack is a mistake of the program', () => {
  expect(() => toCaseText(1n, { qpc: 0n, mid: 0n })).toThrow('assertion failed')
  expect(() => toCaseText(1n, { qpc: 1n, mid: 2n })).toThrow('assertion failed')
})
