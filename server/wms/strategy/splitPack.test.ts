import { wholeQty } from '@lading/contract/kernel/qty.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundToCase, splitPack } from './splitPack.ts'

test.each([
  [1300, 1200, { pallets: 1200, cases: 96, pieces: 4 }],
  [1300, null, { pallets: 0, cases: 1296, pieces: 4 }],
  [2400, 1200, { pallets: 2400, cases: 0, pieces: 0 }],
  [7, 1200, { pallets: 0, cases: 0, pieces: 7 }],
  [0, 1200, { pallets: 0, cases: 0, pieces: 0 }],
])('%s with pallets of %s and cases of 24', (qty, palletQty, { pallets, cases, pieces }) => {
  const pack = { qpc: wholeQty(24), palletQty: palletQty === null ? null : wholeQty(palletQty) }
  expect(splitPack(wholeQty(qty), pack)).toEqual({
    pallets: wholeQty(pallets),
    cases: wholeQty(cases),
    pieces: wholeQty(pieces),
  })
})

test('the parts make the whole', () => {
  const positive = fc.bigInt({ min: 1n, max: 10n ** 9n })
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), positive, fc.option(positive), (qty, qpc, palletQty) => {
      const { pallets, cases, pieces } = splitPack(qty, { qpc, palletQty })
      return pallets + cases + pieces === qty && cases % qpc === 0n && pieces < qpc
    }),
  )
})

test.each([
  ['UP', 30, 48],
  ['DOWN', 30, 24],
  ['NONE', 30, 30],
  ['UP', 48, 48],
] as const)('%s %s is %s', (rule, qty, rounded) => {
  expect(roundToCase(wholeQty(qty), wholeQty(24), rule)).toBe(wholeQty(rounded))
})
