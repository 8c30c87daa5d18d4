import { parseQty, wholeQty } from '@lading/contract/kernel/qty.ts'
import { expect, test } from 'vitest'
import { weighCheck } from './weighCheck.ts'

const shampoo = [{ qty: wholeQty(18), unitWeightGram: wholeQty(420) }]
const tare = wholeQty(1500)
const usual = { absoluteGram: wholeQty(30), percent: wholeQty(1) }

test.each([
  ['9060', undefined],
  ['8985', undefined],
  ['9135', undefined],
  ['8984', 'TOO_LIGHT'],
  ['9136', 'TOO_HEAVY'],
  ['8984.4', undefined],
  ['8640', 'TOO_LIGHT'],
])('18 × 420 g in a tote of 1500 g at %s g: %s', (actual, code) => {
  const result = weighCheck(shampoo, tare, parseQty(actual), usual)
  expect(result).toMatchObject({ expectedGram: wholeQty(9060), toleranceGram: parseQty('75.6') })
  expect(result.refusal?.code).toBe(code)
})

test('the tolerance never hides a missing piece', () => {
  const result = weighCheck(shampoo, tare, wholeQty(9060 - 210), { ...usual, percent: wholeQty(10) })
  expect(result.refusal?.text[0]).toBe('重量偏轻：实际8850克，应为9060克±209.999克，请复核是否少货')
  expect(result.refusal?.text[1]).toContain('8850 g instead of 9060 g ± 209.999 g')
})

test('the tare widens nothing', () => {
  expect(weighCheck(shampoo, wholeQty(100_000), 0n, usual).toleranceGram).toBe(parseQty('75.6'))
})

test('an empty tote has the absolute tolerance', () => {
  expect(weighCheck([], tare, wholeQty(1530), usual)).toEqual({ expectedGram: tare, toleranceGram: wholeQty(30) })
})
