import { type Qty, qtySum, wholeQty } from '@lading/contract/kernel/qty.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Demand, type RationMethod, ration } from './ration.ts'

const methods: readonly RationMethod[] = ['INTURN', 'LOOP', 'AVG', 'RATIO']

function demandsOf(...wants: number[]): Demand[] {
  return wants.map((want, at) => ({ id: `${at + 1}`, want: wholeQty(want), priority: at, deadline: null }))
}

function givenTo(method: RationMethod, demands: readonly Demand[], available: number, pack: number): number[] {
  return ration(method, demands, wholeQty(available), wholeQty(pack)).map(({ given }) => Number(given) / 1000)
}

test.each([
  ['INTURN', [30, 20, 10], 40, 1, [30, 10, 0]],
  ['AVG', [30, 20, 10], 40, 1, [21, 13, 6]],
  ['AVG', [120, 60, 60], 144, 12, [72, 36, 36]],
  ['LOOP', [36, 24, 12], 48, 12, [24, 12, 12]],
  ['LOOP', [36, 24, 12], 60, 12, [24, 24, 12]],
  ['LOOP', [30, 6, 12], 24, 12, [12, 6, 0]],
  ['INTURN', [30, 6, 12], 40, 12, [30, 6, 0]],
  ['RATIO', [30, 20, 10], 40, 1, [21, 13, 6]],
  ['AVG', [30, 20, 10], 100, 12, [30, 20, 10]],
  ['LOOP', [30, 20, 10], 0, 1, [0, 0, 0]],
  ['AVG', [30, 0, 10], 20, 1, [15, 0, 5]],
  ['INTURN', [], 40, 1, []],
] as const)('%s of %j from %s in packs of %s is %j', (method, wants, available, pack, given) => {
  expect(givenTo(method, demandsOf(...wants), available, pack)).toEqual(given)
})

test('RATIO divides by shares, and what is too much for one again among the others', () => {
  const [a, b, c] = demandsOf(10, 40, 40) as [Demand, Demand, Demand]
  const shared = [
    { ...a, share: 2n },
    { ...b, share: 1n },
    { ...c, share: 1n },
  ]
  expect(givenTo('RATIO', shared, 40, 1)).toEqual([10, 15, 15])
})

test('turns go by priority, then deadline, then id, and answers keep the order of the demands', () => {
  const want = wholeQty(10)
  const demands: Demand[] = [
    { id: '10', want, priority: 1, deadline: null },
    { id: '9', want, priority: 1, deadline: null },
    { id: '3', want, priority: 1, deadline: '2026-11-20T08:00:00Z' },
    { id: '4', want, priority: 0, deadline: null },
  ]
  expect(givenTo('INTURN', demands, 25, 1)).toEqual([0, 5, 10, 10])
})

test('a hundred million packs are divided as fast as ten', () => {
  expect(givenTo('LOOP', demandsOf(4e11, 4e11, 4e11), 3e11, 1)).toEqual([1e11, 1e11, 1e11])
})

test('nobody gets more than he wants, the sum is no more than there is, and it does not depend on order', () => {
  const demand = fc.record({
    want: fc.bigInt({ min: 0n, max: 10n ** 7n }),
    priority: fc.nat(3),
    deadline: fc.constantFrom(null, '2026-11-20T08:00:00Z', '2026-11-21T08:00:00Z'),
    share: fc.bigInt({ min: 0n, max: 10n }),
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...methods),
      fc.array(demand, { maxLength: 12 }),
      fc.bigInt({ min: 0n, max: 10n ** 8n }),
      fc.bigInt({ min: 1n, max: 10n ** 6n }),
      (method, wants, available, pack) => {
        const demands = wants.map((rest, at) => ({ id: `${at + 1}`, ...rest }))
        const given = ration(method, demands, available, pack)
        checkRation(demands, given, available, pack)
        const reversed = ration(method, [...demands].reverse(), available, pack)
        expect([...reversed].reverse()).toEqual(given)
      },
    ),
    { seed: 20261120, numRuns: 500 },
  )
})

function checkRation(demands: readonly Demand[], given: ReturnType<typeof ration>, available: Qty, pack: Qty): void {
  const total = qtySum(given.map((part) => part.given))
  const wanted = qtySum(demands.map(({ want }) => want))
  expect(total <= available).toBe(true)
  if (wanted <= available) expect(total).toBe(wanted)
  for (const [at, part] of given.entries()) {
    const want = demands[at]!.want
    expect(part.given + part.short).toBe(want)
    expect(part.given >= 0n && part.short >= 0n).toBe(true)
    expect(part.given === want || part.given % pack === 0n).toBe(true)
    if (part.short > 0n) expect(available - total < pack || part.short < pack).toBe(true)
  }
}
