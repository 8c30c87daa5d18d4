import { expect, test } from 'vitest'
import { byId } from './key.ts'

test('ids are in the order of their numbers, whatever their length', () => {
  const ids = ['383787767796121600', '9', '10', '383787767796121599', '99', '100', '10']
  expect(ids.toSorted(byId)).toEqual(['9', '10', '10', '99', '100', '383787767796121599', '383787767796121600'])
  expect([byId('7', '7'), Math.sign(byId('7', '8')), Math.sign(byId('8', '7'))]).toEqual([0, -1, 1])
})
