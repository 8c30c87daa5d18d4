import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { dataCollection } from '@lading/contract/sys/collection.ts'
import { collectionCalls as calls } from '@lading/contract/sys/collectionCalls.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectBelow } from '../../sys/collection/folder.ts'
import { allCollected } from '../../sys/collection/runs.ts'
import { allSent } from '../../sys/outbound/deliveries.ts'
import { openReceiveDesk, type ReceiveDesk } from '../testing/receiveDesk.ts'

let desk: ReceiveDesk
let root = ''
const order = documentCalls(orderBill)
beforeAll(async () => {
  desk = await openReceiveDesk()
  root = mkdtempSync(join(tmpdir(), 'lading-round-'))
  collectBelow(root)
})
afterAll(async () => {
  collectBelow(undefined)
  rmSync(root, { recursive: true, force: true })
  await desk.server.close()
})
const settle = async () => {
  await desk.server.relay.drain()
  await allCollected()
  await allSent()
}

test('an order goes round: another system sends it, it is received here, and that system hears of it', async () => {
  const admin = await desk.server.as('admin')
  const { create } = crudCalls(dataCollection)
  const orgId = desk.server.one.orgs.get('DC01')?.id
  await admin.call(create, {
    code: 'ERP-IN',
    name: 'ERP',
    sourceKind: 'REST_PUSH',
    object: 'wms.orderBill',
    orgId,
    mappings: [
      { target: 'upstreamNo', path: 'po' },
      { target: 'vendorId', path: 'vendor.code' },
      { target: 'ownerId', fixed: 'O1' },
      { target: 'lines.productId', path: 'items[].sku' },
      { target: 'lines.planQty', path: 'items[].qty' },
    ],
  })
  await admin.call(create, {
    code: 'ERP-OUT',
    name: 'ERP',
    direction: 'OUT',
    sourceKind: 'CSV_FOLDER',
    folder: 'out',
    orgId,
    events: ['received'],
    mappings: [
      { target: '单号', path: 'source.billNo' },
      { target: '商品', path: 'lines[].product' },
      { target: '数量', path: 'lines[].qty' },
    ],
  })
  const records = [{ po: 'PO-ROUND', vendor: { code: 'V1' }, items: [{ sku: 'NAIL', qty: 24 }, { sku: 'BOLT', qty: 5 }] }] // biome-ignore format: one
  await admin.call(calls.push, { code: 'ERP-IN', records })
  await settle()
  // The floor finds it by the number that the other system prints on its papers.
  const asked = { filter: { upstreamNo: 'PO-ROUND' } }
  const { records: bills } = await desk.clerk.call<{ records: { id: string; billNo: string; version: number }[] }>(order.query, asked) // biome-ignore format: one
  const [bill] = bills
  expect(bills).toMatchObject([{ state: 'SAVED', lineCount: 2, planQty: '29.000', upstreamNo: 'PO-ROUND' }])
  await desk.clerk.call(order.approve, { rows: [{ id: bill?.id, version: 0 }] })
  await desk.clerk.call(order.createTask, { rows: [{ id: bill?.id, version: 1 }] })
  const { tasks } = await desk.clerk.call(work.findWork, { scan: 'PO-ROUND', taskTypes: ['RECEIVE'] })
  const { lines } = await desk.clerk.call(work.getWork, { id: tasks[0]?.id })
  for (const { id, planQty } of lines) await desk.clerk.call(work.confirmLine, { taskLineId: id, qty: planQty })
  await settle()
  const folder = join(root, 'one', 'out')
  const told = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8').replace('\uFEFF', '').trim())
  const rows = told.flatMap((text) => text.split(/\r?\n/).slice(1))
  expect(rows.map((row) => row.replaceAll('"', '')).sort()).toEqual([
    `${bill?.billNo},BOLT,5`,
    `${bill?.billNo},NAIL,24`,
  ])
  expect(await desk.read(bill?.id ?? '')).toMatchObject({ doneQty: '29.000' })
})
