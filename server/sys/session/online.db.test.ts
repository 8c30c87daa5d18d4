import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { session } from '@lading/contract/sys/tables.ts'
import { userAccessCalls as calls } from '@lading/contract/sys/userAccess.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client
const { query, export: exportCall } = crudCalls(session)
interface Shown {
  id: string
  userId: string
  isCurrent: boolean
  publicKey: unknown
  refs: Record<string, { code: string }>
}
const list = async (who: Client, filter = {}) => (await who.call<{ records: Shown[] }>(query, { filter })).records

beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

test('who is logged in is shown to who administers them, without the key of any session', async () => {
  const clerk = await server.as('clerk', 'DC01')
  const seen = await list(admin)
  expect(seen.map((s) => s.refs.userId?.code).sort()).toEqual(['admin', 'clerk'])
  expect(seen.filter((s) => s.isCurrent)).toHaveLength(1)
  expect(seen.every((s) => s.publicKey === null)).toBe(true)
  expect((await list(admin, { userId: [clerk.userId] })).length).toBe(1)
  const dc = await server.as('admin', 'DC01')
  expect((await list(dc)).map((s) => s.refs.userId?.code)).toEqual(['clerk'])
  expect((await admin.envelope(query, { filter: { publicKey: 'x' } })).code).toBe(40000)
  const { data } = await admin.bytes(exportCall, { filter: {}, format: 'csv' })
  expect(data.toString()).toContain('clerk')
  expect((await (await server.as('nobody')).envelope(query, {})).code).toBe(40301)
})

test('a session that is ended is refused at its next call; one’s own, a stronger user’s and another tenant’s are not ended', async () => {
  const clerk = await server.as('clerk', 'DC01')
  const [own] = (await list(admin)).filter((s) => s.isCurrent)
  const theirs = (await list(admin, { userId: [clerk.userId] })).map((s) => s.id)
  expect(await admin.envelope(calls.revoke, { ids: [own?.id] })).toMatchObject({
    code: 40911,
    message: '当前登录请使用注销退出',
  })
  const viewer = await server.as('viewer')
  expect((await viewer.envelope(calls.revoke, { ids: theirs })).code).toBe(40301)
  const other = await server.as('admin', 'G', 'two')
  expect((await other.envelope(calls.revoke, { ids: theirs })).code).toBe(40400)
  const dc2 = await server.as('admin', 'DC02')
  expect((await dc2.envelope(calls.revoke, { ids: theirs })).code).toBe(40312)
  expect(await admin.call(calls.revoke, { ids: theirs, reason: 'shift is over' })).toEqual({ count: theirs.length })
  expect((await clerk.envelope(query, {})).code).toBe(40101)
  expect(await list(admin, { userId: [clerk.userId] })).toEqual([])
  const { rows } = await server.db.owner.query(
    `select after->>'reason' as reason from sys_audit_log where action = 'endSessions' and subject_no = 'clerk'`,
  )
  expect(rows).toEqual([{ reason: 'shift is over' }])
})
