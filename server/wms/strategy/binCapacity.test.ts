import { expect, test } from 'vitest'
import { type CapacityRule, capacityOf } from './binCapacity.ts'

const none = {
  binId: null,
  binTypeId: null,
  storageAreaId: null,
  productId: null,
  categoryId: null,
  maxCases: null,
  maxPallets: null,
  minCases: null,
  topCases: null,
}
const request = { binId: '1', binTypeId: '2', storageAreaId: '3', productId: '4', categoryId: '5' }
const rules: CapacityRule[] = [
  { ...none, id: '1', storageAreaId: '3' },
  { ...none, id: '2', storageAreaId: '3', productId: '4' },
  { ...none, id: '3', binTypeId: '2' },
  { ...none, id: '4', binTypeId: '2', productId: '4' },
  { ...none, id: '5', binId: '1' },
  { ...none, id: '6', binId: '1', categoryId: '5' },
  { ...none, id: '7', binId: '1', productId: '4' },
  { ...none, id: '8', binId: '1', productId: '9' },
]

test('the most specific rule wins, then the next', () => {
  const order: string[] = []
  for (let open = rules; ; ) {
    const best = capacityOf(open, request)
    if (!best) break
    order.push(best.id)
    open = open.filter((rule) => rule !== best)
  }
  expect(order).toEqual(['7', '6', '5', '4', '3', '2', '1'])
})

test('a rule without a place is a mistake of the program', () => {
  expect(() => capacityOf([{ ...none, id: '1' }], request)).toThrow('assertion failed')
})
