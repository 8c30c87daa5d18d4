import { wholeQty } from '@lading/contract/kernel/qty.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AllocateLine } from './allocate.ts'
import { minRemainDays } from './eligible.ts'
import { availableOf, type StockRow } from './stockRow.ts'
import { lineOf, rowOf } from './testing/stock.ts'
import { type Turnover, turnover } from './turnover.ts'

function choose(rows: readonly StockRow[], want: number, changes: Partial<AllocateLine> = {}) {
  return turnover(rows, { ...lineOf(want, changes), step: wholeQty(1) })
}

function taken(rows: readonly StockRow[], want: number, changes: Partial<AllocateLine> = {}): string {
  return choose(rows, want, changes)
    .takes.map(({ stockId, qty }) => `${stockId}×${qty / 1000n}`)
    .join(' ')
}

const march10 = rowOf({ id: '1', qty: 10, expire: '2027-03-01', bin: { pickSeq: 9 } })
const march4 = rowOf({ id: '2', qty: 4, expire: '2027-03-01', bin: { pickSeq: 2 } })
const february = rowOf({ id: '3', qty: 5, expire: '2027-02-01' })

test('FEFO empties the earliest expiry, then leaves the smallest remainder', () => {
  expect(taken([march10, march4, february], 8)).toBe('3×5 2×3')
})

const monday = rowOf({ id: '1', qty: 10, day: '2026-11-02', expire: '2027-05-01' })
const tuesday = rowOf({ id: '2', qty: 3, day: '2026-11-03', expire: '2027-02-01' })
const friday = rowOf({ id: '3', qty: 6, day: '2026-11-06' })
const week = [friday, tuesday, monday]

test.each<[Turnover[], number, string]>([
  [['FEFO'], 12, '2×3 1×9'],
  [['FIFO'], 12, '1×10 2×2'],
  [['LIFO'], 12, '3×6 2×3 1×3'],
  [['LEAST'], 12, '1×10 2×2'],
  [['LEAST'], 5, '3×5'],
  [['LEAST'], 6, '3×6'],
  [['CLEAN'], 12, '2×3 3×6 1×3'],
  [[], 6, '3×6'],
  [[], 0, ''],
])('%j of %s', (rules, want, result) => expect(taken(week, want, { turnover: rules })).toBe(result))

test('FIFO goes by the hour, FEFO by the day of arrival', () => {
  const late = { ...rowOf({ id: '1', qty: 10 }), firstInAt: new Date('2026-11-01T09:00:00Z') }
  const early = { ...rowOf({ id: '2', qty: 12 }), firstInAt: new Date('2026-11-01T01:00:00Z') }
  expect(taken([late, early], 10, { turnover: ['FIFO'] })).toBe('2×10')
  expect(taken([late, early], 10, { turnover: ['FEFO'] })).toBe('1×10')
})

test('FEFO takes of one expiry day what arrived earlier, whatever fits better', () => {
  const exact = rowOf({ id: '1', qty: 6, day: '2026-11-05', expire: '2027-02-01' })
  const older = rowOf({ id: '2', qty: 20, day: '2026-11-04', expire: '2027-02-01' })
  expect(taken([exact, older], 6)).toBe('2×6')
  expect(taken([older, { ...exact, firstInDay: older.firstInDay }], 6)).toBe('1×6')
})

test('a zone named by the rule comes before an exact fit, an exact fit before the pick order', () => {
  const far = rowOf({ id: '1', qty: 20, bin: { zoneId: '7', pickSeq: 1 } })
  const exact = rowOf({ id: '2', qty: 8, bin: { zoneId: '8', pickSeq: 9 } })
  expect(taken([far, exact], 8)).toBe('2×8')
  expect(taken([far, exact], 8, { zoneIds: ['7', '8'] })).toBe('1×8')
})

test('replenishment empties the smaller bin of equal lots: FEFO, then CLEAN', () => {
  const r0103 = rowOf({ id: '3', qty: 1200, expire: '2027-11-10' })
  const r0104 = rowOf({ id: '4', qty: 864, expire: '2027-11-10' })
  expect(taken([r0103, r0104], 1440, { turnover: ['FEFO', 'CLEAN'] })).toBe('4×864 3×576')
})

test('a fresh store takes only what lasts long enough, and the rest says why not', () => {
  const january = rowOf({ id: '1', qty: 5, expire: '2027-01-10' })
  const result = choose([january, february], 8, { minRemainDays: 60 })
  expect(result.takes).toEqual([{ stockId: '3', qty: wholeQty(5) }])
  expect(result.short).toBe(wholeQty(3))
  expect(result.refused).toMatchObject([
    { stockId: '1', reason: { code: 'NOT_FRESH', text: ['剩余效期51天低于要求60天', expect.any(String)] } },
  ])
})

test.each([
  [{ storeDays: 60, storePercent: null, productDays: 30, shelfLifeDays: 365 }, 60],
  [{ storeDays: null, storePercent: wholeQty(50), productDays: 30, shelfLifeDays: 365 }, 183],
  [{ storeDays: 60, storePercent: wholeQty(50), productDays: 30, shelfLifeDays: 365 }, 183],
  [{ storeDays: null, storePercent: null, productDays: 30, shelfLifeDays: 365 }, 30],
  [{ storeDays: 0, storePercent: null, productDays: 30, shelfLifeDays: 365 }, 0],
  [{ storeDays: null, storePercent: wholeQty(50), productDays: 30, shelfLifeDays: null }, 30],
  [{ storeDays: null, storePercent: null, productDays: null, shelfLifeDays: null }, 0],
])('freshness %# asks for the right days', (freshness, days) => expect(minRemainDays(freshness)).toBe(days))

