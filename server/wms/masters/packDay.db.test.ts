import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { freeGtin14 } from '@lading/contract/wms/pack.ts'
import { verifyBarcode } from '@lading/contract/wms/productCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../testing/server.ts'
import { openReceiveDesk, type ReceiveDesk } from '../testing/receiveDesk.ts'

interface Seen {
  id: string
  version: number
}
type Pack = Seen & { name: string; barcode: string | null; qpc: string }
let desk: ReceiveDesk
let group: Client
let cola: Seen
const packs = crudCalls(qpc)
const packsOf = async () =>
  (await group.call<{ records: Pack[] }>(packs.query, { filter: { productId: [cola.id] }, orderBy: 'qpc' })).records
const pack = async (name: string) => (await packsOf()).find((p) => p.name === name)

beforeAll(async () => {
  desk = await openReceiveDesk()
  group = await desk.server.as('admin')
})
afterAll(() => desk.server.close())

test('a bottle, its case and its pallet: entered once, the case by the number that follows from the bottle', async () => {
  const each = '6901234567892'
  const caseCode = freeGtin14(each, [])
  expect(caseCode).toBe('16901234567899')
  cola = await group.call<Seen>(crudCalls(product).create, {
    code: 'COLA330',
    name: '可乐330ml',
    baseUnit: '瓶',
    barcodes: [{ code: each }],
    owners: [{ ownerId: desk.yard.owners.get('O1') }],
    qpcs: [{ qpc: '24', barcode: caseCode, palletTi: 12, palletHi: 5, palletBarcode: freeGtin14(each, [caseCode]) }],
  })
  const asked = async (code: string) =>
    (await group.call(verifyBarcode, { code })).holders.map((h) => [h.pack, h.level, Number(h.qty)])
  expect(await asked(each)).toEqual([['1*1', 'EACH', 1]])
  expect(await asked('16901234567899')).toEqual([['1*24', 'CASE', 24]])
  expect(await asked('26901234567896')).toEqual([['1*24', 'PALLET', 1440]])
})

test('100 bottles are received, and show as 4 cases and 4 bottles', async () => {
  const order = documentCalls(orderBill)
  const made = await desk.clerk.call<Seen>(order.create, {
    ownerId: desk.yard.owners.get('O1'),
    vendorId: desk.vendorId,
    lines: [{ productId: cola.id, qpcId: (await pack('1*24'))?.id, planQty: '100' }],
  })
  await desk.clerk.call(order.approve, { rows: [made] })
  await desk.clerk.call(order.createTask, { rows: [{ id: made.id, version: 1 }] })
  const { billNo } = await desk.clerk.call<{ billNo: string }>(order.getById, { id: made.id })
  const { tasks } = await desk.clerk.call(work.findWork, { scan: billNo, taskTypes: ['RECEIVE'] })
  const { lines } = await desk.clerk.call(work.getWork, { id: tasks[0]?.id })
  await desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '100' })
  const { records } = await desk.clerk.call<{ records: { onHandCases: string }[] }>(crudCalls(product).query, {
    filter: { code: 'COLA330' },
  })
  expect(records.map((r) => r.onHandCases)).toEqual(['4+4'])
})

test('what was received keeps its content: 24 never becomes 20', async () => {
  const used = await pack('1*24')
  await expect(group.call(packs.update, { id: used?.id, version: used?.version, qpc: '20' })).rejects.toThrow(
    '规格[1*24]已有库存或流水，不能修改换算数量',
  )
  expect((await packsOf()).map((p) => [p.name, p.qpc, p.barcode])).toEqual([['1*24', '24.000', '16901234567899']])
})

test('a label of twelve cases says 288 bottles of lot L7', async () => {
  const { holders, label } = await group.call(verifyBarcode, { code: '(02)16901234567899(37)12(10)L7' })
  expect(holders.map((h) => [h.code, h.pack, h.level, h.counted])).toEqual([['COLA330', '1*24', 'CASE', '288']])
  expect(label).toEqual({ batch: 'L7', lastDay: null })
})
