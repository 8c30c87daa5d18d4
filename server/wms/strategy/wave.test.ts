import { wholeQty as n } from '@lading/contract/kernel/qty.ts'
import { describe, expect, test } from 'vitest'
import type { StockRow } from './stockRow.ts'
import { planWave, type WaveFace, type WaveLine } from './wave.ts'

const row = (
  id: string,
  bin: string,
  qty: number,
  more: Partial<StockRow> = {},
  pickType: StockRow['bin']['pickType'] = null,
): StockRow => ({
  id,
  ownerId: 'O',
  productId: 'P',
  qpcId: 'Q',
  stockType: 'GOOD',
  containerId: '',
  isContainer: false,
  qty: n(qty),
  reserved: 0n,
  firstInAt: new Date(0),
  firstInDay: '2026-01-01',
  lot: { id: `L${id}`, productionDate: null, expireDate: null, batch: '', vendorId: null, hold: null },
  bin: {
    ...{ id: bin, code: bin, usage: pickType ? 'PICK' : 'STORAGE', pickType },
    ...{ zoneId: '', aisle: null, pickSeq: 0, lockOut: null },
  },
  ...more,
})
const line = (id: string, want: number, more: Partial<WaveLine> = {}): WaveLine => ({
  id,
  ownerId: 'O',
  productId: 'P',
  qpcId: null,
  stockTypes: ['GOOD'],
  shipDate: '2026-11-20',
  minRemainDays: 0,
  lotLimit: {},
  excludeBinIds: [],
  want: n(want),
  turnover: ['FEFO'],
  zoneIds: [],
  oneLot: false,
  pack: { qpc: n(12), palletQty: null },
  unit: n(1),
  priority: 0,
  deadline: null,
  ...more,
})
const face = (binId: string, more: Partial<WaveFace> = {}): WaveFace => ({
  binId,
  productId: 'P',
  pickType: 'BOTH',
  method: 'ENOUGHOUT',
  min: null,
  max: null,
  onHand: 0n,
  reserved: 0n,
  incoming: 0n,
  waiting: 0n,
  capacity: null,
  qpc: n(12),
  ...more,
})
const shown = (plan: ReturnType<typeof planWave>) => ({
  takes: plan.takes.map((t) => `${t.lineId} ${t.stockId} ${t.qty / 1000n}`),
  waits: plan.waits.map((w) => `${w.lineId} ${w.binId} ${w.qty / 1000n}`),
  supplies: plan.supplies.map((s) => `${s.stockId} ${s.binId} ${s.qty / 1000n}`),
  short: plan.shortages.map((s) => `${s.lineId} ${s.qty / 1000n} ${s.reason.code}`),
})
const lot = (expireDate: string, hold: string | null = null) => ({
  lot: { id: expireDate, productionDate: null, expireDate, batch: '', vendorId: null, hold },
})

