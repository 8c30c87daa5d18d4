import { expect, test } from 'vitest'
import { scansIn } from './scans.ts'

const entry = {
  at: '2026-11-20T01:00:00Z',
  user: '王',
  source: null,
  title: ['已取', 'In hand'] as const,
  changes: [],
}

test('of a task’s log the confirms tell what was scanned, at the time of the scan', () => {
  const scanned = scansIn([
    { ...entry, action: 'suspend' },
    {
      ...entry,
      action: 'confirm',
      lineNo: 3,
      source: 'PDA-7',
      payload: { qty: '12', scans: { bin: 'A-01', product: '690' }, scannedAt: '2026-11-20T00:58:00Z' },
    },
    { ...entry, action: 'pickUp', lineNo: 1, payload: null },
  ])
  expect(scanned).toMatchObject([
    { at: '2026-11-20T00:58:00Z', lineNo: 3, qty: '12', bin: 'A-01', product: '690', device: 'PDA-7' },
    { at: entry.at, what: ['已取', 'In hand'], lineNo: 1 },
  ])
  expect(scanned[1]?.bin).toBeUndefined()
})
