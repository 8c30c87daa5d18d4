import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { expect, test } from 'vitest'
import type { RoundRule } from '../strategy/splitPack.ts'
import { wantOf } from './wants.ts'

test.each([
  // asked, may be split, store's rule, pieces are picked: wanted, cut
  [30, true, 'NONE', true, 30, 0],
  [30, true, 'NONE', false, 30, 0],
  [30, true, 'DOWN', true, 30, 0],
  [30, true, 'DOWN', false, 24, 6],
  [30, true, 'UP', false, 48, 0],
  [30, false, 'NONE', true, 24, 6],
  [30, false, 'DOWN', false, 24, 6],
  [30, false, 'UP', true, 48, 0],
  [5, false, 'NONE', true, 0, 5],
  [48, false, 'NONE', false, 48, 0],
] as const)(
  'of %i asked (split %s, rule %s, piece face %s) %i are wanted, %i cut',
  (asked, splitAllowed, rule, face, want, cut) => {
    const packed = { qpc: wholeQty(24), splitAllowed, isWeigh: false }
    expect(wantOf(wholeQty(asked), packed, rule satisfies RoundRule, face)).toEqual({
      want: wholeQty(want),
      cut: wholeQty(cut),
    })
  },
)

test('goods sold by weight have no cases to round to', () => {
  const packed = { qpc: wholeQty(10), splitAllowed: false, isWeigh: true }
  expect(wantOf(12_345n, packed, 'UP', false)).toEqual({ want: 12_345n, cut: 0n })
})
