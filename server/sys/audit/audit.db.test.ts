import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { auditLog, auditCalls as calls, loginLog } from '@lading/contract/sys/auditLog.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAll } from '../../../tools/auditVerify.ts'
import { createJobs } from '../../platform/job/jobs.ts'
import { testSecret } from '../../testing/database.ts'
import { type Client, openTestServer, type Refused, type TestServer } from '../../testing/server.ts'
import { sealedUpTo } from './chain.ts'
import { auditJobs, sealNext } from './jobs.ts'

let server: TestServer
let at = Date.UTC(2026, 10, 20, 0, 0)
let admin: Client
const minute = 60_000
const dayMs = 86_400_000
const hour = 60 * minute
const audit = crudCalls(auditLog)
const logins = crudCalls(loginLog)
const owners = crudCalls(owner)
interface Entry {
  id: string
  subjectNo: string
  subjectTitle: string
  actionTitle: string
  username: string
  traceId: string
  entry: { changes: { field: string; before: unknown; after: unknown }[] } | null
  rest: { name: string; before: string; after: string }[]
}
const find = async (filter: object, who = admin) =>
  (await who.call<{ records: Entry[]; total: number }>(audit.query, { filter })).records
const change = (text: string) => server.db.owner.query(text)
const jobs = () => createJobs(server.kernel, auditJobs, async () => [server.one.tenantId])
const verified = () => admin.call(calls.verifyChain, {})
let made: { id: string }

beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at), tenants: 'made' })
  admin = await server.as('admin')
  made = await admin.call(owners.create, { code: 'AUD1', name: 'Before' })
  await admin.call(owners.update, { id: made.id, version: 0, name: 'After' })
})
afterAll(() => server.close())

test('T68 what was done is found by document, by person and by trace id, with what it changed', async () => {
  const [update, create] = await find({ subjectNo: 'AUD1' })
  expect([create?.actionTitle, update?.actionTitle]).toEqual(['新增', '编辑'])
  expect(update).toMatchObject({ subjectTitle: '货主', username: 'admin', subjectNo: 'AUD1' })
  expect((await find({ traceId: update?.traceId })).map(({ id }) => id)).toEqual([update?.id])
  expect((await find({ username: 'admin', subject: 'wms.owner' })).length).toBe(2)
  expect((await find({ subject: 'wms.owner', subjectId: [made.id] })).length).toBe(2)
  const detail = await admin.call<Entry>(audit.getById, { id: update?.id })
  expect(detail.entry?.changes).toMatchObject([
    { field: 'name', before: 'Before', after: 'After' },
    { field: 'initials', before: 'before', after: 'after' },
  ])
  expect(detail.rest).toEqual([])
})

test('what no field has a word for is told as it was written, and secrets are not', async () => {
  await admin.call(optionCalls.update, { key: 'map.api_key', value: 'of-the-map', version: 0 })
  const [entry] = await find({ subjectNo: 'map.api_key' })
  const detail = await admin.call<Entry>(audit.getById, { id: entry?.id })
  expect(JSON.stringify(detail)).toContain('***')
  expect(JSON.stringify(detail)).not.toContain('of-the-map')
})

test('a centre sees its own, the enterprise all; a clerk of some owners none, another tenant nothing', async () => {
  const dc = await server.as('admin', 'DC01')
  expect(await find({ subjectNo: 'AUD1' }, dc)).toEqual([])
  const [entry] = await find({ subjectNo: 'AUD1' })
  expect((await dc.envelope(audit.getById, { id: entry?.id })).code).toBe(40400)
  const other = await server.as('admin', 'G', 'two')
  expect((await other.envelope(audit.getById, { id: entry?.id })).code).toBe(40400)
  const viewer = await server.as('viewer')
  await change(
    `insert into sys_user_owner (tenant_id, id, user_id, owner_id) values (${server.one.tenantId}, 77, ${viewer.userId}, ${made.id})`,
  )
  const again = await server.as('viewer')
  expect((await again.envelope(audit.query, {})).code).toBe(40305)
  expect((await again.envelope(calls.verifyChain, {})).code).toBe(40305)
  expect((await (await server.as('nobody')).envelope(audit.query, {})).code).toBe(40301)
})

