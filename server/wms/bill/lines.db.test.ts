import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { freezeStock } from '@lading/contract/wms/board.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
let stockId = ''
const calls = documentCalls(operateBill)
const productId = (code: string) => desk.yard.products.get(code)?.id ?? ''
beforeAll(async () => {
  desk = await openPickDesk()
  stockId = await desk.put('P-01', 'A', '100')
})
afterAll(() => desk.server.close())

interface Line {
  readonly id: string
  readonly productId: string
  readonly planQty: string
}
const make = (planQty = '5') =>
  desk.clerk.call<{ id: string; version: number }>(calls.create, {
    ownerId: desk.yard.owners.get('O1'),
    storeId: desk.storeId,
    lines: [{ productId: productId('A'), planQty }],
  })
const read = (id: string) =>
  desk.clerk.call<{ ownerId: string; planQty: string; lineCount: number; lines: Line[] }>(calls.getById, { id })
const onlyOwner = (code: string, owner: string) =>
  desk.inside((ctx) =>
    ctx.tx.run(sql`delete from mdm_product_owner
      where tenant_id = ${ctx.tenantId} and product_id = ${productId(code)} and owner_id <> ${desk.yard.owners.get(owner)}`),
  )

test('a bill goes to another owner only with goods that are his, sent again or not', async () => {
  await onlyOwner('A', 'O1')
  const { id, version } = await make()
  const other = { id, version, ownerId: desk.yard.owners.get('O2') }
  const { lines } = await read(id)
  await expect(desk.clerk.call(calls.update, { ...other, lines })).rejects.toMatchObject({ code: 42232 })
  await expect(desk.clerk.call(calls.update, other)).rejects.toMatchObject({ code: 42232 })
  expect((await read(id)).ownerId).toBe(desk.yard.owners.get('O1'))
})

test('a line is named once: what the header sums is what the lines are', async () => {
  const { id, version } = await make()
  const line = (await read(id)).lines[0] as Line
  const lines = ['1', '2', '3'].map((planQty) => ({ id: line.id, productId: line.productId, planQty }))
  await expect(desk.clerk.call(calls.update, { id, version, lines })).rejects.toMatchObject({ code: 40000 })
  expect(await read(id)).toMatchObject({ planQty: '5.000', lineCount: 1, lines: [{ planQty: '5.000' }] })
})

test.each(['01', '1.0001', '999999999999999', '-1', '1e3'])('%s is no planned quantity', async (planQty) => {
  await expect(make(planQty)).rejects.toMatchObject({ code: 40000 })
})

test('half a piece of counted goods is neither ordered, picked, refused nor frozen', async () => {
  const half = { code: 42237 }
  await expect(make('0.5')).rejects.toMatchObject(half)
  const { lines } = await desk.pick({ A: '4' })
  const confirm = { taskLineId: lines[0]?.id, qty: '0.5', partial: true }
  await expect(desk.clerk.call(work.confirmLine, confirm)).rejects.toMatchObject(half)
  const refused = { ...confirm, qty: '0', refusedQty: '0.5', refusedReason: 'DAMAGED' }
  await expect(desk.clerk.call(work.confirmLine, refused)).rejects.toMatchObject(half)
  const hold = { stockId, qty: '0.5', reason: 'TEST' }
  await expect(desk.clerk.call(freezeStock, hold)).rejects.toMatchObject(half)
  await desk.sound()
})

test('an update names what it changes, adds and takes away; what it does not name stays', async () => {
  const { id, version } = await make()
  const first = (await read(id)).lines[0] as Line
  // Somebody else adds two lines, which the sender of the next update has never seen.
  const [b, c] = ['B', 'C'].map((code) => ({ productId: productId(code), planQty: '2' }))
  const added = await desk.clerk.call<{ version: number }>(calls.update, { id, version, lines: [b, c] })
  const changed = { id: first.id, productId: first.productId, planQty: '7' }
  const { version: last } = await desk.clerk.call<{ version: number }>(calls.update, {
    id,
    version: added.version,
    lines: [changed],
  })
  const now = await read(id)
  expect(now).toMatchObject({ planQty: '11.000', lineCount: 3 })
  expect(now.lines.map((l) => [l.productId, l.planQty])).toEqual([
    [productId('A'), '7.000'],
    [productId('B'), '2.000'],
    [productId('C'), '2.000'],
  ])
  await desk.clerk.call(calls.update, { id, version: last, lines: [{ id: now.lines[1]?.id, removed: true }] })
  expect(await read(id)).toMatchObject({ planQty: '9.000', lineCount: 2, lines: [{ planQty: '7.000' }, {}] })
  const other = (await read((await make()).id)).lines[0]?.id
  await expect(
    desk.clerk.call(calls.update, { id, version: last + 1, lines: [{ id: other, removed: true }] }),
  ).rejects.toMatchObject({ code: 40400 })
})

test('a bill keeps a line: all of them cannot be taken away', async () => {
  const { id, version } = await make()
  const { lines } = await read(id)
  await expect(
    desk.clerk.call(calls.update, { id, version, lines: [{ id: lines[0]?.id, removed: true }] }),
  ).rejects.toMatchObject({ code: 42209 })
})
