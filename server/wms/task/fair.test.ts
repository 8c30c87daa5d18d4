import { formatQty, parseQty, type Qty, qtySum, wholeQty } from '@lading/contract/kernel/qty.ts'
import { expect, test } from 'vitest'
import { dice } from '../../testing/dice.ts'
import { restOf } from './alike.ts'
import { type FairRule, fairParts } from './fair.ts'
import type { LineRow } from './read.ts'

const lineOf = (id: number, plan: Qty, done: Qty, state = 'OPEN'): LineRow =>
  ({
    ...{ id: String(id), storeId: String(id), productId: 'P', state, shortQty: '0' },
    ...{ planQty: formatQty(plan), doneQty: formatQty(done) },
  }) as LineRow
const ruleOf = (method: FairRule['method'], unit: Qty, shares: readonly number[] = []): FairRule => ({
  ...{ method, units: new Map([['P', unit]]) },
  shares: new Map(shares.map((share, i) => [String(i), wholeQty(share)])),
})
const partsOf = (rule: FairRule, lines: readonly LineRow[], qty: string): string[] =>
  [...fairParts(rule, lines, parseQty(qty)).values()].map(formatQty)
const whole = (...plans: number[]): LineRow[] => plans.map((n, i) => lineOf(i, wholeQty(n), 0n))

test('what is too little is divided as the wave says; what no whole unit is left of goes to who comes first', () => {
  const one = wholeQty(1)
  expect(partsOf(ruleOf('AVG', one), whole(8, 18, 10), '20')).toEqual(['5', '10', '5'])
  expect(partsOf(ruleOf('LOOP', one), whole(8, 18, 10), '20')).toEqual(['7', '7', '6'])
  expect(partsOf(ruleOf('RATIO', one, [1, 1, 3]), whole(8, 18, 10), '20')).toEqual(['5', '5', '10'])
  expect(partsOf(ruleOf('AVG', wholeQty(10)), whole(100, 70, 60), '203')).toEqual(['93', '60', '50'])
})

test('who has had more than his share keeps it, and the others come closer to theirs', () => {
  const lines = [
    lineOf(0, wholeQty(8), wholeQty(8), 'DONE'),
    lineOf(1, wholeQty(18), wholeQty(2)),
    ...whole(0, 0, 10).slice(2),
  ]
  expect(partsOf(ruleOf('AVG', wholeQty(1)), lines, '10')).toEqual(['0', '7', '3'])
})

test('of a thousand batches all is given, nobody gets more than he wants, and twice the same', () => {
  const roll = dice(44)
  for (let n = 0; n < 1_000; n++) {
    const unit = [1n, wholeQty(1), wholeQty(6)][roll(3)] ?? 1n
    const lines = Array.from({ length: 1 + roll(9) }, (_, i) => {
      const plan = wholeQty(1 + roll(60))
      const isDone = roll(5) === 0
      return lineOf(i, plan, isDone ? plan : wholeQty(roll(Number(plan / wholeQty(1)))), isDone ? 'DONE' : 'OPEN')
    })
    const rest = qtySum(lines.map((l) => (l.state === 'OPEN' ? restOf(l) : 0n)))
    const qty = rest === 0n ? 0n : BigInt(roll(Number(rest)))
    const rule = ruleOf(
      (['LOOP', 'AVG', 'RATIO', 'INTURN'] as const)[roll(4)] ?? 'AVG',
      unit,
      lines.map(() => roll(4)),
    )
    const parts = fairParts(rule, lines, qty)
    expect(qtySum([...parts.values()])).toBe(qty)
    for (const [l, part] of parts) expect(part >= 0n && part <= (l.state === 'OPEN' ? restOf(l) : 0n)).toBe(true)
    expect(fairParts(rule, lines, qty)).toEqual(parts)
  }
})
