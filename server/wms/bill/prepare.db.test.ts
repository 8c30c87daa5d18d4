import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { instead } from '../../testing/rows.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, type Yard } from '../testing/yard.ts'

let server: TestServer
let clerk: Client
let yard: Yard
const ids = { vendor: '', store: '' }
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    for (const key of ['vendor', 'store'] as const) {
      ids[key] = ctx.newId()
      await bulkInsert(ctx.tx, `wms_${key}`, [{ tenantId: ctx.tenantId, id: ids[key], code: key, name: key }])
    }
    return buildYard(ctx, {
      bins: {},
      products: [
        { code: 'X', qpc: '12' },
        { code: 'W', isWeigh: true },
      ],
    })
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const line = (code: string, planQty: string) => ({ productId: yard.products.get(code)?.id, planQty })
const whole = (i: number) => ({
  code: 42237,
  message: expect.stringContaining('X'),
  errors: [{ field: `lines.${i}.planQty`, rule: 'whole', message: '10.5' }],
})

test.each([
  ['an inbound order', documentCalls(orderBill), () => ({ vendorId: ids.vendor })],
  ['an outbound order', documentCalls(operateBill), () => ({ storeId: ids.store })],
] as const)('%s asks for whole pieces, of goods sold by weight for any part', async (_, calls, party) => {
  const head = () => ({ ownerId: yard.owners.get('O1'), ...party() })
  const create = (lines: object[]) => clerk.call<{ id: string; version: number }>(calls.create, { ...head(), lines })
  await expect(create([line('W', '10.5'), line('X', '10.5')])).rejects.toMatchObject(whole(1))
  expect(await clerk.call(calls.query, {})).toMatchObject({ total: 0 })
  const made = await create([line('W', '10.5'), line('X', '10.000')])
  const { lines: before } = await clerk.call<{ lines: { id: string }[] }>(calls.getById, { id: made.id })
  const update = (planQty: string) =>
    clerk.call(calls.update, { ...made, ...head(), lines: instead(before, [line('X', planQty)]) })
  await expect(update('10.5')).rejects.toMatchObject(whole(0))
  expect(await clerk.call(calls.getById, { id: made.id })).toMatchObject({ planQty: '20.500', version: made.version })
  await update('11')
  expect(await clerk.call(calls.getById, { id: made.id })).toMatchObject({ planQty: '11.000', lineCount: 1 })
})
