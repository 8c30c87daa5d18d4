import { expect, test } from 'vitest'
import { packOf, readCases, showCases } from './caseEntry.ts'

const plain = { qpc: 24_000n, mid: 24_000n }
const packs = { plain, inner: { qpc: 12_000n, mid: 6_000n } }

test.each<[string, keyof typeof packs, string | null]>([
  ['3+2', 'plain', '74'],
  ['3', 'plain', '72'],
  ['３＋２', 'plain', '74'],
  ['0+1.5', 'plain', '1.5'],
  ['1+1+2', 'inner', '20'],
  ['', 'plain', null],
])('%j of a pack is %j pieces', (typed, pack, qty) => expect(readCases(typed, packs[pack])).toEqual({ qty }))

test.each(['3+', 'x', '1+1+1', '3.5'])('%j is refused with a reason', (typed) => {
  expect(readCases(typed, plain)).toHaveProperty('problem')
})

test.each([
  ['74', '3+2'],
  ['74.000', '3+2'],
  ['', ''],
  ['many', ''],
  [null, ''],
])('%j pieces are shown as %j', (qty, cases) => expect(showCases(qty, plain)).toBe(cases))

test('a record without a possible pack has none', () => {
  expect(packOf({ qpc: '24.000', midQpc: null })).toEqual(plain)
  expect(packOf({ qpc: '0' })).toBeUndefined()
  expect(packOf({ qpc: '6', midQpc: '12' })).toBeUndefined()
  expect(packOf(undefined)).toBeUndefined()
})
