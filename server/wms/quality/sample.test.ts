import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { expect, test } from 'vitest'
import { sampleOf } from './sample.ts'

const samples = [
  { lotTo: 50, sample: 8, accept: 0, reject: 1 },
  { lotTo: 500, sample: 50, accept: 2, reject: 3 },
]
const of = (kind: string, lot: number, percent: string | null = null, rows = samples) => {
  const { qty, accept, reject } = sampleOf({ kind, percent, samples: rows }, wholeQty(lot))
  return [Number(qty) / 1000, accept, reject]
}

test('a sample is what the table says of the size of the lot, never more than the lot', () => {
  expect(of('SAMPLE', 50)).toEqual([8, 0, 1])
  expect(of('SAMPLE', 51)).toEqual([50, 2, 3])
  expect(of('SAMPLE', 9000)).toEqual([50, 2, 3])
  expect(of('SAMPLE', 5)).toEqual([5, 0, 1])
})

test('without a table it is a share of the lot, rounded up; without a scheme, or with one that says so, it is all', () => {
  expect(of('SAMPLE', 101, '10.00', [])).toEqual([11, null, null])
  expect(of('SAMPLE', 3, '0', [])).toEqual([1, null, null])
  expect(of('SAMPLE', 3, null, [])).toEqual([3, null, null])
  expect(of('FULL', 480, '10')).toEqual([480, null, null])
  expect(sampleOf(null, wholeQty(7)).qty).toBe(wholeQty(7))
})
