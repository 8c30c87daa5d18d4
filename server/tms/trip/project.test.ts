import { describe, expect, test } from 'vitest'
import { outOfOrder, type Plan, project, type TripEvent } from './project.ts'

const at = (hhmm: string): Date => new Date(`2026-11-28T${hhmm}:00Z`)
const item = (wayBillId: string, direction: 'OUT' | 'BACK' = 'OUT') => ({
  wayBillId,
  direction,
  lines: new Map([
    [`${wayBillId}1`, 10_000n],
    [`${wayBillId}2`, 2_500n],
  ]),
})
const plan: Plan = {
  toleranceMin: 15,
  stops: [
    { id: 's1', seq: 1, planArriveAt: at('06:12'), items: [item('a'), item('b')] },
    { id: 's2', seq: 2, planArriveAt: at('07:00'), items: [item('c')] },
    { id: 's3', seq: 3, planArriveAt: at('08:00'), items: [item('d', 'BACK')] },
  ],
}
const ev = (uid: string, kind: TripEvent['kind'], hhmm: string, o: Partial<TripEvent> = {}): TripEvent => ({
  ...{ uid, kind, at: at(hhmm), round: 0, stopId: null, wayBillId: null, source: 'DRIVER', payload: null, ...o },
})
const day: readonly TripEvent[] = [
  ev('e1', 'DEPART', '06:00', { payload: { odometerKm: 100, sealNo: 'F1' } }),
  ev('e2', 'ARRIVE', '06:10', { stopId: 's1' }),
  ev('e3', 'SIGN', '06:15', { stopId: 's1', wayBillId: 'a', payload: { signer: '王' } }),
  ev('e4', 'SIGN', '06:16', {
    ...{ stopId: 's1', wayBillId: 'b' },
    payload: {
      lines: [
        { lineId: 'b1', qty: '9' },
        { lineId: 'b2', qty: '2.5' },
      ],
      reason: '破损',
    },
  }),
  ev('e5', 'LEAVE', '06:30', { stopId: 's1' }),
  ev('e6', 'ARRIVE', '07:40', { stopId: 's2' }),
  ev('e7', 'SIGN', '07:45', { stopId: 's2', wayBillId: 'c', payload: { lines: [], reason: '门店无人' } }),
  ev('e8', 'ARRIVE', '08:05', { stopId: 's3' }),
  ev('e9', 'FAIL', '08:10', { stopId: 's3', wayBillId: 'd', payload: { reason: '缺货' } }),
  ev('e10', 'RETURN', '09:00', { payload: { odometerKm: 140 } }),
]

const whole = project(plan, day)
describe('the picture of a trip', () => {
  test.each([
    [0, null, 'PENDING PENDING PENDING'],
    [1, 'IN_TRANSIT', 'PENDING PENDING PENDING'],
    [2, 'IN_TRANSIT', 'ARRIVED PENDING PENDING'],
    [3, 'IN_TRANSIT', 'SERVING PENDING PENDING'],
    [5, 'IN_TRANSIT', 'PARTIAL PENDING PENDING'],
    [7, 'IN_TRANSIT', 'PARTIAL REJECTED PENDING'],
    [9, 'DELIVERED', 'PARTIAL REJECTED REJECTED'],
    [10, 'RETURNED', 'PARTIAL REJECTED REJECTED'],
  ])('after %i events: %s, %s', (n, state, stops) => {
    const p = project(plan, day.slice(0, n))
    expect([p.state, p.stops.map((s) => s.state).join(' ')]).toEqual([state, stops])
    expect(outOfOrder(plan, p)).toBeUndefined()
  })

  test('times, quantities and who signed', () => {
    expect(whole).toMatchObject({
      departAt: at('06:00'),
      returnAt: at('09:00'),
      odoStart: 100,
      odoEnd: 140,
      sealNo: 'F1',
    })
    expect(whole.stops.map((s) => s.onTime)).toEqual(['ON', 'LATE', 'ON'])
    expect(whole.stops.flatMap((s) => s.items).map((i) => [i.state, [...i.done.values()].map(Number)])).toEqual([
      ['SIGNED', [10_000, 2_500]],
      ['PARTIAL', [9_000, 2_500]],
      ['REJECTED', [0, 0]],
      ['FAILED', [0, 0]],
    ])
    expect(whole.stops[0]?.items[0]).toMatchObject({ signer: '王', at: at('06:15') })
  })

  test('T5: shuffled, doubled and late, it is the same', () => {
    let seed = 7
    const next = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * n)
    }
    for (let i = 0; i < 300; i++) {
      const told = [...day, ...day.slice(0, next(day.length))]
      for (let k = told.length - 1; k > 0; k--) {
        const j = next(k + 1)
        const [a, b] = [told[k], told[j]]
        if (a && b) [told[k], told[j]] = [b, a]
      }
      expect(project(plan, told)).toEqual(whole)
      // On the way there nothing contradicts anything: none of them would have been refused.
      expect(outOfOrder(plan, project(plan, told.slice(0, next(told.length))))).toBeUndefined()
    }
  })

  test('opened again, what is told anew counts, and it has not returned', () => {
    const anew = ev('f1', 'SIGN', '06:16', { stopId: 's1', wayBillId: 'b', round: 1 })
    expect(project(plan, day, 1)).toMatchObject({ state: 'DELIVERED', returnAt: null })
    const p = project(plan, [anew, ...day], 1)
    expect(p.stops[0]).toMatchObject({ state: 'DONE' })
    const back = ev('f2', 'RETURN', '09:30', { round: 1 })
    expect(project(plan, [back, ...day, anew], 1)).toMatchObject({ state: 'RETURNED', returnAt: at('09:30') })
  })

  test.each([
    ['it arrives before it departs', ev('x', 'ARRIVE', '05:50', { stopId: 's3' }), 3],
    ['it leaves before it arrives', ev('x', 'LEAVE', '06:05', { stopId: 's1' }), 1],
    ['it is back before a stop', ev('x', 'RETURN', '06:12'), 1],
    ['it departs after it arrived', ev('x', 'DEPART', '06:20'), 1],
  ])('T4: %s', (_, wrong, seq) => {
    const rest = day.slice(0, 3).filter((e) => e.kind !== wrong.kind || e.stopId !== wrong.stopId)
    expect(outOfOrder(plan, project(plan, [...rest, wrong]))).toBe(seq)
  })
})
