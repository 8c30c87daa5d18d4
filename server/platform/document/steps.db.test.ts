import { store } from '@lading/contract/mdm/partner.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { expect, test } from 'vitest'
import { insert } from '../../kernel/insert.ts'
import { openTestServer } from '../../testing/server.ts'
import { buildYard } from '../../wms/testing/yard.ts'
import { lockBill } from './steps.ts'

// The embedded database does one thing after the other.
const onPostgres = process.env.LADING_TEST_DB === 'postgres'

test.runIf(onPostgres)('who acts on a paper keeps out who acts on it too, and nobody who refers to it', async () => {
  const server = await openTestServer()
  const { billId, productId } = await server.inside('DC01', async (ctx) => {
    const yard = await buildYard(ctx, { bins: { 'S-01': 'STORAGE' }, products: [{ code: 'X' }] })
    const [storeId] = (await insert(ctx, store, [{ code: 'S1', name: 'store' }])).ids
    const head = { billNo: 'CK1', state: 'SAVED', ownerId: yard.owners.get('O1'), storeId } as const
    const [id] = (await insert(ctx, operateBill.header, [head])).ids
    return { billId: id ?? '', productId: yard.products.get('X')?.id }
  })
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const order: string[] = []
  const act = (name: string, wait: Promise<void>) =>
    server.inside('DC01', async (ctx) => {
      await lockBill(ctx, operateBill, billId)
      locked.resolve()
      await wait
      order.push(name)
    })
  const first = act('first', gate.promise)
  await locked.promise
  const second = act('second', Promise.resolve())
  await server.inside('DC01', (ctx) => insert(ctx, operateBill.line, [{ billId, lineNo: 1, productId, planQty: '1' }]))
  order.push('refers')
  gate.resolve()
  await Promise.all([first, second])
  expect(order).toEqual(['refers', 'first', 'second'])
  await server.close()
})