test.each([
  ['OTHER_GOODS', { ...february, ownerId: '2' }, {}],
  ['OTHER_GOODS', february, { qpcId: '2' }],
  ['STOCK_TYPE', { ...february, stockType: 'DAMAGE' }, {}],
  ['BIN_LOCKED', rowOf({ id: '3', qty: 5, bin: { lockOut: '盘点' } }), {}],
  ['BIN_EXCLUDED', february, { excludeBinIds: ['93'] }],
  ['LOT_HOLD', rowOf({ id: '3', qty: 5, lot: { hold: '召回' } }), {}],
  ['LOT_LIMIT', february, { lotLimit: { lotId: 'x' } }],
  ['LOT_LIMIT', february, { lotLimit: { minExpireDate: '2027-02-02' } }],
  ['LOT_LIMIT', february, { lotLimit: { minProductionDate: '2026-01-01' } }],
  ['LOT_LIMIT', february, { lotLimit: { batch: 'A' } }],
  ['LOT_LIMIT', february, { lotLimit: { vendorId: '1' } }],
  ['NOT_FRESH', rowOf({ id: '3', qty: 5, expire: '2026-11-19' }), {}],
  ['NOTHING_FREE', rowOf({ id: '3', qty: 5, reserved: 5 }), {}],
] as const)('%s refuses a row, %#', (code, row, changes) => {
  const result = choose([row], 1, changes)
  expect(result).toMatchObject({ takes: [], short: wholeQty(1), refused: [{ stockId: '3', reason: { code } }] })
})

test.each([
  [{ minExpireDate: '2027-02-01' }],
  [{ minProductionDate: '2026-05-01' }],
  [{ minExpireDate: '2027-01-31', minProductionDate: '2026-04-30', lotId: '2027-02-01', batch: 'A', vendorId: '7' }],
])('a lot within the limits %j is taken, also on the last day', (lotLimit) => {
  const within = rowOf({
    id: '3',
    qty: 5,
    expire: '2027-02-01',
    lot: { productionDate: '2026-05-01', batch: 'A', vendorId: '7' },
  })
  expect(taken([within], 5, { lotLimit })).toBe('3×5')
  const before = { ...within, lot: { ...within.lot, productionDate: '2026-04-29', expireDate: '2027-01-30' } }
  expect(taken([before], 5, { lotLimit })).toBe('')
})

test('goods that expire on the ship day still go, undated ones always', () => {
  expect(taken([rowOf({ id: '1', qty: 5, expire: '2026-11-20' })], 1)).toBe('1×1')
  expect(taken([rowOf({ id: '1', qty: 5 })], 1, { minRemainDays: 900 })).toBe('1×1')
})

test('one lot for the whole line if one covers it, else as usual', () => {
  expect(taken([february, march10, march4], 8, { oneLot: true })).toBe('2×4 1×4')
  expect(taken([february, march10, march4], 4, { oneLot: true })).toBe('3×4')
  expect(taken([february, march10, march4], 18, { oneLot: true })).toBe('3×5 2×4 1×9')
})

test('only whole steps are taken', () => {
  const result = turnover([february, march10], { ...lineOf(8), step: wholeQty(4) })
  expect(result.takes).toEqual([
    { stockId: '3', qty: wholeQty(4) },
    { stockId: '1', qty: wholeQty(4) },
  ])
})

test('never more than there is, never more than wanted, sums agree, and the order of rows does not matter', () => {
  const day = fc.constantFrom('2026-10-01', '2026-10-02', '2026-11-03')
  const sketch = fc.record({
    qty: fc.nat(40),
    reserved: fc.nat(10),
    expire: fc.constantFrom(null, '2026-11-19', '2027-01-01', '2027-03-01'),
    day,
  })
  const rules = fc.constantFrom<Turnover[]>(['FEFO'], ['FIFO'], ['LIFO'], ['LEAST'], ['CLEAN'], ['FEFO', 'CLEAN'], [])
  fc.assert(
    fc.property(
      fc.array(sketch, { maxLength: 20 }),
      fc.nat(200),
      rules,
      fc.boolean(),
      fc.integer({ min: 1, max: 6 }),
      (sketches, want, order, oneLot, step) => {
        const rows = sketches.map((row, at) => rowOf({ ...row, id: `${at + 1}`, qty: Math.max(row.qty, row.reserved) }))
        const request = { ...lineOf(want, { turnover: order, oneLot }), step: wholeQty(step) }
        const result = turnover(rows, request)
        const total = result.takes.reduce((sum, { qty }) => sum + qty, 0n)
        expect(total + result.short).toBe(wholeQty(want))
        expect(result.short >= 0n).toBe(true)
        for (const take of result.takes) {
          const row = rows.find(({ id }) => id === take.stockId)!
          expect(take.qty > 0n && take.qty <= availableOf(row, new Map()) && take.qty % request.step === 0n).toBe(true)
        }
        const ids = [...result.takes.map(({ stockId }) => stockId), ...result.refused.map(({ stockId }) => stockId)]
        expect(new Set(ids).size).toBe(ids.length)
        expect(turnover([...rows].reverse(), request).takes).toEqual(result.takes)
      },
    ),
    { seed: 20261120, numRuns: 500 },
  )
})
