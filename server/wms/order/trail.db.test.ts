import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { orderPutAways, orderReceipts } from '@lading/contract/wms/trail.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { permitReceipt } from '../../testing/overrides.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, type Yard } from '../testing/yard.ts'

let server: TestServer
let clerk: Client
let yard: Yard
let vendor = ''
let now = new Date('2026-03-02T02:00:00Z')
const order = documentCalls(orderBill)
beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  yard = await server.inside('DC01', async (ctx) => {
    vendor = ctx.newId()
    const made = await buildYard(ctx, {
      bins: { 'S-01': 'STORAGE' },
      products: [{ code: 'MILK', qpc: '12' }, { code: 'RICE', qpc: '5' }, { code: 'SALT' }, { code: 'TEA' }],
    })
    await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId: ctx.tenantId, id: vendor, code: 'V1', name: 'vendor' }])
    await bulkInsert(ctx.tx, 'mdm_product_barcode', [
      { tenantId: ctx.tenantId, id: ctx.newId(), productId: made.products.get('MILK')?.id, code: '6901234567892' },
    ])
    return made
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const product = (code: string) => yard.products.get(code)?.id ?? ''
const list = async (filter: object) =>
  (await clerk.call<{ records: Record<string, unknown>[] }>(order.query, { filter })).records
const make = async (more: object = {}) => {
  const made = await clerk.call<{ id: string; version: number }>(order.create, {
    ownerId: yard.owners.get('O1'),
    vendorId: vendor,
    lines: [
      { productId: product('MILK'), planQty: '31' },
      { productId: product('RICE'), planQty: '20' },
    ],
    ...more,
  })
  await clerk.call(order.approve, { rows: [made] })
  await clerk.call(order.createTask, { rows: [{ id: made.id, version: 1 }] })
  return made.id
}
const lineOf = async (billId: string): Promise<string> => {
  const [head] = await list({ id: [billId] })
  const { tasks } = await clerk.call(work.findWork, { scan: String(head?.billNo), taskTypes: ['RECEIVE'] })
  return (await clerk.call(work.getWork, { id: tasks[0]?.id })).lines[0]?.id ?? ''
}
const receive = async (billId: string, qty: string, more: object = {}) =>
  clerk.call(work.confirmLine, { taskLineId: await lineOf(billId), qty, partial: true, ...more })

test('an order tells its goods in cases, on the list and by line', async () => {
  const id = await make()
  await receive(id, '14')
  await server.relay.drain()
  expect((await list({ id: [id] }))[0]).toMatchObject({ product: 'MILK RICE', planCases: '6+7', doneCases: '1+2' })
  const full = await clerk.call<{ lines: Record<string, unknown>[] }>(order.getById, { id })
  expect(full.lines.map((l) => [l.planCases, l.doneCases])).toEqual([
    ['2+7', '1+2'],
    ['4', '0'],
  ])
})

test.each([
  [['TEA', 'SALT', 'MILK'], 'TEA SALT MILK'],
  [['TEA', 'SALT', 'MILK', 'RICE'], 'TEA SALT MILK …'],
])('an order of %s names them as %s', async (codes, named) => {
  const id = await make({ lines: codes.map((code) => ({ productId: product(code), planQty: '1' })) })
  expect((await list({ id: [id] }))[0]).toMatchObject({ product: named })
})

test.each([['MIL'], ['6901234567892'], ['ilk']])('orders are found by %s of a line’s product', async (word) => {
  const all = await list({})
  expect(await list({ product: word })).toHaveLength(all.length)
  expect(await list({ product: `${word}x` })).toEqual([])
})

test('an order is overdue while goods are still to come after their time', async () => {
  const id = await make({ expectAt: '2026-03-02T12:00:00+08:00' })
  const overdue = async () => (await list({ overdue: true })).map((r) => r.id)
  expect(await overdue()).not.toContain(id)
  now = new Date('2026-03-02T05:00:00Z')
  clerk = await server.as('clerk', 'DC01')
  expect(await overdue()).toContain(id)
  const [row] = await list({ id: [id] })
  await clerk.call(order.cancel, { rows: [{ id, version: row?.version }], reason: 'no' })
  expect(await overdue()).not.toContain(id)
})

