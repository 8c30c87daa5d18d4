import { parseQty } from '@lading/contract/kernel/qty.ts'
import { expect, test } from 'vitest'
import { type Contents, joined, type Limits, misfit } from './fit.ts'

const box = (o: Partial<Contents> = {}): Contents => ({
  storeId: '1',
  days: ['2026-11-26'],
  zones: ['NORMAL'],
  volume: parseQty('20'),
  weight: parseQty('5000'),
  ...o,
})
const limits: Limits = { volume: parseQty('60'), maxFillPct: 85, weight: parseQty('20000') }

test.each<[string, Contents, Contents, Limits, object | undefined]>([
  ['fits', box(), box(), limits, undefined],
  ['exactly full', box(), box({ volume: parseQty('31') }), limits, undefined],
  [
    'a little too large',
    box(),
    box({ volume: parseQty('31.001') }),
    limits,
    { why: 'tooLarge', most: '0.051', n: '0.051' },
  ],
  ['exactly as heavy', box(), box({ weight: parseQty('15000') }), limits, undefined],
  ['too heavy', box(), box({ weight: parseQty('16000') }), limits, { why: 'tooHeavy', most: '20', n: '21' }],
  [
    'nobody knows the limits',
    box(),
    box({ volume: parseQty('900') }),
    { ...limits, volume: null, weight: null },
    undefined,
  ],
  ['another store', box(), box({ storeId: '2' }), limits, { why: 'otherStore' }],
  ['no store', box({ storeId: null }), box({ storeId: null }), limits, { why: 'otherStore' }],
  ['another day', box(), box({ days: ['2026-11-27'] }), limits, { why: 'otherDay' }],
  ['several days in one', box({ days: [] }), box({ days: ['2026-11-26', '2026-11-27'] }), limits, { why: 'otherDay' }],
  ['another temperature', box(), box({ zones: ['FROZEN'] }), limits, { why: 'otherZone' }],
])('%s', (_, into, from, most, why) => {
  expect(misfit(into, from, most)).toEqual(why)
})

test('both together', () => {
  expect(joined(box(), box({ zones: ['COLD'] }))).toMatchObject({ zones: ['NORMAL', 'COLD'], volume: parseQty('40') })
})
