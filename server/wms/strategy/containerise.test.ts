import { wholeQty } from '@lading/contract/kernel/qty.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containerise } from './containerise.ts'

const tote = { volumeMl: wholeQty(60), weightGram: null, maxFillPercent: 100 }

function itemsOf(...volumes: number[]) {
  return volumes.map((volume) => ({ id: `${volume}`, volumeMl: wholeQty(volume), weightGram: wholeQty(volume) }))
}

test.each([
  [[40, 35, 30, 25, 20], tote, [['40', '20'], ['35', '25'], ['30']], []],
  [[20, 25, 30, 35, 40], tote, [['40', '20'], ['35', '25'], ['30']], []],
  [[61, 5], tote, [['5']], ['61']],
  [[40, 20], { ...tote, maxFillPercent: 90 }, [['40'], ['20']], []],
  [[30, 20], { ...tote, weightGram: wholeQty(40) }, [['30'], ['20']], []],
  [[], tote, [], []],
])('%j', (volumes, room, containers, oversize) => {
  expect(containerise(itemsOf(...volumes), room)).toEqual({ containers, oversize })
})

test('everything is packed once and nothing overflows', () => {
  const volume = fc.bigInt({ min: 0n, max: 80_000n })
  fc.assert(
    fc.property(fc.array(fc.tuple(volume, volume), { maxLength: 40 }), (sizes) => {
      const items = sizes.map(([volumeMl, weightGram], at) => ({ id: `${at + 1}`, volumeMl, weightGram }))
      const room = { volumeMl: 60_000n, weightGram: 60_000n, maxFillPercent: 90 }
      const { containers, oversize } = containerise(items, room)
      expect([...containers.flat(), ...oversize].sort()).toEqual(items.map(({ id }) => id).sort())
      for (const ids of containers) {
        const inside = items.filter(({ id }) => ids.includes(id))
        expect(inside.reduce((sum, { volumeMl }) => sum + volumeMl, 0n) <= 54_000n).toBe(true)
        expect(inside.reduce((sum, { weightGram }) => sum + weightGram, 0n) <= 60_000n).toBe(true)
      }
    }),
  )
})
