import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { expect, test } from 'vitest'
import { isShort, planned, qtyOf, wrongOf } from './sheetDraft.ts'

const line = (qpc: string | null, planQty = '74.000', doneQty = '0.000') =>
  ({
    ...{ planQty, doneQty, shortQty: '0.000' },
    pack: qpc === null ? null : { name: 'box', qpc, mid: null, caseUnit: 'box' },
    product: { isWeigh: false, baseUnit: 'pc' },
  }) as unknown as WorkLine // Only what a quantity is read from.

test.each([
  // pack, planned, done: proposed
  ['24.000', '74.000', '0.000', '3+2'],
  ['24.000', '72.000', '0.000', '3'],
  ['24.000', '74.000', '70.000', '0+4'],
  ['1.000', '74.000', '0.000', '74'],
  [null, '74.000', '0.000', '74'],
] as const)('of pack %s, %s less %s is proposed as %s', (qpc, plan, done, text) => {
  const l = line(qpc, plan, done)
  expect(planned(l)).toEqual({ qty: text, reason: '', place: '' })
  expect(wrongOf(l, planned(l))).toBeUndefined()
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
  const entry = { qty: typed, reason: '', place: '' }
  expect(qtyOf(line(qpc), entry)).toBe(qty)
  expect(wrongOf(line(qpc), entry)).toBe(wrong)
  expect(isShort(line(qpc), entry)).toBe(wrong === 'reason')
  if (wrong === 'reason') expect(wrongOf(line(qpc), { ...entry, reason: 'DAMAGED' })).toBeUndefined()
})
