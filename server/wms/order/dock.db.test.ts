import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { vendor } from '@lading/contract/mdm/partner.ts'
import { dockSteps } from '@lading/contract/wms/masterCalls.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { dock } from '@lading/contract/wms/place.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, type Yard } from '../testing/yard.ts'

interface Made {
  id: string
  version: number
}
const orders = documentCalls(orderBill)
const docks = crudCalls(dock)
let server: TestServer
let group: Client
let dc: Client
let yard: Yard
let vendorId: string
const dockIds = new Map<string, string>()
const dockId = (code: string): string => dockIds.get(code) ?? ''
beforeAll(async () => {
  server = await openTestServer()
  const bins = { B1: 'RECEIVE', B2: 'RECEIVE', B3: 'RECEIVE', B4: 'RECEIVE', B5: 'RECEIVE' }
  yard = await server.inside('DC01', (ctx) => buildYard(ctx, { bins, products: [{ code: 'X' }] }))
  // Another centre has a dock of the same group; it is none of this one's.
  const away = await server.inside('DC02', (ctx) =>
    buildYard(ctx, { bins: { B9: 'RECEIVE' }, owners: [], products: [] }),
  )
  group = await server.as('admin')
  dc = await server.as('admin', 'DC01')
  const add = async (who: Client, code: string, bin: string | undefined, direction: string, dockGroup: string) => {
    const made = await who.call<Made>(docks.create, { code, name: code, direction, dockGroup, binId: bin })
    dockIds.set(code, made.id)
  }
  await add(await server.as('admin', 'DC02'), 'D0', away.bins.get('B9'), 'IN', 'EAST')
  await add(dc, 'D1', yard.bins.get('B1'), 'OUT', 'EAST')
  await add(dc, 'D2', yard.bins.get('B2'), 'IN', 'EAST')
  await add(dc, 'D3', yard.bins.get('B3'), 'BOTH', 'EAST')
  await add(dc, 'D4', yard.bins.get('B4'), 'IN', 'WEST')
  await add(dc, 'D5', yard.bins.get('B5'), 'IN', 'SOUTH')
  vendorId = (await group.call<Made>(crudCalls(vendor).create, { code: 'V1', name: 'V1', dockGroup: 'EAST' })).id
})
afterAll(() => server.close())

/** Makes an order and its receive task. @returns the task, with the dock that it got */
async function receive(given: object = {}): Promise<{ id: string; dock: string | null; billId: string }> {
  const lines = [{ productId: yard.products.get('X')?.id, planQty: '1' }]
  const { id } = await dc.call<Made>(orders.create, { vendorId, ownerId: yard.owners.get('O1'), lines, ...given })
  await dc.call(orders.approve, { rows: [{ id, version: 0 }] })
  await dc.call(orders.createTask, { rows: [{ id, version: 1 }] })
  const task = await server.inside('DC01', (ctx) =>
    ctx.tx.one<{ id: string; dockId: string | null }>(
      sql`select id, dock_id from wms_task where tenant_id = ${ctx.tenantId} and bill_id = ${id}`,
    ),
  )
  const code = [...dockIds].find(([, one]) => one === task.dockId)?.[0] ?? null
  return { id: task.id, dock: code, billId: id }
}
const setGroup = async (dockGroup: string | null) => {
  const { version } = await group.call<Made>(crudCalls(vendor).getById, { id: vendorId })
  await group.call(crudCalls(vendor).update, { id: vendorId, version, dockGroup })
}
const turn = async (verb: 'close' | 'open', code: string) => {
  const { id, version } = await dc.call<Made>(docks.getById, { id: dockId(code) })
  return dc.call<{ ok: number }>(dockSteps[verb], { rows: [{ id, version }], reason: 'repair' })
}

test('a receipt goes to the least busy open inbound dock of the vendor’s group', async () => {
  const first = await receive()
  expect(first.dock).toBe('D2')
  expect((await receive()).dock).toBe('D3')
  expect((await receive()).dock).toBe('D2')
  expect((await receive()).dock).toBe('D3')
  const { lines } = await dc.call(work.takeTask, { id: first.id })
  await dc.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '1' })
  expect((await receive()).dock).toBe('D2')
})

test('a dock that somebody named is the one', async () => {
  expect((await receive({ dockId: dockId('D4') })).dock).toBe('D4')
})

test('without an open dock of the group, or without a group, goods come into the receiving area', async () => {
  await setGroup('SOUTH')
  expect(await turn('close', 'D5')).toMatchObject({ ok: 1, failed: [] })
  expect((await receive()).dock).toBeNull()
  await turn('open', 'D5')
  expect((await receive()).dock).toBe('D5')
  await setGroup('NORTH')
  expect((await receive()).dock).toBeNull()
  await setGroup(null)
  expect((await receive()).dock).toBeNull()
})
