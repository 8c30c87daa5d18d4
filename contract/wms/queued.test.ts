import { expect, test } from 'vitest'
import { confirmLine } from './taskCalls.ts'

/**
 * Bodies as handhelds of landed builds keep them until there is network. A later build sends them on as they are: none may
 * be refused, and none may lose a word. One is added when a station sends something new; none is ever changed.
 */
const queued: Readonly<Record<string, Record<string, unknown>>> = {
  '2026-11-21 pick': {
    taskLineId: '7214309581230080001',
    qty: '6',
    partial: false,
    permit: false,
    scans: { bin: 'A-01-02-1', product: '6901234567892' },
    toContainer: 'T0000012',
    scannedAt: '2026-11-21T08:15:03.120Z',
    device: 'HH-3K9Z',
  },
  '2026-11-21 short pick': {
    taskLineId: '7214309581230080002',
    qty: '2',
    partial: false,
    permit: false,
    reason: 'NO_STOCK',
    scans: { bin: 'A-01-02-1', product: '100001' },
    scannedAt: '2026-11-21T08:16:41.007Z',
    device: 'HH-3K9Z',
  },
  '2026-11-21 receipt': {
    taskLineId: '7214309581230080003',
    qty: '240',
    partial: true,
    permit: false,
    scans: { product: '6901234567892' },
    toContainer: 'P0000007',
    productionDate: '2026-10-01',
    expireDate: '2027-10-01',
    batch: 'L-77',
    stockType: 'GOOD',
    refusedQty: '12',
    refusedReason: 'DAMAGED',
    scannedAt: '2026-11-21T09:00:00.000Z',
    device: 'HH-0001',
  },
  '2026-11-23 catch weight onto pallets': {
    taskLineId: '7214309581230080004',
    qty: '182.355',
    pieces: 14,
    partial: false,
    scans: {},
    onPallets: true,
    attrs: { origin: 'CN-JS' },
    scannedAt: '2026-11-23T11:20:09.500Z',
    device: 'HH-0001',
  },
  '2026-11-24 put away, taken up': {
    taskLineId: '7214309581230080005',
    qty: '48',
    pickUp: true,
    partial: false,
    permit: '7214309581230080099',
    scans: { product: '6901234567892', bin: 'B-03-01-2', container: 'P0000007' },
    toBin: 'B-03-01-2',
    scannedAt: '2026-11-24T14:02:30.000Z',
    device: 'HH-9XYZ',
  },
}

test.each(Object.entries(queued))('a confirm of %s that still waits on a handheld is taken whole', (_, body) => {
  const { permit, ...others } = body
  expect(confirmLine.input.parse(body)).toEqual({ ...others, ...(permit ? { permit } : {}) })
})

test('who once allowed himself what a supervisor must allow is asked again', () => {
  expect(confirmLine.input.safeParse({ ...queued['2026-11-21 pick'], permit: true }).success).toBe(false)
})
