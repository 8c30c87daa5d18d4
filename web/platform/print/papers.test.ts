import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { expect, test } from 'vitest'
import type { Row } from '../../kernel/records.ts'
import { printings } from '../../wms/printings.ts'
import { type Printing, papersOf, whyNot } from './papers.ts'

const row = (more: object): Row => ({ id: '1', version: 1, refs: {}, ...more }) as unknown as Row
const first = (p: Printing) => {
  const [paper] = papersOf(p)
  if (!paper) throw new Error('nothing is printed')
  return paper
}

test('a label that also goes on a sheet is two papers, and each document one of its own', () => {
  expect(papersOf(printings.bin).map((p) => p.paper)).toEqual(['LABEL', 'A4'])
  expect(papersOf([printings.shipBill, printings.shipNotes, printings.gatePass]).map((p) => p.title[1])).toEqual([
    'Print manifest',
    'Print delivery notes',
    'Print gate pass',
  ])
  expect(papersOf([])).toEqual([])
})

test('what is too early, or would be empty, says so', () => {
  const pass = (state: string) => whyNot(shipBill.header, row({ billNo: 'ZC1', state }), first(printings.gatePass))
  expect(pass('INPROGRESS')?.args).toMatchObject({ no: 'ZC1', state: ['装车中', 'Loading'] })
  expect(pass('LOADED')).toBeUndefined()
  const lots = (doneQty: string) => whyNot(shipBill.header, row({ doneQty }), first(printings.receivedLots))
  expect(lots('0')?.text[0]).toBe('还没有收到货')
  expect(lots('2')).toBeUndefined()
})
