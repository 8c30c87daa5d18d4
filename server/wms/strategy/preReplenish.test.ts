import { parseQty } from '@lading/contract/kernel/qty.ts'
import { expect, test } from 'vitest'
import { outflowOf, suggest, suggestLevels } from './preReplenish.ts'
import type { WaveFace } from './wave.ts'

const q = (n: number) => parseQty(String(n))
const face = (
  more: Partial<Record<'onHand' | 'incoming' | 'reserved' | 'waiting' | 'capacity' | 'min' | 'max', number>> &
    Partial<Pick<WaveFace, 'binId' | 'pickType'>> = {},
): WaveFace => ({
  binId: more.binId ?? 'F',
  productId: 'P',
  pickType: more.pickType ?? 'BOTH',
  method: 'ENOUGHOUT',
  min: more.min === undefined ? null : q(more.min),
  max: more.max === undefined ? null : q(more.max),
  capacity: more.capacity === undefined ? null : q(more.capacity),
  onHand: q(more.onHand ?? 0),
  reserved: q(more.reserved ?? 0),
  incoming: q(more.incoming ?? 0),
  waiting: q(more.waiting ?? 0),
  qpc: q(12),
})
const asked = (faces: WaveFace[], cases: number, pieces: number) =>
  suggest(faces, { cases: q(cases), pieces: q(pieces) }).map((s) => [s.face.binId, s.demand, s.qty])

test.each([
  ['an empty face', {}, 24, 3, 36],
  ['what is there counts', { onHand: 12 }, 24, 0, 12],
  ['what is promised does not', { onHand: 12, reserved: 12 }, 24, 0, 24],
  ['what is on its way counts, but for who waits for it', { incoming: 24, waiting: 12 }, 24, 0, 12],
  ['no more than fits, in whole cases', { capacity: 30 }, 48, 0, 24],
] as const)('%s', (_, has, cases, pieces, qty) =>
  expect(asked([face(has)], cases, pieces)).toEqual([['F', q(cases + pieces), q(qty)]]),
)

test('enough is there: nothing is brought', () => expect(asked([face({ onHand: 100 })], 24, 3)).toEqual([]))

test('cases and pieces are brought each to their own face', () => {
  const faces = [face({ binId: 'C', pickType: 'CASE' }), face({ binId: 'S', pickType: 'SPLIT' })]
  expect(asked(faces, 24, 3)).toEqual([
    ['C', q(24), q(24)],
    ['S', q(3), q(12)],
  ])
  expect(outflowOf(q(27), q(12))).toEqual({ cases: q(24), pieces: q(3) })
})

test('a face below its least is filled to its most', () => {
  expect(suggestLevels([face({ onHand: 24, min: 36, max: 60 })]).map((s) => s.qty)).toEqual([q(36)])
  expect(suggestLevels([face({ onHand: 36, min: 36, max: 60 })])).toEqual([])
})