test('an order of which goods have come is not cancelled, and leads to the task that brought them', async () => {
  const id = await make()
  const { task } = await receive(id, '12')
  const [begun] = await list({ id: [id] })
  const { failed } = await clerk.call<{ failed: object[] }>(order.cancel, {
    rows: [{ id, version: begun?.version }],
    reason: 'no',
  })
  expect(failed).toMatchObject([
    { code: 42261, message: '已收货12，不能作废', about: [{ key: 'wms.receiveTask', id: task.id, no: task.taskNo }] },
  ])
})

test('what comes after the order’s validity is refused, and let in by a supervisor', async () => {
  const id = await make({ deadlineAt: '2026-03-02T15:00:00+08:00' })
  now = new Date('2026-03-02T08:00:00Z')
  clerk = await server.as('clerk', 'DC01')
  await expect(receive(id, '12')).rejects.toMatchObject({ code: 42264, message: '订单已过有效期2026-03-02' })
  expect(await clerk.call(orderReceipts.call, { id })).toEqual([])
  await receive(id, '12', { permit: await permitReceipt(server, clerk, await lineOf(id)) })
  expect(await clerk.call(orderReceipts.call, { id })).toHaveLength(1)
})

test('an order of goods that are no longer dealt in is not approved', async () => {
  const made = await clerk.call<{ id: string; version: number }>(order.create, {
    ownerId: yard.owners.get('O1'),
    vendorId: vendor,
    lines: [{ productId: product('RICE'), planQty: '5' }],
  })
  const disable = (off: boolean) =>
    server.inside('DC01', (ctx) =>
      ctx.tx.run(sql`update mdm_product set disabled = ${off} where tenant_id = ${ctx.tenantId} and code = 'RICE'`),
    )
  await disable(true)
  const answer = await clerk.call<{ failed: unknown[] }>(order.approve, { rows: [made] })
  expect(answer.failed).toMatchObject([{ code: 42204, message: '[RICE RICE]已停用，不能使用' }])
  expect((await list({ id: [made.id] }))[0]).toMatchObject({ state: 'SAVED' })
  await disable(false)
  expect(await clerk.call(order.approve, { rows: [made] })).toEqual({ ok: 1, failed: [] })
})

test('the detail tells each receipt, what was taken back, and where the goods are to go', async () => {
  const id = await make()
  await receive(id, '12')
  await receive(id, '7')
  const receipts = () => clerk.call(orderReceipts.call, { id })
  expect((await receipts()).map((r) => [r.qty, r.cases, r.by, r.undone])).toEqual([
    ['7.000', '0+7', 'clerk', false],
    ['12.000', '1', 'clerk', false],
  ])
  expect((await receipts())[0]?.refs).toMatchObject({ productId: { code: 'MILK', name: 'MILK' } })
  const goingUp = await clerk.call(orderPutAways.call, { id })
  expect(goingUp.map((r) => [r.planQty, r.state])).toEqual([
    ['7.000', 'OPEN'],
    ['12.000', 'OPEN'],
  ])
  const line = await server.inside('DC01', (ctx) =>
    ctx.tx.one<{ id: string }>(sql`
      select l.id from wms_task_line l join wms_task k on k.id = l.task_id where k.bill_id = ${id} and k.task_type = 'RECEIVE' and l.done_qty > 0`),
  )
  await clerk.call(work.undoLine, { taskLineId: line.id })
  expect((await receipts()).map((r) => r.undone)).toEqual([true, true])
  expect(await clerk.call(orderPutAways.call, { id })).toEqual([])
})

test('what became of an order is told to nobody who may not see the order', async () => {
  const id = await make()
  const stranger = await server.as('admin', 'DC01', 'two')
  for (const trail of [orderReceipts, orderPutAways])
    await expect(stranger.call(trail.call, { id })).rejects.toMatchObject({ code: 40400 })
  await expect((await server.as('nobody', 'DC01')).call(orderReceipts.call, { id })).rejects.toMatchObject({
    code: 40301,
  })
})
