import { expect, test } from 'vitest'
import { restOf } from './rest.ts'

const row = (id: string, planQty: string, bookedQty: string, sentQty = '0', cancelQty = '0') => ({
  id,
  planQty,
  bookedQty,
  sentQty,
  cancelQty,
})
type Order = ReturnType<typeof row>
const rest = (order: Order, lines: readonly Order[] = []) => {
  const { short, ...said } = restOf(order, lines)
  return { ...said, short: short.map((l) => l.id) }
}

test('an order whose allocated goods have left waits for nothing but what is short', () => {
  expect(rest(row('o', '30', '18', '18'), [row('a', '18', '18', '18'), row('b', '12', '0')])).toEqual({
    toShip: false,
    hasSent: true,
    isShort: true,
    short: ['b'],
  })
})

test('picked goods wait for a truck, beside what is short of the same line', () => {
  expect(rest(row('o', '30', '18'), [row('a', '30', '18')])).toEqual({
    toShip: true,
    hasSent: false,
    isShort: true,
    short: ['a'],
  })
})

test('what is given up is not short', () => {
  expect(rest(row('o', '30', '18', '0', '12'), [row('a', '30', '18', '0', '12')])).toEqual({
    toShip: true,
    hasSent: false,
    isShort: false,
    short: [],
  })
})

test('when no stock was found at all there is nothing to load', () => {
  expect(rest(row('o', '30', '0'), [row('a', '30', '0')])).toEqual({
    toShip: false,
    hasSent: false,
    isShort: true,
    short: ['a'],
  })
})
