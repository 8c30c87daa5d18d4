import { type MessageRecord, messageCalls } from '@lading/contract/sys/message.ts'
import { preferenceCalls } from '@lading/contract/sys/preference.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { subscriptionCalls as calls } from '@lading/contract/sys/subscription.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { sendMessage, tellStockHits } from '../message/messages.ts'

/** Noon, by the clocks of Shanghai. */
const noon = Date.parse('2026-11-25T04:00:00Z')
let at = noon
let server: TestServer
let admin: Client
let viewer: Client
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
})
afterAll(() => server.close())
beforeEach(async () => {
  at += 60_000
  ;[admin, viewer] = [await server.as('admin'), await server.as('viewer')]
  await viewer.call(messageCalls.read, { all: true })
})

const unread = async (who: Client) =>
  (await who.call<{ records: MessageRecord[] }>(messageCalls.query, {})).records
    .filter((m) => !m.isRead)
    .map((m) => m.key)
const assign = () =>
  server.inside('G', (ctx) => sendMessage(ctx, [viewer.userId], 'TASK_ASSIGNED', { args: { by: 'x', task: 'T1' } }))
const roleOf = async (name: string): Promise<string> => {
  const { records } = await admin.call<{ records: { id: string }[] }>(roleCalls.query, { nameEquals: name })
  return records[0]?.id ?? ''
}
const typeOf = async (key: string) => (await admin.call(calls.types)).find((x) => x.key === key)

test('whoever turns a kind off hears nothing of it until he turns it on again', async () => {
  await assign()
  expect(await unread(viewer)).toEqual(['TASK_ASSIGNED'])
  await viewer.call(calls.turn, { key: 'TASK_ASSIGNED', isOn: false })
  await viewer.call(messageCalls.read, { all: true })
  await assign()
  expect(await unread(viewer)).toEqual([])
  expect(await typeOf('TASK_ASSIGNED')).toMatchObject({ on: 0, off: 1 })
  const own = (await viewer.call(calls.mine)).types.find((x) => x.key === 'TASK_ASSIGNED')
  expect(own).toEqual({
    key: 'TASK_ASSIGNED',
    title: '有任务指派给您',
    isOn: false,
    isAlways: false,
    isForced: false,
    isMailed: false,
  })
  expect((await viewer.call(preferenceCalls.querySubscribeList)).messages).toEqual([])
  // The specification's call says the same.
  await viewer.call(preferenceCalls.subscribe, { type: 'MESSAGE', key: 'TASK_ASSIGNED', channels: ['IN_APP'] })
  await assign()
  expect(await unread(viewer)).toEqual(['TASK_ASSIGNED'])
})

test('what concerns the own account cannot be turned off', async () => {
  expect((await viewer.envelope(calls.turn, { key: 'TOKEN_REUSE', isOn: false })).code).toBe(42873)
  expect((await admin.envelope(calls.force, { key: 'TOKEN_REUSE', roleIds: [] })).code).toBe(42873)
})

test('people of a role that must hear of it do, whatever they have turned off', async () => {
  const roleId = await roleOf('viewer')
  await viewer.call(calls.turn, { key: 'STOCK_CHECK', isOn: false })
  const hits = () => server.inside('DC01', (ctx) => tellStockHits(ctx, 2))
  await hits()
  expect(await unread(viewer)).toEqual([])
  expect(await admin.call(calls.force, { key: 'STOCK_CHECK', roleIds: [roleId] })).toEqual({ added: 1, removed: 0 })
  await hits()
  expect(await unread(viewer)).toEqual(['STOCK_CHECK'])
  expect((await typeOf('STOCK_CHECK'))?.roles).toMatchObject([{ id: roleId, name: 'viewer' }])
  const forced = await admin.call(calls.subscribers, { key: 'STOCK_CHECK', which: 'FORCED' })
  expect(forced.records).toMatchObject([{ username: 'viewer', choice: 'OFF', isForced: true, hears: true }])
  expect(await admin.call(calls.force, { key: 'STOCK_CHECK', roleIds: [] })).toEqual({ added: 0, removed: 1 })
  await viewer.call(messageCalls.read, { all: true })
  await hits()
  expect(await unread(viewer)).toEqual([])
})

test('in quiet hours nothing comes to the screen before they are over; the safety of the account does not wait', async () => {
  await viewer.call(calls.setQuiet, { quiet: { from: '12:00', to: '13:00' } })
  expect((await viewer.call(calls.mine)).quiet).toEqual({ from: '12:00', to: '13:00' })
  const queued = async () =>
    (
      await server.inside('G', (ctx) =>
        ctx.tx.query<{ kind: string; queuedAt: Date }>(
          sql`select kind, queued_at from sys_ws_record where tenant_id = ${ctx.tenantId} and receiver_id = ${viewer.userId} order by id desc limit 1`,
        ),
      )
    )[0]?.queuedAt.toISOString()
  const waiting = async () =>
    server.inside('G', (ctx) =>
      ctx.tx.query<{ notBefore: Date }>(
        sql`select not_before from sys_outbox where tenant_id = ${ctx.tenantId} and topic = 'message.quietOver'`,
      ),
    )
  await assign()
  expect(await unread(viewer)).toEqual(['TASK_ASSIGNED'])
  expect(await queued()).toBe('2026-11-25T05:00:00.000Z')
  await server.relay.drain()
  expect(await waiting()).toMatchObject([{ notBefore: new Date('2026-11-25T05:00:00Z') }])
  await server.inside('G', (ctx) => sendMessage(ctx, [viewer.userId], 'TOKEN_REUSE', { args: { ip: '1.2.3.4' } }))
  expect(await queued()).toBe(new Date(at).toISOString())
  at = Date.parse('2026-11-25T05:00:01Z')
  await server.relay.drain()
  expect(await waiting()).toEqual([])
  viewer = await server.as('viewer')
  expect((await viewer.envelope(calls.setQuiet, { quiet: { from: '12:00', to: '12:00' } })).code).toBe(42874)
  await viewer.call(calls.setQuiet, { quiet: null })
  expect((await viewer.call(calls.mine)).quiet).toBeNull()
})

test('a test goes to whom it is sent, within reach, and stands in the log', async () => {
  await admin.call(calls.testSend, { key: 'APPROVAL', userId: viewer.userId })
  expect(await unread(viewer)).toEqual(['TEST'])
  const here = await server.as('admin', 'DC02')
  expect((await here.envelope(calls.testSend, { key: 'APPROVAL', userId: viewer.userId })).code).toBe(40400)
  expect((await here.envelope(calls.force, { key: 'APPROVAL', roleIds: [await roleOf('viewer')] })).code).toBe(40312)
  expect((await here.call(calls.subscribers, { key: 'APPROVAL' })).total).toBe(0)
  const foreign = await server.as('admin', 'G', 'two')
  expect((await foreign.envelope(calls.testSend, { key: 'APPROVAL', userId: viewer.userId })).code).toBe(40400)
})
