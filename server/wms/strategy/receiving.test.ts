import { parseQty, wholeQty } from '@lading/contract/kernel/qty.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  acceptanceRefusal,
  acceptDays,
  dateInversion,
  type LotDates,
  overReceiptRefusal,
  palletSplit,
  receivable,
  type ShelfLife,
  shelfDates,
} from './receiving.ts'

const today = '2026-11-20'
const line = { planned: wholeQty(100), done: 0n, productPercent: null, ownerPercent: null, unit: wholeQty(1) }

test.each([
  [{}, 100],
  [{ done: wholeQty(40) }, 60],
  [{ ownerPercent: wholeQty(5) }, 105],
  [{ ownerPercent: wholeQty(5), productPercent: 0n }, 100],
  [{ ownerPercent: wholeQty(5), productPercent: parseQty('2.5') }, 102],
  [{ productPercent: parseQty('2.5'), unit: parseQty('0.1') }, 102.5],
  [{ done: wholeQty(120) }, 0],
])('receivable, case %#', (changes, most) => {
  expect(receivable({ ...line, ...changes })).toBe(parseQty(`${most}`))
})

test('what exceeds it is refused with the figure', () => {
  expect(overReceiptRefusal(wholeQty(100), line)).toBeUndefined()
  expect(overReceiptRefusal(wholeQty(101), line)).toEqual({
    code: 'OVER_RECEIPT',
    text: ['超收：最多可收100', 'Over-receipt: at most 100 can be received'],
  })
})

const water: ShelfLife = { mode: 'PROD_DATE', shelfLifeDays: 365, acceptDays: null }
const shampoo: ShelfLife = { mode: 'EXPIRY', shelfLifeDays: 1095, acceptDays: null }

test.each<[string | null, string | null, ShelfLife, LotDates]>([
  ['2026-11-10', null, water, { productionDate: '2026-11-10', expireDate: '2027-11-10' }],
  ['2026-10-01', null, shampoo, { productionDate: '2026-10-01', expireDate: '2029-09-30' }],
  [null, '2029-09-30', shampoo, { productionDate: '2026-10-01', expireDate: '2029-09-30' }],
  [null, '2027-11-10', water, { productionDate: '2026-11-10', expireDate: '2027-11-10' }],
  ['2026-11-20', '2027-11-20', water, { productionDate: '2026-11-20', expireDate: '2027-11-20' }],
  [null, '2027-01-01', { ...shampoo, shelfLifeDays: null }, { productionDate: null, expireDate: '2027-01-01' }],
  [
    null,
    '2027-01-01',
    { ...water, shelfLifeDays: null, mode: 'EXPIRY' },
    { productionDate: null, expireDate: '2027-01-01' },
  ],
  [
    '2026-11-10',
    '2026-11-10',
    { ...water, shelfLifeDays: null },
    { productionDate: '2026-11-10', expireDate: '2026-11-10' },
  ],
  ['2026-11-10', null, { ...water, mode: 'NONE' }, { productionDate: null, expireDate: null }],
])('dates %s and %s are completed, %#', (productionDate, expireDate, shelf, dates) => {
  expect(shelfDates({ productionDate, expireDate }, shelf, today)).toEqual(dates)
})

test.each<[string, string | null, string | null, ShelfLife]>([
  ['DATE_MISSING', null, null, water],
  ['DATE_MISSING', null, null, shampoo],
  ['DATE_MISSING', null, '2027-01-01', { ...water, shelfLifeDays: null }],
  ['DATE_MISSING', '2026-11-10', null, { ...shampoo, shelfLifeDays: null }],
  ['MADE_IN_FUTURE', '2026-11-21', null, water],
  ['MADE_IN_FUTURE', null, '2027-11-21', water],
  ['EXPIRES_BEFORE_MADE', '2026-11-10', '2026-11-09', { ...water, shelfLifeDays: null }],
  ['DATES_DISAGREE', '2026-11-10', '2027-11-11', water],
])('%s refuses %s and %s', (code, productionDate, expireDate, shelf) => {
  expect(shelfDates({ productionDate, expireDate }, shelf, today)).toHaveProperty('code', code)
})

test.each([
  [water, 244],
  [shampoo, 730],
  [{ ...water, acceptDays: 30 }, 30],
  [{ ...water, shelfLifeDays: null }, 0],
])('acceptance of %j needs %s days', (shelf, days) => expect(acceptDays(shelf)).toBe(days))

test.each([
  ['2027-11-10', undefined],
  ['2027-07-22', undefined],
  ['2027-07-21', 'TOO_OLD'],
  [null, undefined],
])('goods that expire on %s: %s', (expireDate, code) => {
  expect(acceptanceRefusal(expireDate, water, today)?.code).toBe(code)
})

test('the refusal names both figures', () => {
  expect(acceptanceRefusal('2027-07-21', water, today)?.text[0]).toBe('剩余效期243天低于允收244天，需主管放行')
  expect(acceptanceRefusal('2026-11-10', water, today)?.text[0]).toMatch(/^已过期\d+天，需主管放行$/)
})

test.each([
  ['2026-11-10', '2026-11-11', 'DATE_INVERSION'],
  ['2026-11-10', '2026-11-10', undefined],
  ['2026-11-10', null, undefined],
  [null, '2026-11-10', undefined],
])('made %s after %s: %s', (made, newest, code) => expect(dateInversion(made, newest)?.code).toBe(code))

test.each([
  [2352, 1200, [1200, 1152]],
  [2400, 1200, [1200, 1200]],
  [5, 1200, [5]],
  [0, 1200, []],
  [5, null, [5]],
])('%s on pallets of %s', (qty, palletQty, pallets) => {
  expect(palletSplit(wholeQty(qty), palletQty === null ? null : wholeQty(palletQty))).toEqual(pallets.map(wholeQty))
})

test('pallets add up, and a mistyped quantity does not fill the warehouse', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1000n }), fc.bigInt({ min: 1n, max: 1000n }), (qty, palletQty) => {
      const pallets = palletSplit(qty, palletQty)
      expect(Array.isArray(pallets) && pallets.reduce((sum: bigint, part: bigint) => sum + part, 0n)).toBe(qty)
    }),
  )
  expect(palletSplit(wholeQty(1e12), wholeQty(1))).toHaveProperty('code', 'TOO_MANY_PALLETS')
})
