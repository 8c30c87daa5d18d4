import { Fault } from '@lading/contract/kernel/fault.ts'
import { formatQty, wholeQty } from '@lading/contract/kernel/qty.ts'
import { expect, test } from 'vitest'
import { type PlannedLine, planBoxes, type TypeRoom } from './plan.ts'

const tote: TypeRoom = { name: 'tote', volumeM3: '0.06', maxWeightKg: '25', maxFillPct: 100 }
const line = (id: string, rest: string, o: Partial<PlannedLine> = {}): PlannedLine => ({
  ...{ id, productCode: id, rest, qpc: '12', volumeM3: '0.001', weightKg: '0.5' },
  ...o,
})
const shape = (lines: readonly PlannedLine[], type = tote) =>
  planBoxes(lines, type).map((b) => [b.parts.length, b.volumeMl / wholeQty(1), b.weightGram / wholeQty(1)].map(Number))

test('cases of a line go into as many containers as they fill, by weight as by volume', () => {
  // A case is 12 l and 6 kg: four of them weigh 24 kg, a fifth would be too heavy.
  expect(shape([line('A', '60')])).toEqual([
    [1, 48_000, 24_000],
    [1, 12_000, 6_000],
  ])
  expect(shape([line('A', '60')], { ...tote, maxWeightKg: null })).toEqual([[1, 60_000, 30_000]])
})

test('small things fill what large ones leave, and what is less than a case is packed too', () => {
  const light = { ...tote, maxWeightKg: null }
  expect(shape([line('A', '48'), line('B', '30', { qpc: '24' })], light)).toEqual([
    [2, 60_000, 30_000],
    [2, 18_000, 9_000],
  ])
})

test('each container knows how much of which line it takes, and all of each line has its place', () => {
  const light = { ...tote, maxWeightKg: null }
  const boxes = planBoxes([line('B', '30', { qpc: '24' }), line('A', '48')], light)
  expect(boxes.map((b) => b.parts.map(({ lineId, qty }) => `${lineId} ${formatQty(qty)}`))).toEqual([
    ['B 24', 'A 36'],
    ['B 6', 'A 12'],
  ])
})

test('the share that may be filled counts', () => {
  expect(shape([line('A', '60')], { ...tote, maxWeightKg: null, maxFillPct: 85 })).toHaveLength(2)
})

test('a case that no container takes is opened; a piece that none takes is refused by name', () => {
  expect(shape([line('A', '12', { volumeM3: '0.006', weightKg: null })])).toEqual([
    [1, 60_000, 0],
    [1, 12_000, 0],
  ])
  const refused = (lines: readonly PlannedLine[], type = tote) => {
    try {
      return planBoxes(lines, type)
    } catch (error) {
      return error instanceof Fault ? error.refusal.code : error
    }
  }
  expect(refused([line('A', '12', { volumeM3: '0.07' })])).toBe(42492)
  expect(refused([line('A', '12')], { ...tote, volumeM3: null })).toBe(42491)
})

test('goods of unknown size, or none at all, still go into one', () => {
  expect(shape([line('A', '12', { volumeM3: null, weightKg: null })])).toEqual([[1, 0, 0]])
  expect(shape([])).toEqual([[0, 0, 0]])
})
