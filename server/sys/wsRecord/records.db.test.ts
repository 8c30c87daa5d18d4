import type { AddressInfo } from 'node:net'
import type { Page } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { messageCalls } from '@lading/contract/sys/message.ts'
import { type WsMessage, type WsNews, wsPath, wsTicket } from '@lading/contract/sys/session.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { wsCalls as calls, type WsState, wsRecord } from '@lading/contract/sys/wsRecord.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { jobHandlers } from '../../areas.ts'
import type { Turns } from '../../kernel/turns.ts'
import { createConfirmations } from '../../platform/push/confirmations.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { sendMessage } from '../message/messages.ts'

let server: TestServer
let admin: Client
let url = ''
const open: WebSocket[] = []
beforeAll(async () => {
  server = await openTestServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  url = `ws://127.0.0.1:${(server.app.server.address() as AddressInfo).port}${wsPath}`
  admin = await server.as('admin')
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})
afterAll(() => server.close())

interface Ear {
  readonly messages: WsMessage[]
  ack(...ids: string[]): void
}
/** A client that hears messages and confirms only what it is told to. */
async function listen(client: Client): Promise<Ear> {
  const { ticket } = await client.call(wsTicket)
  const socket = new WebSocket(`${url}?tenant=one&ticket=${ticket}`)
  open.push(socket)
  const messages: WsMessage[] = []
  let isThere = false
  socket.on('message', (data) => {
    const word = JSON.parse(String(data)) as WsNews | WsMessage
    if (word.type === 'message') messages.push(word)
    else isThere = true
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ topics: [] }))
  await expect.poll(() => isThere).toBe(true)
  return { messages, ack: (...ack) => socket.send(JSON.stringify({ ack })) }
}
const userId = (name: string): string => server.one.users.get(name) ?? ''
const send = (name: string, args: Record<string, string> = { by: '王小明', task: 'T1' }): Promise<void> =>
  server.inside('G', (ctx) => sendMessage(ctx, [userId(name)], 'TASK_ASSIGNED', { args }))
const all = async (by = admin, filter: object = {}) =>
  (
    await by.call<Page<{ id: string; status: WsState; tries: number; error: string | null; receiverId: string }>>(
      crudCalls(wsRecord).query,
      { filter, pageSize: 0 },
    )
  ).records
const newest = async () => (await all())[0]
const state = async () => (await newest())?.status
const age = (hours: number): Promise<number> =>
  server.inside('G', (ctx) =>
    ctx.tx.run(
      sql`update sys_ws_record set queued_at = queued_at - make_interval(hours => ${hours}::int) where tenant_id = ${ctx.tenantId}`,
    ),
  )

test('what was sent to a person is confirmed by his screen, and stands there so', async () => {
  const ear = await listen(await server.as('viewer', 'DC01'))
  await send('viewer')
  await expect.poll(() => ear.messages.length).toBe(1)
  const [word] = ear.messages
  expect(word).toMatchObject({ type: 'message', topic: 'sys.message', kind: 'TASK_ASSIGNED' })
  await expect.poll(state).toBe('SENT')
  const other = await listen(await server.as('clerk', 'DC01'))
  other.ack(word?.id ?? '')
  ear.ack(word?.id ?? '')
  await expect.poll(state).toBe('ACKED')
  expect(await newest()).toMatchObject({ tries: 1, receiverId: userId('viewer'), error: null })
})

test('what nobody was there to hear comes with the next screen, and what was not confirmed comes again', async () => {
  await send('viewer')
  expect(await state()).toBe('PENDING')
  const viewer = await server.as('viewer', 'DC01')
  for (let tries = 1; tries <= 5; tries++) {
    const ear = await listen(viewer)
    await expect.poll(() => ear.messages.length).toBe(1)
    await expect.poll(async () => (await newest())?.tries).toBe(tries)
  }
  const late = await listen(viewer)
  await expect.poll(newest).toMatchObject({ status: 'FAILED', error: 'not confirmed' })
  expect(late.messages).toEqual([])
  const failed = await newest()
  expect(await admin.call(calls.resend, { ids: [failed?.id] })).toEqual({ count: 1 })
  await expect.poll(() => late.messages.map((m) => m.id)).toEqual([failed?.id])
  late.ack(failed?.id ?? '')
  await expect.poll(state).toBe('ACKED')
  expect((await admin.envelope(calls.resend, { ids: [failed?.id] })).code).toBe(42889)
})

