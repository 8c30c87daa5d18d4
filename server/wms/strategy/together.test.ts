import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { expect, test } from 'vitest'
import { putAway } from './putAway.ts'
import type { PutAwayBin, PutAwayGoods, PutAwayMethod } from './putAwaySnapshot.ts'
import { binOf, contentOf, faceOf, goodsOf, openArea, rulesOf } from './testing/bin.ts'

const anything = { mixProduct: true, mixOwner: true, mixLot: true }
/** Other goods on the same pallet, and the rules that they go by. */
const beside = (changes: Partial<PutAwayGoods>, ...methods: PutAwayMethod[]) => ({
  goods: goodsOf({ productId: 'other', lotId: 'other', qty: wholeQty(10), ...changes }),
  rules: rulesOf(...(methods.length > 0 ? methods : (['EMPTY'] as const))).map((r) => ({ ...r, usages: ['STORAGE'] })),
})
const go = (bins: readonly PutAwayBin[], aboard: PutAwayGoods['aboard'], ...methods: PutAwayMethod[]) => {
  const goods = goodsOf({ splitAllowed: false, ...(aboard && { aboard }) })
  const { targets, refused } = putAway(goods, bins, rulesOf(...(methods.length > 0 ? methods : (['EMPTY'] as const))))
  return [targets.map((t) => t.binId).join(), refused.map((r) => r.reason.code).join()]
}
const plain = binOf('A-01-01-1')
const top = binOf('A-01-01-5', anything)

test('a pallet of two goods passes a bin of one product, which the first of them alone would take', () => {
  expect(go([plain, top], undefined)).toEqual(['A-01-01-1', ''])
  expect(go([plain, top], [beside({})])).toEqual(['A-01-01-5', 'MIX_PRODUCT'])
})

test('each limit of a bin holds for all that stands on the pallet', () => {
  const owners = binOf('A-01-01-5', { ...anything, mixOwner: false })
  const chilled = binOf('A-01-01-5', { ...anything, area: { ...openArea, temperature: 'CHILLED' } })
  const full = binOf('A-01-01-5', { ...anything, type: { ...top.type, maxWeightGram: wholeQty(1200) } })
  const cases: readonly [PutAwayBin, Partial<PutAwayGoods>, string][] = [
    [owners, { ownerId: 'another' }, 'MIX_OWNER'],
    [chilled, { temperatures: ['AMBIENT'] }, 'TEMPERATURE'],
    [top, { hazard: '3' }, 'HAZARD'],
    [full, { unitWeightGram: wholeQty(1_000_000) }, 'WEIGHT'],
  ]
  for (const [bin, goods, code] of cases) expect(go([bin], [beside(goods)])).toEqual(['', code])
})

test('a pallet takes one position, however many goods stand on it', () => {
  const one = binOf('A-01-01-5', { ...anything, type: { ...top.type, maxPallets: wholeQty(1) } })
  expect(go([one], [beside({}), beside({ productId: 'third', lotId: 'third' })])).toEqual(['A-01-01-5', ''])
})

test('other goods do not follow the first to its pick face, nor beside its lot', () => {
  const face = binOf('A-01-02-1', { ...anything, usage: 'PICK' })
  const goods = goodsOf({ splitAllowed: false, pickFaces: [faceOf('A-01-02-1')], aboard: [beside({})] })
  const to = putAway(goods, [face, top], rulesOf('FIXED_PICK', 'EMPTY'))
  expect(to.targets.map((t) => t.binId)).toEqual(['A-01-01-5'])
  const same = binOf('A-01-03-1', {
    ...anything,
    contents: [contentOf({ lotId: goods.lotId, productId: goods.productId })],
  })
  expect(go([same, top], [beside({})], 'SAME_LOT', 'EMPTY')[0]).toBe('A-01-01-5')
})
