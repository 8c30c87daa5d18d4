import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const calls = crudCalls(owner)

test('a test server answers calls and keeps tenants apart', async () => {
  const admin = await server.as('admin')
  const made = await admin.call<{ id: string }>(calls.create, { code: 'O1', name: '来丁自营' })
  expect(made.id).toMatch(/^\d+$/)
  const page = await admin.call<{ records: { code: string }[] }>(calls.query, {})
  expect(page.records.map((r) => r.code)).toEqual(['O1'])
  const stranger = await server.as('admin', 'G', 'two')
  expect((await stranger.call<{ records: object[] }>(calls.query, {})).records).toEqual([])
  const nobody = await server.as('nobody')
  await expect(nobody.call(calls.query, {})).rejects.toMatchObject({ code: 40301 })
})
