import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { createTenants } from './tenants.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('whoever asks for a tenant at the same moment shares one answer', async () => {
  const tenants = createTenants(server.db)
  const connect = vi.spyOn(server.db.owner, 'connect')
  const found = await Promise.all(Array.from({ length: 30 }, () => tenants.idOf('one')))
  expect(new Set(found)).toEqual(new Set([server.one.tenantId]))
  expect(connect).toHaveBeenCalledTimes(1)
  connect.mockRestore()
})
