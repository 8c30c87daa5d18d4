import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { client } from '@lading/contract/tms/client.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('who asks again is told the first answer, and who asks something else by the same key is told so, whatever his work finds', async () => {
  const group = await server.as('admin', 'G')
  const ask = (code: string, name: string, key: string) =>
    group.envelope(crudCalls(client).create as never, { code, name, kind: 'OTHER', settleCycle: 'MONTH' } as never, {
      key,
    })
  const first = await ask('K1', 'a', 'one')
  expect(first.code).toBe(0)
  // By itself it would find that the code is taken.
  expect(await ask('K1', 'a', 'two')).toMatchObject({ code: faults.duplicate.code })
  expect((await ask('K1', 'a', 'one')).data).toEqual(first.data)
  expect(await ask('K1', 'b', 'one')).toMatchObject({ code: faults.keyReused.code })
  expect(await ask('K2', 'b', 'one')).toMatchObject({ code: faults.keyReused.code })
  const rows = await server.inside('G', (ctx) =>
    ctx.tx.query(sql`select code, name from tms_client where tenant_id = ${ctx.tenantId} and code like 'K%'`),
  )
  expect(rows).toEqual([{ code: 'K1', name: 'a' }])
})
