import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { raiseRights } from '../../sys/session/identify.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, type Yard } from '../testing/yard.ts'

let server: TestServer
let clerk: Client
let yard: Yard
const ids = { vendor: '', store: '' }
const order = documentCalls(orderBill)
const operate = documentCalls(operateBill)
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    for (const key of ['vendor', 'store'] as const) {
      ids[key] = ctx.newId()
      await bulkInsert(ctx.tx, `wms_${key}`, [{ tenantId: ctx.tenantId, id: ids[key], code: key, name: key }])
    }
    return buildYard(ctx, { bins: {}, owners: ['O1', 'O2'], products: [{ code: 'X' }, { code: 'Y' }] })
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

interface Made {
  id: string
  version: number
}
const push = (upstreamNo: string, more: object = {}, lines: object[] = []) => ({
  ownerId: yard.owners.get('O1'),
  vendorId: ids.vendor,
  upstreamNo,
  expectAt: '2026-11-21T08:00:00+08:00',
  lines: [{ productId: yard.products.get('X')?.id, planQty: '2400' }, ...lines],
  ...more,
})
const count = async (upstreamNo: string) =>
  (await clerk.call<{ total: number }>(order.query, { filter: { upstreamNo } })).total

test('an order pushed again under another key is the order that is there', async () => {
  const made = await clerk.call<Made>(order.create, push('DH1'))
  expect(await clerk.call(order.create, push('DH1'))).toEqual(made)
  // The same content in other words.
  const again = push('DH1', { expectAt: '2026-11-21T00:00:00Z', priority: 50, mode: 'PURCHASE', note: null })
  again.lines = [{ productId: yard.products.get('X')?.id, planQty: '2400.000' }]
  expect(await clerk.call(order.create, again)).toEqual(made)
  await clerk.call(order.approve, { rows: [made] })
  expect(await clerk.call(order.create, push('DH1'))).toEqual({ id: made.id, version: 1 })
  expect(await count('DH1')).toBe(1)
})

test('another content under the same number is refused by name, and changes nothing', async () => {
  const made = await clerk.call<Made>(order.create, push('DH2'))
  const before = await clerk.call<Record<string, unknown>>(order.getById, { id: made.id })
  const other = { productId: yard.products.get('Y')?.id, planQty: '1' }
  for (const input of [
    push('DH2', { ownerId: yard.owners.get('O2') }),
    push('DH2', { priority: 1 }),
    push('DH2', { expectAt: null }),
    push('DH2', { bizDate: '2020-01-01' }),
    push('DH2', {}, [other]),
    push('DH2', { lines: [{ ...other, planQty: '2400' }] }),
    push('DH2', { lines: [{ productId: yard.products.get('X')?.id, planQty: '2400.001' }] }),
  ])
    await expect(clerk.call(order.create, input)).rejects.toMatchObject({
      code: 40960,
      message: expect.stringContaining(String(before.billNo)),
    })
  expect(await clerk.call(order.getById, { id: made.id })).toEqual(before)
  expect(await count('DH2')).toBe(1)
})

test('a number belongs to its kind of order and its centre', async () => {
  const made = await clerk.call<Made>(order.create, push('DH3'))
  const { vendorId: _, ...out } = push('DH3', { storeId: ids.store })
  const outbound = await clerk.call<Made>(operate.create, out)
  expect(outbound.id).not.toBe(made.id)
  expect(await clerk.call(operate.create, out)).toEqual(outbound)
})

test('sixteen pushes of one order at once, each under its own key, make one order and hear the same', async () => {
  const answers = await Promise.all(Array.from({ length: 16 }, () => clerk.call<Made>(order.create, push('DH4'))))
  expect(new Set(answers.map((a) => a.id)).size).toBe(1)
  expect(await count('DH4')).toBe(1)
})

test('an owner that the caller may not see keeps his order to himself', async () => {
  await clerk.call(order.create, push('DH5', { ownerId: yard.owners.get('O2') }))
  await server.inside('G', async (ctx) => {
    await bulkInsert(ctx.tx, 'sys_user_owner', [
      { tenantId: ctx.tenantId, id: ctx.newId(), userId: clerk.userId, ownerId: yard.owners.get('O1') },
    ])
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  const limited = await server.as('clerk', 'DC01')
  await expect(limited.call(order.create, push('DH5'))).rejects.toMatchObject({ code: 42203 })
})
