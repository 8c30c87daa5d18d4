import type { CountRow } from '@lading/contract/wms/stockTakeCalls.ts'
import { expect, test } from 'vitest'
import { hearCount, uncounted } from './countScan.ts'

const row = (
  stockId: string,
  code: string,
  o: { expire?: string; box?: string; isWeigh?: boolean } = {},
): CountRow => ({
  stockId,
  product: {
    id: code,
    code,
    name: code,
    baseUnit: '瓶',
    isWeigh: o.isWeigh ?? false,
    shelfMode: 'EXPIRY',
    barcodes: code === 'A' ? ['6901234567892'] : [],
    packCodes: code === 'B' ? [{ code: '16900000000004', qty: '12' }] : [],
    imageId: null,
  },
  pack: { name: '1*12', qpc: '12', mid: null, caseUnit: '箱' },
  lot: { lotNo: stockId, expireDate: o.expire ?? null, batch: null },
  container: { id: o.box ?? 'L', code: o.box ?? 'LOOSE' },
  stockType: 'GOOD',
  owner: { id: '1', code: 'O1', name: 'O1' },
  book: null,
  counted: null,
})
const early = row('1', 'A', { expire: '2027-01-31' })
const late = row('2', 'A', { expire: '2027-06-30' })
const pallet = row('3', 'B', { box: 'PL1' })
const rows = [early, late, pallet]
const hear = (code: string) => hearCount(code, rows, '2026-11-25')

test.each([
  ['its own code', 'B', { kind: 'row', row: pallet }],
  ['a case of it', '16900000000004', { kind: 'row', row: pallet }],
  ['the label of its lot', '2', { kind: 'row', row: late }],
  ['the pallet that it stands on', 'PL1', { kind: 'row', row: pallet }],
  ['a barcode of goods in two lots', '6901234567892', { kind: 'some', rows: [early, late] }],
  ['a label that tells the lot', '(01)06901234567892(17)270630', { kind: 'row', row: late }],
  ['goods that the book does not know here', 'Z9', { kind: 'unknown', code: 'Z9' }],
])('%s', (_, code, heard) => {
  expect(hear(code)).toEqual(heard)
})

test('a label of unknown goods tells their dates', () => {
  expect(hear('(01)06900000000007(17)270630')).toMatchObject({ kind: 'unknown', expireDate: '2027-06-30' })
})

test('what nobody has named yet', () => {
  expect(uncounted(rows, new Map([['1', '0']]))).toEqual([late, pallet])
})
