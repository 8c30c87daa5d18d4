import { explainText } from '@lading/contract/tms/feeExplain.ts'
import { moneyText, parseMicro, shared } from '@lading/contract/tms/feeMoney.ts'
import { isWhole, parseTiers } from '@lading/contract/tms/feeTiers.ts'
import { describe, expect, test } from 'vitest'
import { type PriceRule, priceOf } from './price.ts'

const none = { price: null, basePrice: null, baseQty: null, tiers: null, minCharge: null, maxCharge: null }
const rule = (o: Partial<PriceRule>): PriceRule => ({ ...none, basis: 'WEIGHT_KG', calc: 'UNIT', round: 'CENT', ...o })
const cost = (o: Partial<PriceRule>, qty: string): string => moneyText(priceOf(rule(o), parseMicro(qty)).amount)
const tiers = '0-10:5;10-50:4.5;50-:4'

describe('prices', () => {
  test.each([
    ['FLAT', '7', '300.00', { price: '300' }],
    ['UNIT', '3', '30.00', { price: '10' }],
    ['BASE_PLUS', '22.6', '11.70', { price: '4.5', baseQty: '20' }],
    ['BASE_PLUS', '22.6', '311.70', { price: '4.5', baseQty: '20', basePrice: '300' }],
    // What is just covered costs nothing more, nor does what is less.
    ['BASE_PLUS', '20', '300.00', { price: '4.5', baseQty: '20', basePrice: '300' }],
    ['BASE_PLUS', '20.001', '300.00', { price: '4.5', baseQty: '20', basePrice: '300' }],
    ['BASE_PLUS', '0', '300.00', { price: '4.5', baseQty: '20', basePrice: '300' }],
    // Rounded once, half away from zero: 0.125 and 0.1249.
    ['UNIT', '1', '0.13', { price: '0.125' }],
    ['UNIT', '1', '0.12', { price: '0.1249' }],
    ['UNIT', '3', '0.02', { price: '0.005' }],
  ] as const)('%s of %s is %s', (calc, qty, due, o) => {
    expect(cost({ calc, ...o }, qty)).toBe(due)
  })

  test.each([
    // A band ends with its end: what is just beyond belongs to the next.
    ['0', '0.00', '0.00'],
    ['0.001', '0.01', '0.01'],
    ['9.999', '50.00', '50.00'],
    ['10', '50.00', '50.00'],
    ['10.001', '50.00', '45.00'],
    ['49.999', '230.00', '225.00'],
    ['50', '230.00', '225.00'],
    ['50.001', '230.00', '200.00'],
    ['60', '270.00', '240.00'],
  ])('tiers at their borders: %s', (qty, slice, whole) => {
    expect([cost({ calc: 'TIER_SLICE', tiers }, qty), cost({ calc: 'TIER_WHOLE', tiers }, qty)]).toEqual([slice, whole])
  })

  test('the least and the most, whole yuan, whole units, so many of a hundred', () => {
    expect(cost({ price: '0.18', minCharge: '60' }, '333.3')).toBe('60.00')
    expect(cost({ price: '0.18', minCharge: '60' }, '333.4')).toBe('60.01')
    expect(cost({ price: '0.18', maxCharge: '100' }, '600')).toBe('100.00')
    expect(cost({ price: '0.18', round: 'YUAN' }, '430')).toBe('77.00')
    expect(cost({ price: '2', round: 'UP_UNIT' }, '3.001')).toBe('8.00')
    expect(cost({ basis: 'VALUE_PCT', price: '0.3' }, '12345')).toBe('37.04')
  })

  test('each says how it was reckoned', () => {
    const said = (o: Partial<PriceRule>, qty: string) => explainText(priceOf(rule(o), parseMicro(qty)).explain, 'zh-CN')
    expect(said({ basis: 'KM_ACT', calc: 'BASE_PLUS', price: '4.5', baseQty: '20' }, '22.6')).toBe(
      '实际公里 22.6：20以内0.00 + 2.6 × 4.5 = 11.70',
    )
    expect(said({ price: '0.18', minCharge: '60' }, '100')).toBe('公斤 100：100 × 0.18 = 18，不足最低收费，计60.00')
    expect(said({ calc: 'TIER_SLICE', tiers }, '60')).toBe('公斤 60：10 × 5 + 40 × 4.5 + 10 × 4 = 270.00')
  })
})

test('a tier table has no gaps, begins at nothing and does not end', () => {
  const fits = (text: string) => isWhole(parseTiers(text) ?? [{ from: 1n, to: undefined, price: 0n }])
  expect([tiers, '0-:3', '0-5:1;5-:2'].map(fits)).toEqual([true, true, true])
  const gaps = ['0-10:5;11-:4', '5-:1', '0-10:5', '0-10:5;10-10:4;10-:3', '0-:5;10-:4', 'x', '10-0:5']
  expect(gaps.map(fits)).toEqual(gaps.map(() => false))
})

test('shares add up to the whole, to the cent; the last takes what rounding leaves', () => {
  const parts = (amount: string, ...weights: string[]) =>
    shared(parseMicro(amount), weights.map(parseMicro)).map(moneyText)
  expect(parts('100', '1', '1', '1')).toEqual(['33.33', '33.33', '33.34'])
  expect(parts('0.01', '1', '1')).toEqual(['0.01', '0.00'])
  expect(parts('-100', '600', '450', '700')).toEqual(['-34.29', '-25.71', '-40.00'])
  expect(parts('10', '0', '0', '0')).toEqual(['3.33', '3.33', '3.34'])
  for (let i = 1; i < 300; i++) {
    const weights = Array.from({ length: 1 + (i % 7) }, (_, k) => parseMicro(String((i * 31 + k * 17) % 97)))
    const amount = parseMicro((i * 7.13).toFixed(2))
    expect(shared(amount, weights).reduce((a, b) => a + b, 0n)).toBe(amount)
  }
})
