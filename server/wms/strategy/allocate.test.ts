import { parseQty, type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AllocateLine, allocate } from './allocate.ts'
import { availableOf, type BinFacts, type StockRow } from './stockRow.ts'
import { lineOf, rowOf } from './testing/stock.ts'

const caseBin: Partial<BinFacts> = { usage: 'PICK', pickType: 'CASE' }
const splitBin: Partial<BinFacts> = { usage: 'PICK', pickType: 'SPLIT' }
const pallet = rowOf({ id: '1', qty: 1200, container: true })
const broken = rowOf({ id: '2', qty: 500, container: true })
const cases = rowOf({ id: '3', qty: 480, bin: caseBin })
const pieces = rowOf({ id: '4', qty: 30, bin: splitBin })

function taken(lines: readonly AllocateLine[], rows: readonly StockRow[]): string {
  return allocate(lines, rows)
    .takes.map(({ lineId, stockId, qty, unit }) => `${lineId}:${stockId}×${qty / 1000n} ${unit}`)
    .join(', ')
}

test.each([
  ['all three units', 1300, [pallet, broken, cases, pieces], '1:1×1200 PALLET, 1:3×96 CASE, 1:4×4 PIECE'],
  ['cases from storage when the pick bin lacks them', 600, [broken, cases], '1:3×480 CASE, 1:2×120 CASE'],
  ['pieces from storage when there is no split bin', 28, [broken, cases], '1:3×24 CASE, 1:2×4 PIECE'],
  ['pieces from the case bin as the last resort', 28, [cases], '1:3×24 CASE, 1:3×4 PIECE'],
  ['cases from the split bin as the last resort', 30, [pieces], '1:4×6 PIECE, 1:4×24 CASE'],
  ['storage alone', 52, [broken], '1:2×48 CASE, 1:2×4 PIECE'],
  ['a pallet is never opened for the pallet part', 1200, [broken, cases], '1:3×480 CASE, 1:2×480 CASE, 1:2×20 PIECE'],
  ['nothing wanted', 0, [pallet], ''],
])('%s', (_, want, rows, result) => expect(taken([lineOf(want)], rows)).toBe(result))

test('a bin for both hands out cases and pieces', () => {
  const both = rowOf({ id: '5', qty: 40, bin: { usage: 'PICK', pickType: 'BOTH' } })
  expect(taken([lineOf(30)], [pallet, both])).toBe('1:5×24 CASE, 1:5×6 PIECE')
})

test('a partly promised container is no whole pallet', () => {
  const promised = rowOf({ id: '1', qty: 1200, reserved: 24, container: true })
  expect(taken([lineOf(1200)], [promised])).toBe('1:1×1176 CASE')
})

test.each([
  ['more than a pallet', rowOf({ id: '1', qty: 1224, container: true })],
  ['a pallet of which some is promised', rowOf({ id: '1', qty: 1224, reserved: 24, container: true })],
  ['a pallet that is no container', rowOf({ id: '1', qty: 1200 })],
])('%s is no whole pallet', (_, row) => expect(taken([lineOf(1200)], [row])).toBe('1:1×1200 CASE'))

test('a pallet on a pick bin is no whole pallet', () => {
  expect(taken([lineOf(1200)], [rowOf({ id: '1', qty: 1200, container: true, bin: caseBin })])).toBe('1:1×1200 CASE')
})

test('without whole pallets everything goes by cases', () => {
  const line = lineOf(1200, { pack: { qpc: wholeQty(24), palletQty: null } })
  expect(taken([line], [pallet])).toBe('1:1×1200 CASE')
})

test('goods at the dock or in quality control are no place to pick from', () => {
  const docked = rowOf({ id: '1', qty: 100, bin: { usage: 'RECEIVE' } })
  const { takes, shortages } = allocate([lineOf(10)], [docked])
  expect(takes).toEqual([])
  expect(shortages).toMatchObject([{ lineId: '1', qty: wholeQty(10), reason: { code: 'INSUFFICIENT' } }])
})

test('lines of one order never take the same goods twice', () => {
  const lines = [lineOf(400, { id: '1' }), lineOf(100, { id: '2' }), lineOf(10, { id: '3' })]
  const { takes, shortages } = allocate(lines, [cases, pieces])
  const sum = (lineId: string) => takes.reduce((total, take) => total + (take.lineId === lineId ? take.qty : 0n), 0n)
  expect([sum('1'), sum('2'), sum('3')]).toEqual([wholeQty(400), wholeQty(100), wholeQty(10)])
  expect(shortages).toEqual([])
  expect(allocate([...lines, lineOf(1, { id: '4' })], [cases, pieces]).shortages).toMatchObject([
    { lineId: '4', reason: { code: 'INSUFFICIENT', text: ['库存不足：可用0，需要1', expect.any(String)] } },
  ])
})

