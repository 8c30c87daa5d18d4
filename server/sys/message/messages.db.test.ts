import { messageCalls as calls, type MessageRecord } from '@lading/contract/sys/message.ts'
import { preferenceCalls } from '@lading/contract/sys/preference.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { sendMessage, tellStockHits } from './messages.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const listOf = async (who: Client) => (await who.call<{ records: MessageRecord[] }>(calls.query, {})).records
const unreadOf = async (who: Client) => (await who.call<{ count: number }>(calls.unreadCount)).count

test('C-18 a message is its receiver’s own: others neither see nor mark it, in no tenant', async () => {
  const [viewer, clerk, stranger] = [
    await server.as('viewer'),
    await server.as('clerk', 'DC01'),
    await server.as('admin', 'G', 'two'),
  ]
  await server.inside('G', (ctx) => sendMessage(ctx, [viewer.userId], 'PASSWORD_RESET', { args: { by: 'admin' } }))
  const [mine] = await listOf(viewer)
  expect(mine).toMatchObject({ key: 'PASSWORD_RESET', args: { by: 'admin' }, link: null, isRead: false })
  expect(await unreadOf(viewer)).toBe(1)
  for (const other of [clerk, stranger]) {
    expect(await listOf(other)).toEqual([])
    expect(await unreadOf(other)).toBe(0)
    expect(await other.call(calls.read, { ids: [mine?.id] })).toEqual({ count: 0 })
    expect(await other.call(calls.read, { all: true })).toEqual({ count: 0 })
  }
  expect(await unreadOf(viewer)).toBe(1)
  expect(await viewer.call(calls.read, { ids: [mine?.id] })).toEqual({ count: 1 })
  expect(await viewer.call(calls.read, { ids: [mine?.id] })).toEqual({ count: 0 })
  expect(await unreadOf(viewer)).toBe(0)
  expect(await listOf(viewer)).toMatchObject([{ id: mine?.id, isRead: true }])
})

test('C-18 who had his password reset is told by whom, once he is in again', async () => {
  const admin = await server.as('admin')
  const clerk = await server.as('clerk', 'DC01')
  const { version } = await admin.call<{ version: number }>(userCalls.getById, { id: clerk.userId })
  await admin.call(userCalls.resetPassword, { id: clerk.userId, version }, { key: 'reset' })
  await admin.call(userCalls.resetPassword, { id: clerk.userId, version }, { key: 'reset' })
  const told = await server.inside('G', ({ tx, tenantId }) =>
    tx.query<object>(sql`
      select key, args from sys_message where tenant_id = ${tenantId} and user_id = ${clerk.userId}`),
  )
  expect(told).toEqual([{ key: 'PASSWORD_RESET', args: { by: 'admin' } }])
})

test('C-18 a nightly difference is told to administrators and to who subscribed, and none is no news', async () => {
  const [admin, viewer] = [await server.as('admin'), await server.as('viewer')]
  await viewer.call(calls.read, { all: true })
  const count = async () => [await unreadOf(admin), await unreadOf(viewer)]
  await server.inside('DC01', (ctx) => tellStockHits(ctx, 0))
  expect(await count()).toEqual([0, 0])
  await server.inside('DC01', (ctx) => tellStockHits(ctx, 3))
  expect(await count()).toEqual([1, 0])
  await viewer.call(preferenceCalls.subscribe, { type: 'MESSAGE', key: 'STOCK_CHECK', channels: ['IN_APP'] })
  await server.inside('DC01', (ctx) => tellStockHits(ctx, 2))
  expect(await count()).toEqual([2, 1])
  expect((await listOf(viewer))[0]).toMatchObject({
    key: 'STOCK_CHECK',
    args: { org: 'DC01', count: '2' },
    link: '#/app-wms/dashboardCurrent',
  })
})
