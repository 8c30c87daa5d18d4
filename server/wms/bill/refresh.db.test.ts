import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { refreshStates } from '../../platform/document/refresh.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { operateDerivation } from '../operate/steps.ts'
import { buildYard, type Yard } from '../testing/yard.ts'

let server: TestServer
let yard: Yard
let storeId = ''
const operate = documentCalls(operateBill)
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    storeId = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id: storeId, code: 'S', name: 'S' }])
    return buildYard(ctx, { bins: {}, products: [{ code: 'W', isWeigh: true }] })
  })
})
afterAll(() => server.close())

test('T10 an order is finished by exact sums: 0.7 sent and 0.1 given up are all of 0.8', async () => {
  const clerk = await server.as('clerk', 'DC01')
  const productId = yard.products.get('W')?.id
  const { id } = await clerk.call<{ id: string }>(operate.create, {
    ownerId: yard.owners.get('O1'),
    storeId,
    lines: [{ productId, planQty: '0.8', unitPrice: '0.0005' }],
  })
  const read = () => clerk.call<Record<string, unknown>>(operate.getById, { id })
  // 0.0004 exactly: a floating product would be a little less or more.
  expect(await read()).toMatchObject({ planQty: '0.800', amount: '0.0004' })
  await server.inside('DC01', async (ctx) => {
    await ctx.tx.run(
      sql`update wms_operate_bill set state = 'INPROGRESS' where tenant_id = ${ctx.tenantId} and id = ${id}`,
    )
    await ctx.tx.run(sql`
      update wms_operate_bill_line set booked_qty = 0.7, done_qty = 0.7, sent_qty = 0.7, cancel_qty = 0.1 where tenant_id = ${ctx.tenantId} and bill_id = ${id}`)
    await refreshStates(ctx, operateDerivation, [id])
  })
  expect(await read()).toMatchObject({ state: 'FINISHED', sentQty: '0.700', cancelQty: '0.100' })
})

test('T10 an amount is the exact sum of its lines, rounded once', async () => {
  const clerk = await server.as('clerk', 'DC01')
  const productId = yard.products.get('W')?.id
  const amountOf = async (lines: readonly (readonly [string, string])[]) => {
    const { id } = await clerk.call<{ id: string }>(operate.create, {
      ownerId: yard.owners.get('O1'),
      storeId,
      lines: lines.map(([planQty, unitPrice]) => ({ productId, planQty, unitPrice })),
    })
    return (await clerk.call<Record<string, unknown>>(operate.getById, { id })).amount
  }
  expect(await amountOf([['0.1', '1.0005']])).toBe('0.1001')
  expect(
    await amountOf([
      ['0.001', '0.0001'],
      ['0.001', '0.0499'],
    ]),
  ).toBe('0.0001')
  expect(await amountOf([['99999999.999', '9.9999']])).toBe('999989999.9900')
  expect(await amountOf([['1000000000000', '99.9999']])).toBe('99999900000000.0000')
  await expect(amountOf([['1000000000000', '100']])).rejects.toMatchObject({ code: 42236 })
  const half = ['500000000000', '100'] as const
  await expect(amountOf([half, half])).rejects.toMatchObject({ code: 42236 })
})
