import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { announcement, announcementCalls as calls } from '@lading/contract/sys/announcement.ts'
import { announcedCalls, messageCalls } from '@lading/contract/sys/message.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let at = Date.UTC(2026, 10, 20, 2, 0)
let admin: Client
const crud = crudCalls(announcement)
const orgId = (code: string) => server.one.orgs.get(code)?.id
const titles = async (who: Client) =>
  (await who.call(announcedCalls.mine, {})).map(({ title, isRead }) => `${title} ${isRead}`)
type Seen = { id: string; version: number }
const make = (more: object = {}) =>
  admin.call<Seen>(crud.create, { title: 'Count', body: 'Tonight we count.', orgId: orgId('DC01'), ...more })

beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
  admin = await server.as('admin')
})
afterAll(() => server.close())

test('a draft is shown to nobody, what is published to whom it is for, until it is read, over or withdrawn', async () => {
  const [dc01, dc02] = [await server.as('clerk', 'DC01'), await server.as('admin', 'DC02')]
  const made = await make({ validTo: new Date(at + 3_600_000).toISOString() })
  expect(await titles(dc01)).toEqual([])
  expect((await dc01.envelope(announcedCalls.read, { id: made.id })).code).toBe(40400)
  const out = await admin.call(calls.publish, made)
  expect(await admin.call(calls.publish, out)).toEqual(out)
  expect([await titles(dc01), await titles(dc02), await titles(admin)]).toEqual([['Count false'], [], []])
  const unread = async (who: Client) => (await who.call(messageCalls.unreadCount, {})).announcements
  expect([await unread(dc01), await unread(dc02)]).toEqual([1, 0])
  await dc01.call(announcedCalls.read, { id: made.id })
  await dc01.call(announcedCalls.read, { id: made.id })
  expect(await titles(dc01)).toEqual(['Count true'])
  expect(await unread(dc01)).toBe(0)
  expect((await dc02.envelope(announcedCalls.read, { id: made.id })).code).toBe(40400)
  at += 3_700_000
  expect(await titles(await server.as('clerk', 'DC01'))).toEqual([])
  at -= 3_700_000
  await admin.call(calls.withdraw, out)
  expect(await titles(dc01)).toEqual([])
})

test('who has read it is told beside who has not, and published anew it is new to everybody', async () => {
  const clerk = await server.as('clerk', 'DC01')
  const out = await admin.call(calls.publish, await make({ title: 'Gate' }))
  await clerk.call(announcedCalls.read, { id: out.id })
  const told = async (unread?: string) =>
    (await admin.call(calls.receipts, { id: out.id, ...(unread && { unread }) })).records.map(
      ({ username, readAt }) => `${username} ${readAt !== null}`,
    )
  expect(await told()).toEqual(['clerk true', 'admin false', 'nobody false', 'viewer false'])
  expect(await told('false')).toEqual(['clerk true'])
  const row = await admin.call<{ readCount: number; state: string }>(crud.getById, { id: out.id })
  expect(row).toMatchObject({ readCount: 1, state: 'PUBLISHED' })
  const back = await admin.call(calls.withdraw, out)
  expect(await admin.envelope(crud.remove, back)).toMatchObject({ code: 42872 })
  await admin.call(calls.publish, back)
  expect(await told()).toContain('clerk false')
})

test('what is published stays as it was read; each act has its right and its reach', async () => {
  const out = await admin.call(calls.publish, await make({ title: 'Dock' }))
  expect(await admin.envelope(crud.update, { ...out, title: 'Other' })).toMatchObject({
    code: 42870,
    message: '公告已发布，请先撤回再修改',
  })
  expect((await admin.envelope(crud.remove, out)).code).toBe(42870)
  expect((await admin.envelope(calls.withdraw, await make())).code).toBe(42871)
  const dc02 = await server.as('admin', 'DC02')
  for (const [call, input] of [
    [calls.withdraw, out],
    [calls.receipts, { id: out.id }],
  ] as const)
    expect((await dc02.envelope(call, input)).code).toBe(40312)
  expect((await dc02.envelope(crud.getById, { id: out.id })).code).toBe(40400)
  expect((await dc02.call<{ records: unknown[] }>(crud.query, {})).records).toEqual([])
  expect((await dc02.envelope(crud.create, { title: 'x', body: 'x', orgId: orgId('DC01') })).code).toBe(40312)
  const viewer = await server.as('viewer')
  expect((await viewer.envelope(calls.publish, out)).code).toBe(40301)
  const other = await server.as('admin', 'G', 'two')
  expect((await other.envelope(calls.withdraw, out)).code).toBe(40400)
})
