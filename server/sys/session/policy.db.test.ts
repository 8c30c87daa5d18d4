import type { OptionKey } from '@lading/contract/sys/optionDefs.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import * as calls from '@lading/contract/sys/session.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { forgetOptions } from '../../platform/option.ts'
import { type LoggedIn, logInAt, type Reach } from '../../testing/client.ts'
import { type Client, openTestServer, password, Refused, type TestServer } from '../../testing/server.ts'

let at = Date.UTC(2026, 10, 20, 8)
let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
  admin = await server.as('admin')
})
afterAll(() => server.close())
afterEach(async () => {
  await server.db.owner.query(
    `delete from sys_option where key like 'security_s%' or key like 'security_i%' or key like '%history'`,
  )
  forgetOptions()
})

const set = async (key: OptionKey, value: string): Promise<void> => {
  await admin.call(optionCalls.update, { key, value, version: 0 })
  forgetOptions()
}
/** Somebody at a computer of that address. */
const reach = (remoteAddress: string): Reach => ({
  now: server.kernel.now,
  send: (request) => server.app.inject({ ...request, remoteAddress }),
})
const enter = (username: string, o: { ip?: string; source?: string; password?: string } = {}): Promise<LoggedIn> =>
  logInAt(reach(o.ip ?? '127.0.0.1'), {
    tenant: 'one',
    username,
    password: o.password ?? password,
    ...(o.source !== undefined && { source: o.source }),
  })
const codeOf = (asked: Promise<unknown>): Promise<number> =>
  asked.then(
    () => 0,
    (error) => (error instanceof Refused ? error.code : Promise.reject(error)),
  )
const isIn = async (who: Client): Promise<boolean> => (await who.envelope(calls.getLoginUser)).code === 0

test('tokens and sessions live as long as the tenant says, handhelds for weeks', async () => {
  await set('security_session_access_seconds', '60')
  await set('security_session_hours', '2')
  const who = await enter('viewer')
  expect(who.login.expiresIn).toBe(60)
  const handheld = await enter('clerk', { source: 'PDA' })
  at += 61_000
  expect((await who.envelope(calls.getLoginUser)).code).toBe(40101)
  const { rows } = await server.db.owner.query<{ source: string; hours: number }>(
    `select source, round(extract(epoch from expires_at - created_at) / 3600)::int as hours from sys_session
     where id in (select max(id) from sys_session group by source) order by source`,
  )
  expect(rows).toEqual([
    { source: 'PDA', hours: 720 },
    { source: 'WEB', hours: 2 },
  ])
  expect(handheld.login.expiresIn).toBe(60)
})

test('a session that is not used ends after the seconds that the tenant says', async () => {
  await set('security_session_refresh_seconds', '300')
  const who = await enter('viewer')
  const renew = (client: LoggedIn) => client.envelope(calls.refreshToken, { refreshToken: client.login.refreshToken })
  at += 301_000
  expect((await renew(who)).code).toBe(40102)
})

test('one log-in for each kind of device, where the tenant says so', async () => {
  const before = await enter('viewer')
  expect(await isIn(before)).toBe(true)
  await set('security_single_session', 'true')
  const handheld = await enter('viewer', { source: 'PDA' })
  expect([await isIn(before), await isIn(handheld)]).toEqual([true, true])
  const other = await enter('clerk')
  const later = await enter('viewer')
  expect([await isIn(before), await isIn(handheld), await isIn(later)]).toEqual([false, true, true])
  // Nobody else's.
  expect(await isIn(other)).toBe(true)
})

test('who comes from elsewhere is kept out, and nobody keeps himself out', async () => {
  const away = await enter('viewer', { ip: '10.9.0.7' })
  expect(await codeOf(set('security_ip_allow', '10.1.0.0/16'))).toBe(42839)
  expect(await codeOf(set('security_ip_allow', '127.0.0.1, 10.1.0/16'))).toBe(42888)
  await set('security_ip_allow', '127.0.0.0/8, 10.1.0.0/16')
  expect(await codeOf(enter('viewer', { ip: '10.1.3.4' }))).toBe(0)
  expect(await codeOf(enter('viewer', { ip: '10.9.0.7' }))).toBe(40114)
  // Whoever does not know the password is not told that it would be right elsewhere.
  expect(await codeOf(enter('viewer', { ip: '10.9.0.7', password: 'wrong' }))).toBe(40104)
  // Who is in already does not come back.
  const renewed = await away.envelope(calls.refreshToken, { refreshToken: away.login.refreshToken })
  expect(renewed.code).toBe(40102)
})

test('so many of the last passwords as the tenant says do not come again, whoever set them', async () => {
  await set('security_password_history', '2')
  const change = async (from: string, to: string) => {
    at += 61_000
    const who = await enter('nobody', { password: from })
    return codeOf(who.call(calls.modifyPassword, { oldPassword: from, newPassword: to }))
  }
  const [a, b, c] = ['Kite5moonA', 'Kite5moonB', 'Kite5moonC']
  expect(await change(password, a)).toBe(0)
  expect(await change(a, b)).toBe(0)
  expect(await change(b, a)).toBe(42575)
  expect(await change(b, c)).toBe(0)
  // The last two are `c` and `b`: the first one is free again.
  expect(await change(c, b)).toBe(42575)
  expect(await change(c, a)).toBe(0)
  // One that an administrator gives counts as well.
  const { records } = await admin.call(userCalls.query, { filter: { username: 'nobody' } })
  const [row] = records as { id: string; version: number }[]
  const { initialPassword } = (await admin.call(userCalls.resetPassword, { id: row?.id, version: row?.version })) as {
    initialPassword: string
  }
  expect(await change(initialPassword, a)).toBe(42575)
  await mayAll()
  expect(await change(initialPassword, a)).toBe(0)
})
/** From now on any may come again. */
const mayAll = async (): Promise<void> => {
  await server.db.owner.query(`update sys_option set value = '0' where key = 'security_password_history'`)
  forgetOptions()
}
