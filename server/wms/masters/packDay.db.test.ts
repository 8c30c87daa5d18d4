import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { packChange } from '@lading/contract/mdm/packChange.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { freeGtin14 } from '@lading/contract/wms/pack.ts'
import { verifyBarcode } from '@lading/contract/wms/productCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobHandlers } from '../../areas.ts'
import type { Client } from '../../testing/server.ts'
import { openReceiveDesk, type ReceiveDesk } from '../testing/receiveDesk.ts'
import { letApprove } from '../testing/steward.ts'

interface Seen {
  id: string
  version: number
}
type Pack = Seen & { name: string; barcode: string | null; qpc: string }
let desk: ReceiveDesk
let group: Client
let steward: Client
let cola: Seen
let now = new Date('2026-11-27T04:00:00Z')
const packs = crudCalls(qpc)
const packsOf = async () =>
  (await group.call<{ records: Pack[] }>(packs.query, { filter: { productId: [cola.id] }, orderBy: 'qpc' })).records
const pack = async (name: string) => (await packsOf()).find((p) => p.name === name)

const logIn = async () => {
  group = await desk.server.as('admin')
  steward = await desk.server.as('viewer')
}
beforeAll(async () => {
  desk = await openReceiveDesk({ now: () => now })
  await desk.server.inside('G', letApprove)
  await logIn()
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

const changes = documentCalls(packChange)
const ask = (more: object, who = group) =>
  who.call<Seen>(changes.create, { productId: cola.id, cause: '换装', effectiveOn: '2026-11-27', ...more })
interface Answer {
  ok: number
  failed: { code: number; message: string }[]
}
/** Takes a step as it stands now. */
const step = async (name: string, { id }: { id: string }, who = group, more: object = {}) => {
  const { version } = await who.call<Seen>(changes.getById, { id })
  const { failed } = await who.call<Answer>(changes[name], { rows: [{ id, version }], ...more })
  await desk.server.relay.drain()
  return failed[0]?.message ?? 'done'
}
const stateOf = async ({ id }: Seen) => (await group.call<{ state: string }>(changes.getById, { id })).state
const runJob = async () => {
  const job = jobHandlers.packChangeDue
  if (!job || !('run' in job)) throw new Error('no such job')
  const told = await desk.server.inside('G', (ctx) => job.run(ctx, {}))
  await desk.server.relay.drain()
  return told
}

test('a request cannot change the content either; a case of 20 is a pack of its own, with a number of its own, from tomorrow on', async () => {
  const used = await pack('1*24')
  await expect(ask({ qpcId: used?.id, qpc: '20' })).rejects.toThrow('不能修改换算数量')
  await expect(ask({ qpc: '20', barcode: '16901234567899', effectiveOn: '2026-11-28' })).rejects.toThrow(
    '条码[16901234567899]已用于商品[COLA330]规格[1*24]',
  )
  const free = freeGtin14('6901234567892', ['16901234567899', '26901234567896'])
  expect(free).toBe('36901234567893')
  const asked = await ask({ qpc: '20', barcode: free, effectiveOn: '2026-11-28' })
  expect(await step('approve', asked, steward)).toContain('已保存')
  expect(await step('submit', asked)).toBe('done')
  expect(await step('approve', asked)).toContain('本单由您制作')
  expect(await step('approve', asked, steward)).toBe('done')
  expect(await runJob()).toBe('0 changes')
  expect([await stateOf(asked), (await packsOf()).map((p) => p.name)]).toEqual(['APPROVED', ['1*24']])
  now = new Date('2026-11-27T16:06:00Z')
  await logIn()
  expect(await runJob()).toBe('1 changes')
  expect(await runJob()).toBe('0 changes')
  expect(await stateOf(asked)).toBe('APPLIED')
  expect((await packsOf()).map((p) => [p.name, p.barcode])).toEqual([
    ['1*20', free],
    ['1*24', '16901234567899'],
  ])
})

test('a label of twelve cases says 288 bottles of lot L7', async () => {
  const { holders, label } = await group.call(verifyBarcode, { code: '(02)16901234567899(37)12(10)L7' })
  expect(holders.map((h) => [h.code, h.pack, h.level, h.counted])).toEqual([['COLA330', '1*24', 'CASE', '288']])
  expect(label).toEqual({ batch: 'L7', lastDay: null })
})