test('log-ins are found by name and by what happened, also of names that nobody has', async () => {
  await expect(
    (async () => {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/fw/api/sys/user/login',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ tenant: 'one', username: 'stranger', password: 'x' }),
      })
      return answer.json().code
    })(),
  ).resolves.not.toBe(0)
  const read = async (filter: object, who = admin) =>
    (await who.call<{ records: { username: string; event: string }[] }>(logins.query, { filter })).records
  expect(await read({ username: 'stranger', event: ['LOGIN_FAIL'] })).toMatchObject([{ event: 'LOGIN_FAIL' }])
  expect((await read({ username: 'admin' })).length).toBeGreaterThan(0)
  const dc = await server.as('admin', 'DC01')
  expect(await read({ username: 'stranger' }, dc)).toEqual([])
})

test('T68 the chain holds while nobody touches it, and names the first row that somebody changed, removed or slipped in', async () => {
  await jobs().tick()
  at += 70 * minute
  await jobs().tick()
  admin = await server.as('admin')
  const sealed = await verified()
  expect(sealed).toMatchObject({ ok: true, firstBadId: null, unsealed: 0 })
  expect(sealed.rows).toBeGreaterThan(2)
  const { rows: all } = await change(
    `select id from sys_audit_log where tenant_id = ${server.one.tenantId} order by id`,
  )
  const [first, second] = all.map(({ id }) => String(id))
  await change(`update sys_audit_log set username = 'nobody' where id = ${second}`)
  expect(await verified()).toMatchObject({ ok: false, firstBadId: second })
  expect((await verifyAll(server.db, testSecret)).map(({ ok }) => ok)).toEqual([false, true])
  await change(`update sys_audit_log set username = 'admin' where id = ${second}`)
  expect(await verified()).toMatchObject({ ok: true })
  await change(`create table kept as select * from sys_audit_log where id = ${first}`)
  await change(`delete from sys_audit_log where id = ${first}`)
  expect((await verified()).ok).toBe(false)
  await change(`insert into sys_audit_log select * from kept`)
  expect((await verified()).ok).toBe(true)
  await change(`update kept set id = ${BigInt(first ?? '0') + 1n}`)
  await change(`insert into sys_audit_log select * from kept`)
  expect((await verified()).ok).toBe(false)
  await change(`delete from sys_audit_log where id = ${BigInt(first ?? '0') + 1n}; drop table kept`)
  await change(`update sys_audit_seal set digest = repeat('0', 64) where number = 1`)
  expect((await verified()).ok).toBe(false)
  expect((await verifyAll(server.db, testSecret)).map(({ said }) => said.startsWith('one: NOT'))).toEqual([true, false])
})

test('T64 a clock that was ahead, and is set right, makes no row look as if it had been slipped in', async () => {
  await change(`delete from sys_audit_seal`)
  /** So much later, or earlier; who works on logs in again. */
  const pass = async (ms: number): Promise<void> => {
    at += ms
    await jobs().tick()
    admin = await server.as('admin')
  }
  await pass(36 * hour)
  await admin.call(owners.create, { code: 'AUD2', name: 'Ahead' })
  await pass(-36 * hour)
  await admin.call(owners.create, { code: 'AUD3', name: 'Set right' })
  await pass(70 * minute)
  // By hand: its own time has moved on to tomorrow, too.
  await server.inside('G', sealNext)
  // What is of tomorrow has not settled, and so what stands behind it has not.
  const early = await verified()
  expect(early.ok).toBe(true)
  expect(early.unsealed).toBeGreaterThan(1)
  await pass(37 * hour)
  expect(await verified()).toMatchObject({ ok: true, unsealed: 0 })
})

test('T64 the last seal of all tenants is found by whoever owns the tables, also where their walls hold for him', async () => {
  const { rows } = await change('select max(last_id)::text as id from sys_audit_seal')
  expect(rows[0].id).toMatch(/^\d+$/)
  expect(await sealedUpTo({ ...server.db, owner: server.db.pool })).toBe(rows[0].id)
})

test('T68 the application may neither change nor remove what it wrote, the seals included', async () => {
  for (const table of ['sys_audit_log', 'sys_audit_seal', 'sys_login_log'])
    for (const text of [`delete from ${table}`, `update ${table} set id = id`])
      await expect(server.inside('G', (ctx) => ctx.tx.query(sql`${raw(text)}`))).rejects.toThrow()
})