describe('planWave', () => {
  test('goods without a face come from storage, and nothing waits', () => {
    expect(shown(planWave('INTURN', [line('a', 30)], [row('s', 'R', 40)], [], []))).toEqual({
      takes: ['a s 24', 'a s 6'],
      waits: [],
      supplies: [],
      short: [],
    })
  })

  test('what a face lacks waits there and is brought in whole cases', () => {
    const rows = [row('f', 'F', 10, {}, 'BOTH'), row('s', 'R', 40)]
    expect(shown(planWave('INTURN', [line('a', 8), line('b', 7)], rows, [face('F')], []))).toEqual({
      takes: ['a f 8', 'b f 2'],
      waits: ['b F 5'],
      supplies: ['s F 12'],
      short: [],
    })
  })

  test.each([
    ['WHOLE', undefined, ['s F 40']],
    ['ENOUGHOUT', undefined, ['s F 12']],
    ['HIGHLOW', { min: n(12), max: n(36) }, ['s F 12', 's F 24']],
    ['HIGHLOW', { min: null, max: n(36) }, ['s F 12']],
    ['FULL', { max: n(24) }, ['s F 12', 's F 12']],
  ] as const)('%s with %o brings %o', (method, level, supplies) => {
    const rows = [row('f', 'F', 10, {}, 'BOTH'), row('s', 'R', 40)]
    const plan = planWave('INTURN', [line('a', 15)], rows, [face('F', { method, onHand: n(10), ...level })], [])
    expect(shown(plan).supplies).toEqual(supplies)
  })

  test('what is under way serves first those who wait already, then the next', () => {
    const coming = [row('c', 'F', 12, {}, null)]
    const faces = [face('F', { incoming: n(12), waiting: n(5) })]
    const plan = planWave('INTURN', [line('a', 10)], [row('s', 'R', 40)], faces, coming)
    expect(shown(plan)).toMatchObject({ waits: ['a F 10'], supplies: ['s F 12'], short: [] })
    expect(plan.waits).toHaveLength(1)
  })

  test('a store that wants fresh goods waits for fresh ones, and the others for old ones', () => {
    const rows = [row('old', 'R1', 24, lot('2026-12-01')), row('new', 'R2', 24, lot('2027-12-01'))]
    const lines = [line('a', 10, { minRemainDays: 60 }), line('b', 10)]
    expect(shown(planWave('INTURN', lines, rows, [face('F')], []))).toMatchObject({
      waits: ['a F 10', 'b F 10'],
      supplies: ['new F 12', 'old F 12'],
    })
  })

  test('what is held, or suits nobody, is divided among nobody', () => {
    const rows = [row('held', 'R1', 24, lot('2027-12-01', 'recall')), row('s', 'R2', 12)]
    expect(shown(planWave('AVG', [line('a', 12), line('b', 12)], rows, [face('F')], [])).short).toEqual([
      'a 6 INSUFFICIENT',
      'b 6 INSUFFICIENT',
    ])
  })

  test('a line of one lot takes it from where it lies', () => {
    const rows = [row('f', 'F', 5, lot('2027-01-01'), 'BOTH'), row('s', 'R', 24, lot('2027-02-01'))]
    expect(shown(planWave('INTURN', [line('a', 12, { oneLot: true })], rows, [face('F')], []))).toEqual({
      takes: ['a s 12'],
      waits: [],
      supplies: [],
      short: [],
    })
  })

  test('cases and pieces go by the faces of their kind, and by one face where there is one', () => {
    const rows = [row('c', 'C', 12, {}, 'CASE'), row('p', 'S', 3, {}, 'SPLIT'), row('s', 'R', 48)]
    const both = planWave(
      'INTURN',
      [line('a', 29)],
      rows,
      [face('C', { pickType: 'CASE' }), face('S', { pickType: 'SPLIT' })],
      [],
    )
    expect(shown(both)).toEqual({
      takes: ['a c 12', 'a p 3'],
      waits: ['a C 12', 'a S 2'],
      supplies: ['s C 12', 's S 12'],
      short: [],
    })
    const one = planWave('INTURN', [line('a', 29)], rows.slice(1), [face('S', { pickType: 'SPLIT' })], [])
    expect(shown(one)).toEqual({ takes: ['a p 3'], waits: ['a S 26'], supplies: ['s S 36'], short: [] })
  })

  test('nothing is given twice, whatever is asked', () => {
    let seed = 11
    const next = (most: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % most
    }
    for (let round = 0; round < 300; round++) {
      const rows = Array.from({ length: 1 + next(5) }, (_, i) =>
        i % 2
          ? row(`r${i}`, i === 1 ? 'F' : `R${i}`, next(60), {}, i === 1 ? 'BOTH' : null)
          : row(`r${i}`, `R${i}`, next(60)),
      )
      const lines = Array.from({ length: 1 + next(6) }, (_, i) => line(`l${i}`, next(50), { priority: next(3) }))
      const method = (['INTURN', 'LOOP', 'AVG', 'RATIO'] as const)[next(4)] ?? 'INTURN'
      const how = (['ENOUGHOUT', 'WHOLE', 'FULL', 'HIGHLOW'] as const)[next(4)] ?? 'WHOLE'
      const plan = planWave(
        method,
        lines,
        rows,
        next(4) ? [face('F', { method: how, max: n(36), min: n(12) })] : [],
        [],
      )
      const out = Map.groupBy([...plan.takes, ...plan.supplies], (t) => t.stockId)
      for (const [id, of] of out) {
        const used = of.reduce((sum, t) => sum + t.qty, 0n)
        expect(used <= (rows.find((r) => r.id === id)?.qty ?? 0n)).toBe(true)
      }
      const brought = plan.supplies.reduce((sum, s) => sum + s.qty, 0n)
      const waits = plan.waits.reduce((sum, w) => sum + w.qty, 0n)
      expect(waits <= brought).toBe(true)
      for (const l of lines) {
        const got = [...plan.takes, ...plan.waits].filter((t) => t.lineId === l.id).reduce((sum, t) => sum + t.qty, 0n)
        const short = plan.shortages.find((s) => s.lineId === l.id)?.qty ?? 0n
        expect(got + short).toBe(l.want)
      }
    }
  })
})
