import { nextTask } from '@lading/contract/wms/taskCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { createTasks } from '../../wms/task/create.ts'
import { buildYard } from '../../wms/testing/yard.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('who asks again for work of many lines gets the first answer, however long it is', async () => {
  await server.inside('DC01', async (ctx) => {
    const yard = await buildYard(ctx, { bins: { 'S-01': 'STORAGE', 'S-02': 'STORAGE' }, products: [{ code: 'A' }] })
    const line = {
      ownerId: yard.owners.get('O1') ?? '',
      productId: yard.products.get('A')?.id ?? '',
      fromBinId: yard.bins.get('S-01') ?? '',
      toBinId: yard.bins.get('S-02') ?? '',
      planQty: 10_000n,
    }
    await createTasks(ctx, [{ taskType: 'MOVE', lines: Array.from({ length: 600 }, () => line) }])
  })
  const clerk = await server.as('clerk', 'DC01')
  const ask = () => clerk.envelope(nextTask, { taskTypes: ['MOVE'] }, { key: 'long' })
  const first = await ask()
  expect(first.code).toBe(0)
  expect(JSON.stringify(first.data).length).toBeGreaterThan(200_000)
  expect((await ask()).data).toEqual(first.data)
})