test('what nobody took in a day expires, may be sent again, and goes after its days', async () => {
  const upkeep = async () => {
    const handler = jobHandlers.wsRecordCleaning
    if (!handler || !('steps' in handler)) throw new Error('no such job')
    const perform = (work: Parameters<TestServer['inside']>[1]) => server.inside('G', work)
    return handler.steps({ perform, tell: () => undefined, params: {} } as never)
  }
  await send('nobody')
  await age(25)
  expect(await upkeep()).toBe('1 expired, 0 removed')
  expect(await state()).toBe('EXPIRED')
  const ear = await listen(await server.as('nobody'))
  expect(ear.messages).toEqual([])
  const { id = '' } = (await newest()) ?? {}
  await admin.call(calls.resend, { ids: [id] })
  await expect.poll(() => ear.messages.map((m) => m.id)).toEqual([id])
  ear.ack(id)
  await expect.poll(state).toBe('ACKED')
  await server.inside('G', (ctx) =>
    ctx.tx.run(
      sql`update sys_ws_record set created_at = created_at - interval '16 days' where tenant_id = ${ctx.tenantId} and id = ${id}`,
    ),
  )
  const before = (await all()).length
  await upkeep()
  expect((await all()).map((r) => r.id)).not.toContain(id)
  expect(await all()).toHaveLength(before - 1)
})

test('a payload is shown masked, to whoever reaches its receiver, and to nobody else', async () => {
  await send('clerk', { by: '王小明', ip: '10.1.2.3', task: 'T9' })
  const { id = '' } = (await all(admin, { receiverId: [userId('clerk')] }))[0] ?? {}
  const { payload } = await admin.call(calls.payload, { id })
  expect(JSON.parse(payload)).toEqual({
    kind: 'TASK_ASSIGNED',
    args: { by: '王**', ip: '10.1.*.*', task: 'T9' },
    link: null,
  })
  expect(JSON.stringify(await admin.call(crudCalls(wsRecord).getById, { id }))).not.toContain('王小明')
  const elsewhere = await server.as('admin', 'DC02')
  expect((await elsewhere.envelope(calls.payload, { id })).code).toBe(40400)
  expect((await elsewhere.envelope(calls.resend, { ids: [id] })).code).toBe(40400)
  expect(await all(elsewhere)).toEqual([])
  const foreign = await server.as('admin', 'G', 'two')
  expect((await foreign.envelope(calls.payload, { id })).code).toBe(40400)
})

test('the rate is counted by the hour, of the own tenant only', async () => {
  const ear = await listen(await server.as('viewer', 'DC01'))
  await send('viewer')
  await expect.poll(() => ear.messages.length).toBe(1)
  await server.push.close()
  const [mine, theirs] = [await admin.call(calls.rate), await (await server.as('admin', 'G', 'two')).call(calls.rate)]
  expect(mine).toHaveLength(24)
  expect(mine.reduce((n, h) => n + h.messages, 0)).toBeGreaterThanOrEqual(7)
  expect(theirs.reduce((n, h) => n + h.messages + h.changed, 0)).toBe(0)
})

test('resetting a password is told, and stands among the messages whatever becomes of the socket', async () => {
  const clerk = await server.as('clerk', 'DC01')
  const user = await admin.call<{ version: number }>(userCalls.getById, { id: userId('viewer') })
  await admin.call(userCalls.resetPassword, { id: userId('viewer'), version: user.version })
  expect((await all(admin, { receiverId: [userId('viewer')] }))[0]).toMatchObject({ status: 'PENDING' })
  expect((await clerk.call(messageCalls.query, {})).records.length).toBeGreaterThan(0)
})

test('what many confirm at one moment is written together, and again when the database was too busy', async () => {
  const before = (await all()).length
  for (const name of ['viewer', 'nobody', 'clerk']) await send(name)
  const rows = (await all()).slice(0, 3)
  expect((await all()).length).toBe(before + 3)
  let asked = 0
  const busyOnce: Turns = {
    take: async (tenantId) => {
      asked += 1
      if (asked === 1) throw new Error('too busy')
      return server.db.turns.write.take(tenantId)
    },
  }
  const { take, close } = createConfirmations({
    ...server.kernel,
    db: { ...server.db, turns: { ...server.db.turns, write: busyOnce } },
  })
  for (const { id, receiverId } of rows) take({ tenantId: server.one.tenantId, userId: receiverId }, [id])
  const states = async () => (await all()).slice(0, 3).map(({ status }) => status)
  await expect.poll(() => asked, { timeout: 5_000 }).toBe(2)
  await close()
  expect(await states()).toEqual(['ACKED', 'ACKED', 'ACKED'])
  await close()
  expect(asked).toBe(2)
})
