import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { expect, test } from 'vitest'
import { dayOf, isShort, planned, qtyOf, wrongOf } from './sheetDraft.ts'

const line = (qpc: string | null, planQty = '74.000', doneQty = '0.000') =>
  ({
    ...{ planQty, doneQty, shortQty: '0.000' },
    pack: qpc === null ? null : { name: 'box', qpc, mid: null, caseUnit: 'box' },
    product: { isWeigh: false, baseUnit: 'pc' },
  }) as unknown as WorkLine // Only what a quantity is read from.

const blank = { qty: '', reason: '', place: '', day: '', batch: '' }
const today = '2026-11-25'

test('nothing is proposed of what comes in, which may be more than planned, and has its date', () => {
  const l = { ...line(null), product: { isWeigh: false, baseUnit: 'pc', shelfMode: 'PROD_DATE' } } as WorkLine
  expect(planned('RECEIVE', l)).toEqual(blank)
  const entry = { ...blank, qty: '80' }
  expect(wrongOf('RECEIVE', l, entry, today)).toBe('day')
  expect(wrongOf('RECEIVE', l, { ...entry, day: '20261332' }, today)).toBe('day')
  expect(wrongOf('RECEIVE', l, { ...entry, day: '261101' }, today)).toBeUndefined()
  expect(wrongOf('RECEIVE', l, { ...entry, qty: '0', reason: 'OTHER' }, today)).toBeUndefined()
})

test.each(['261101', '20261101', '2026-11-01', '2026/11/01'])('%s is a day', (text) =>
  expect(dayOf(text, today)).toBe('2026-11-01'),
)

test.each(['', '19261101', '261301', '2611', 'x'])('%s is none', (text) => expect(dayOf(text, today)).toBeUndefined())

test.each([
  // pack, planned, done: proposed
  ['24.000', '74.000', '0.000', '3+2'],
  ['24.000', '72.000', '0.000', '3'],
  ['24.000', '74.000', '70.000', '0+4'],
  ['1.000', '74.000', '0.000', '74'],
  [null, '74.000', '0.000', '74'],
] as const)('of pack %s, %s less %s is proposed as %s', (qpc, plan, done, text) => {
  const l = line(qpc, plan, done)
  expect(planned('PICK', l)).toEqual({ ...blank, qty: text })
  expect(wrongOf('PICK', l, planned('PICK', l), today)).toBeUndefined()
})

test.each([
  // pack, typed: base units, what is wrong without a reason
  ['24.000', '3+2', 74_000n, undefined],
  ['24.000', '３＋２', 74_000n, undefined],
  ['24.000', '3', 72_000n, 'reason'],
  ['24.000', '0', 0n, 'reason'],
  ['24.000', '4', 96_000n, 'qty'],
  ['24.000', 'x', undefined, 'qty'],
  ['24.000', '-1', undefined, 'qty'],
  ['24.000', ' ', null, undefined],
  [null, '74', 74_000n, undefined],
  [null, '3+2', undefined, 'qty'],
  [null, '-1', undefined, 'qty'],
] as const)('of pack %s, typed %s', (qpc, typed, qty, wrong) => {
  const entry = { ...blank, qty: typed }
  expect(qtyOf(line(qpc), entry)).toBe(qty)
  expect(wrongOf('PICK', line(qpc), entry, today)).toBe(wrong)
  expect(isShort('PICK', line(qpc), entry)).toBe(wrong === 'reason')
  if (wrong === 'reason') expect(wrongOf('PICK', line(qpc), { ...entry, reason: 'DAMAGED' }, today)).toBeUndefined()
})

test('what was weighed of a pick may be less or more than planned, as far as its product allows it', () => {
  const fish = (type: 'PICK' | 'PUTAWAY', qty: string) => {
    const l = line(null, '10.000')
    const weighed = { ...l, product: { ...l.product, isWeigh: true, catchPct: '5.00' } } as WorkLine
    return wrongOf(type, weighed, { ...blank, qty }, today)
  }
  expect(['9.5', '9.499', '10.5', '10.501'].map((qty) => fish('PICK', qty))).toEqual([
    undefined,
    'reason',
    undefined,
    'qty',
  ])
  expect(['9.5', '10.5'].map((qty) => fish('PUTAWAY', qty))).toEqual(['reason', 'qty'])
})