test('what is older than the option says goes, and the chain says so and holds', async () => {
  await change(`delete from sys_audit_seal`)
  at += 70 * minute
  await jobs().tick()
  at += 30 * dayMs
  admin = await server.as('admin')
  const { version } = await admin.call(owners.update, { id: made.id, version: 1, name: 'Later' }).then(
    (row) => row as { version: number },
    (error: Refused) => Promise.reject(error),
  )
  expect(version).toBe(2)
  await admin.call(optionCalls.update, { key: 'audit_retention_days', value: '20', version: 0 })
  for (let i = 0; i < 3; i++) {
    at += dayMs
    await jobs().tick()
  }
  admin = await server.as('admin')
  const left = await find({ subjectNo: 'AUD1' })
  expect(left.map(({ actionTitle }) => actionTitle)).toEqual(['编辑'])
  expect(await verified()).toMatchObject({ ok: true })
  const { rows } = await change(
    `select kind from sys_audit_seal where tenant_id = ${server.one.tenantId} order by number`,
  )
  expect(rows.map(({ kind }) => kind)).toContain('CUT')
  const { rows: old } = await change(
    `select count(*)::int as n from sys_login_log where tenant_id = ${server.one.tenantId} and created_at < '2026-11-25'`,
  )
  expect(old).toEqual([{ n: 0 }])
})

test('a refused attempt is written down once in a minute, names the call, and is sealed with the rest', async () => {
  const viewer = await server.as('viewer')
  const tries = async () => {
    for (let i = 0; i < 3; i++)
      expect(await viewer.envelope(owners.update, { id: made.id, version: 1, name: 'Mine' })).toMatchObject({
        code: 40301,
      })
  }
  await tries()
  const refused = () => find({ result: ['REFUSED'], username: 'viewer' })
  const [entry, ...more] = await refused()
  expect(more).toEqual([])
  expect(entry).toMatchObject({
    subject: 'wms.owner',
    subjectTitle: '货主',
    action: 'update',
    actionTitle: '编辑',
    result: 'REFUSED',
    refusal: 40301,
    path: `${owners.update?.path}?id=${made.id}`,
    ip: '127.0.0.1',
  })
  expect(JSON.stringify(entry)).toContain('没有权限')
  at += minute
  await tries()
  expect((await refused()).length).toBe(2)
  // Of the owner's own log it is no part, and who asks for what was done does not find it.
  expect(JSON.stringify(await admin.call(owners.log, { id: made.id }))).not.toContain('viewer')
  expect((await find({ result: ['OK'], username: 'viewer' })).length).toBe(0)
  expect((await find({ action: 'update', result: ['REFUSED'] })).length).toBe(2)
  expect((await find({ action: 'updat', result: ['REFUSED'] })).length).toBe(0)
  // Sealed with the rest: nobody makes it look as if it had been allowed, on that day or ever.
  at += 70 * minute
  await jobs().tick()
  admin = await server.as('admin')
  expect(await verified()).toMatchObject({ ok: true })
  await change(`update sys_audit_log set result = 'OK' where id = ${entry?.id}`)
  const day = new Date(at + 8 * 3_600_000).toISOString().slice(0, 10)
  for (const input of [{}, { day }])
    expect(await admin.call(calls.verifyChain, input)).toMatchObject({ ok: false, firstBadId: entry?.id })
  await change(`update sys_audit_log set result = 'REFUSED' where id = ${entry?.id}`)
  expect(await admin.call(calls.verifyChain, { day })).toMatchObject({ ok: true })
  expect(await admin.call(calls.verifyChain, { day: '2026-01-01' })).toMatchObject({ ok: true, rows: 0 })
})

test('whoever tries all calls fills no table', async () => {
  at += minute
  const nobody = await server.as('nobody')
  const asked = server.served.filter(({ call }) => call.method === 'GET' && call.permission.includes(':')).slice(0, 60)
  expect(asked.length).toBeGreaterThan(40)
  for (const { call } of asked) await nobody.envelope(call, {})
  expect((await find({ result: ['REFUSED'], username: 'nobody' })).length).toBeLessThanOrEqual(30)
})