test.each([
  ['NO_STOCK', [rowOf({ id: '1', qty: 9, productId: '2' })], 5],
  ['NONE_ALLOWED', [rowOf({ id: '1', qty: 9, stockType: 'QC' })], 5],
  ['INSUFFICIENT', [rowOf({ id: '1', qty: 3 })], 2],
] as const)('a shortage says %s', (code, rows, short) => {
  expect(allocate([lineOf(5)], rows).shortages).toMatchObject([{ qty: wholeQty(short), reason: { code } }])
})

test('a line of one lot takes it from wherever it stands', () => {
  const older = rowOf({ id: '1', qty: 20, expire: '2027-01-01', bin: splitBin })
  const shelf = rowOf({ id: '2', qty: 10, expire: '2027-06-01', bin: splitBin })
  const stored = rowOf({ id: '3', qty: 500, expire: '2027-06-01' })
  expect(taken([lineOf(28, { oneLot: true })], [older, shelf, stored])).toBe('1:2×4 PIECE, 1:3×24 CASE')
  expect(taken([lineOf(12, { oneLot: true })], [older, shelf, stored])).toBe('1:1×12 PIECE')
})

test('weighed goods go by the gram', () => {
  const line = lineOf(0, { want: parseQty('2.345'), unit: 1n, pack: { qpc: wholeQty(10), palletQty: null } })
  const row = { ...rowOf({ id: '1', qty: 0, bin: splitBin }), qty: parseQty('2.5') }
  expect(allocate([line], [row])).toMatchObject({ takes: [{ qty: parseQty('2.345') }], shortages: [] })
})

test('never oversold, never too much, nothing lost, always the same', () => {
  const bin = fc.constantFrom<Partial<BinFacts>>({}, caseBin, splitBin, { usage: 'PICK_STORAGE', pickType: 'BOTH' })
  const sketch = fc.record({
    qty: fc.oneof(fc.nat(100), fc.constant(48)),
    reserved: fc.constantFrom(0, 0, 0, 7),
    expire: fc.constantFrom(null, '2027-01-01', '2027-03-01'),
    productId: fc.constantFrom('1', '2'),
    container: fc.boolean(),
    bin,
  })
  const line = fc.record({ want: fc.nat(150), productId: fc.constantFrom('1', '2'), oneLot: fc.boolean() })
  fc.assert(
    fc.property(fc.array(sketch, { maxLength: 15 }), fc.array(line, { maxLength: 8 }), (sketches, wants) => {
      const rows = sketches.map((row, at) => rowOf({ ...row, id: `${at + 1}`, qty: Math.max(row.qty, row.reserved) }))
      const pack = { qpc: wholeQty(12), palletQty: wholeQty(48) }
      const lines = wants.map(({ want, ...rest }, at) => lineOf(want, { ...rest, id: `${at + 1}`, pack }))
      checkAllocation(lines, rows)
      expect(allocate(lines, [...rows].reverse())).toMatchObject({ takes: allocate(lines, rows).takes })
    }),
    { seed: 20261120, numRuns: 500 },
  )
})

function checkAllocation(lines: readonly AllocateLine[], rows: readonly StockRow[]): void {
  const { takes, shortages } = allocate(lines, rows)
  const sumOf = (list: readonly { qty: Qty }[]) => list.reduce((sum, { qty }) => sum + qty, 0n)
  for (const row of rows) {
    const from = takes.filter(({ stockId }) => stockId === row.id)
    expect(sumOf(from) <= availableOf(row, new Map())).toBe(true)
  }
  for (const line of lines) {
    const own = takes.filter(({ lineId }) => lineId === line.id)
    const short = sumOf(shortages.filter(({ lineId }) => lineId === line.id))
    expect(sumOf(own) + short).toBe(line.want)
    expect(own.every(({ qty }) => qty > 0n)).toBe(true)
    expect(own.every(({ stockId }) => rows.find(({ id }) => id === stockId)?.productId === line.productId)).toBe(true)
  }
  for (const productId of ['1', '2']) {
    const wants = sumOf(lines.filter((line) => line.productId === productId).map(({ want }) => ({ qty: want })))
    const free = sumOf(
      rows.filter((row) => row.productId === productId).map((row) => ({ qty: row.qty - row.reserved })),
    )
    const ids = lines.filter((line) => line.productId === productId).map(({ id }) => id)
    expect(sumOf(takes.filter(({ lineId }) => ids.includes(lineId)))).toBe(wants < free ? wants : free)
  }
}
