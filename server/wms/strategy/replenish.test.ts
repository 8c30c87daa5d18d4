import { wholeQty } from '@lading/contract/kernel/qty.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PickBinLevel, type ReplenishMethod, replenish, replenishWhole } from './replenish.ts'

type Level = Partial<Record<keyof PickBinLevel, number | null>>

function levelOf(level: Level): PickBinLevel {
  const qty = (name: keyof PickBinLevel, usual = 0) => wholeQty(level[name] ?? usual)
  const limit = (name: 'min' | 'max' | 'capacity') => (level[name] == null ? null : wholeQty(level[name]))
  return {
    need: qty('need'),
    onHand: qty('onHand'),
    incoming: qty('incoming'),
    reserved: qty('reserved'),
    min: limit('min'),
    max: limit('max'),
    capacity: limit('capacity'),
    qpc: qty('qpc', 1),
  }
}

test.each<[Exclude<ReplenishMethod, 'WHOLE'>, Level, number, number]>([
  ['ENOUGHOUT', { need: 6, qpc: 12 }, 12, 0],
  ['ENOUGHOUT', { need: 1488, onHand: 480, reserved: 480, qpc: 24, capacity: 2400 }, 1488, 0],
  ['ENOUGHOUT', { need: 100, onHand: 20, qpc: 12, capacity: 60 }, 36, 72],
  ['ENOUGHOUT', { need: 0, min: 10, max: 60 }, 0, 0],
  ['HIGHLOW', { onHand: 8, min: 10, max: 60 }, 52, 0],
  ['HIGHLOW', { onHand: 8, incoming: 5, min: 10, max: 60 }, 0, 0],
  ['HIGHLOW', { onHand: 30, reserved: 25, min: 10, max: 60 }, 55, 0],
  ['HIGHLOW', { onHand: 8, min: 10, max: 60, capacity: 40 }, 32, 0],
  ['HIGHLOW', { onHand: 20, reserved: 5, need: 3, min: 10, max: 60 }, 3, 0],
  ['HIGHLOW', { onHand: 8, max: 60 }, 0, 0],
  ['FULL', { onHand: 8, max: 60 }, 52, 0],
  ['FULL', { onHand: 8, max: 60, qpc: 12 }, 48, 0],
  ['FULL', { onHand: 8, capacity: 50 }, 42, 0],
  ['FULL', { onHand: 80, max: 60 }, 0, 0],
  ['FULL', { onHand: 8, need: 70, max: 60, capacity: 60 }, 52, 18],
])('%s, case %#', (method, level, qty, queued) => {
  expect(replenish(method, levelOf(level))).toEqual({ qty: wholeQty(qty), queued: wholeQty(queued) })
})

const containers = [
  { stockId: '1', qty: wholeQty(40) },
  { stockId: '2', qty: wholeQty(50) },
  { stockId: '3', qty: wholeQty(20) },
]

test.each<[Level, string[], number, number]>([
  [{ need: 30 }, ['1'], 40, 0],
  [{ need: 41 }, ['1', '2'], 90, 0],
  [{ need: 50, capacity: 70 }, ['1', '3'], 60, 0],
  [{ need: 50, capacity: 30 }, ['3'], 20, 30],
  [{ need: 0 }, [], 0, 0],
  [{ need: 200 }, ['1', '2', '3'], 110, 90],
])('WHOLE, case %#', (level, stockIds, qty, queued) => {
  expect(replenishWhole(levelOf(level), containers)).toEqual({
    stockIds,
    qty: wholeQty(qty),
    queued: wholeQty(queued),
  })
})

test('whole cases, never above the capacity, and no need forgotten', () => {
  const qty = fc.nat(500)
  const level = fc.record({
    need: qty,
    onHand: qty,
    incoming: qty,
    min: fc.option(qty),
    max: fc.option(qty),
    capacity: fc.option(qty),
    qpc: fc.integer({ min: 1, max: 24 }),
  })
  fc.assert(
    fc.property(fc.constantFrom('ENOUGHOUT', 'HIGHLOW', 'FULL'), level, (method, sketch) => {
      const bin = levelOf(sketch)
      const result = replenish(method, bin)
      expect(result.qty % bin.qpc).toBe(0n)
      expect(result.qty >= 0n && result.qty + result.queued >= bin.need).toBe(true)
      if (bin.capacity !== null && result.qty > 0n) {
        expect(bin.onHand + bin.incoming + result.qty <= bin.capacity).toBe(true)
      }
    }),
    { seed: 20261120, numRuns: 300 },
  )
})
