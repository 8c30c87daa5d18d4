import type { Envelope } from '@lading/contract/kernel/call.ts'
import { secondFactorCalls as calls } from '@lading/contract/sys/secondFactor.ts'
import { getLoginUser, type LoginResult, login } from '@lading/contract/sys/session.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appCode } from '../../../tools/authenticator.ts'
import { newSignKey } from '../../../tools/signing.ts'
import { type Client, openTestServer, password, type TestServer } from '../../testing/server.ts'

let at = Date.UTC(2026, 10, 22, 8)
let server: TestServer
let viewer: Client
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
})
afterAll(() => server.close())
beforeEach(async () => {
  at += 3_600_000
  await server.inside('G', async ({ tx, tenantId }) => {
    await tx.run(sql`delete from sys_login_throttle where tenant_id = ${tenantId}`)
    await tx.run(sql`delete from sys_recovery_code where tenant_id = ${tenantId}`)
    await tx.run(sql`delete from sys_second_factor where tenant_id = ${tenantId}`)
  })
  viewer = await server.as('viewer')
})

const { publicKey } = newSignKey()
const enter = async (secondFactor?: string, o: { username?: string; typed?: string; ip?: string } = {}) => {
  const { username = 'viewer', typed = password, ip = '127.0.0.1' } = o
  const answer = await server.app.inject({
    method: 'POST',
    url: login.path,
    remoteAddress: ip,
    headers: { 'content-type': 'application/json', 'x-sign-key': publicKey },
    payload: JSON.stringify({ tenant: 'one', username, password: typed, ...(secondFactor && { secondFactor }) }),
  })
  return answer.json() as Envelope<LoginResult | null>
}
const needed = { code: 40110, message: '请输入二次验证码', errors: [{ field: 'secondFactor' }] }
const refused = { code: 40111, message: '验证码不正确或已使用，请等待新的验证码' }
const waiting = { code: 42900 }

/** Turns the second factor of a user on. */
async function enrol(who: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await who.call(calls.begin, { password })
  const { recoveryCodes } = await who.call(calls.confirm, { code: appCode(secret, at) })
  // Its code has been taken.
  at += 30_000
  return { secret, recoveryCodes: recoveryCodes ?? [] }
}
const isIn = async (who: Client) => (await who.envelope(getLoginUser)).code === 0

test('a second factor is asked for only once a code of the app has confirmed it', async () => {
  const none = { isOn: false, since: null, codesLeft: 0, isOffered: true, isDemanded: false }
  expect(await viewer.call(calls.get)).toEqual(none)
  expect(await viewer.envelope(calls.begin, { password: 'wrong' })).toMatchObject({ code: 42882 })
  const begun = await viewer.call(calls.begin, { password })
  expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(begun.otpauthUrl).toContain(`Lading%3Aviewer%40one?secret=${begun.secret}`)
  // Who comes back goes on with what his app may have read already.
  expect(await viewer.call(calls.begin, { password })).toEqual(begun)
  expect(await enter()).toMatchObject({ code: 0 })
  expect(await viewer.envelope(calls.confirm, { code: '000000' })).toMatchObject({ code: 42881 })
  const code = appCode(begun.secret, at)
  const { recoveryCodes } = await viewer.call(calls.confirm, { code }, { key: 'once' })
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const one of recoveryCodes ?? []) expect(one).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
  // Told once, also to who asks again.
  expect(await viewer.call(calls.confirm, { code }, { key: 'once' })).toEqual({ recoveryCodes: null })
  expect(await viewer.call(calls.get)).toMatchObject({ isOn: true, codesLeft: 10 })
  expect(await viewer.envelope(calls.begin, { password })).toMatchObject({ code: 42883 })
  expect(await enter()).toMatchObject(needed)
  expect((await enter()).data).toBeNull()
})

test('the log-in takes a code of the app one step early or late, each once, and none older than one it took', async () => {
  const { secret } = await enrol(viewer)
  for (const ahead of [-2, 2]) expect(await enter(appCode(secret, at, ahead))).toMatchObject(refused)
  // Written as apps show it.
  expect(await enter(appCode(secret, at).replace(/^.../, '$& '))).toMatchObject({ code: 0 })
  expect(await enter(appCode(secret, at))).toMatchObject(refused)
  expect(await enter(appCode(secret, at, 1))).toMatchObject({ code: 0 })
  expect(await enter(appCode(secret, at))).toMatchObject(refused)
  at += 60_000
  expect(await enter(appCode(secret, at))).toMatchObject({ code: 0 })
})

test('two log-ins with the same code at the same moment are one', async () => {
  const { secret } = await enrol(viewer)
  const both = await Promise.all([enter(appCode(secret, at)), enter(appCode(secret, at))])
  expect(both.map((e) => e.code).sort()).toEqual([0, 40111])
})

test('a recovery code lets in once, however it is typed, and no other user', async () => {
  const { recoveryCodes } = await enrol(viewer)
  const [one = '', two = ''] = recoveryCodes
  const other = await server.as('clerk', 'DC01')
  await enrol(other)
  expect(await enter(one, { username: 'clerk' })).toMatchObject(refused)
  expect(await enter(one)).toMatchObject({ code: 0 })
  expect(await enter(one)).toMatchObject(refused)
  expect(await enter(` ${two.toLowerCase().replace('-', ' ')} `)).toMatchObject({ code: 0 })
  expect(await viewer.call(calls.get)).toMatchObject({ codesLeft: 8 })
  const stored = await server.inside('G', ({ tx, tenantId }) =>
    tx.query<object>(sql`select c.*, f.app_secret from sys_recovery_code c
      join sys_second_factor f on f.tenant_id = c.tenant_id and f.user_id = c.user_id where c.tenant_id = ${tenantId}`),
  )
  const text = JSON.stringify(stored)
  for (const code of recoveryCodes) expect(text).not.toContain(code)
})

test('wrong codes wait like wrong passwords, the right one too, and the password alone clears nothing', async () => {
  const { secret } = await enrol(viewer)
  const good = () => appCode(secret, at)
  const ip = '10.7.7.7'
  for (let i = 0; i < 3; i++) {
    expect(await enter('111111', { ip })).toMatchObject(refused)
    // The password is right each time.
    if (i < 2) expect(await enter(undefined, { ip })).toMatchObject(needed)
  }
  for (const seconds of [1, 2, 4]) {
    expect(await enter(good(), { ip })).toMatchObject(waiting)
    at += seconds * 1000 + 1
    expect(await enter('111111', { ip })).toMatchObject(refused)
  }
  at += 8_001
  expect(await enter(good(), { ip })).toMatchObject({ code: 0 })
  const events = await server.inside('G', ({ tx, tenantId }) =>
    tx.query<{ event: string }>(sql`
      select event from sys_login_log where tenant_id = ${tenantId} and username = 'viewer' and ip = ${ip} order by id`),
  )
  expect(events.map((e) => e.event)).toEqual([...Array(6).fill('CODE_FAIL'), 'LOGIN_OK'])
})

test('many wrong codes at the same moment are counted one by one', async () => {
  await enrol(viewer)
  const codes = await Promise.all(Array.from({ length: 20 }, () => enter('222222', { ip: '10.8.8.8' })))
  expect(codes.filter((e) => e.code === 40111).length).toBe(3)
  expect(codes.filter((e) => e.code === 42900).length).toBe(17)
})

test('it goes off with password and code only; new recovery codes end the old ones', async () => {
  const { secret, recoveryCodes } = await enrol(viewer)
  const [old = ''] = recoveryCodes
  const code = () => appCode(secret, at)
  for (const call of [calls.turnOff, calls.renewCodes]) {
    expect(await viewer.envelope(call, { password: 'wrong', code: code() })).toMatchObject({ code: 42882 })
    expect(await viewer.envelope(call, { password, code: '333333' })).toMatchObject({ code: 42881 })
    at += 61_000
    await server.inside('G', ({ tx, tenantId }) =>
      tx.run(sql`delete from sys_login_throttle where tenant_id = ${tenantId}`),
    )
  }
  const renewed = await viewer.call(calls.renewCodes, { password, code: code() })
  expect(renewed.recoveryCodes).toHaveLength(10)
  expect(await enter(old)).toMatchObject(refused)
  at += 61_000
  const last = { password, code: renewed.recoveryCodes?.[0] ?? '' }
  expect(await viewer.call(calls.turnOff, last, { key: 'off' })).toBeNull()
  expect(await viewer.call(calls.turnOff, last, { key: 'off' })).toBeNull()
  expect(await viewer.envelope(calls.turnOff, last)).toMatchObject({ code: 42884 })
  expect(await enter()).toMatchObject({ code: 0 })
})

test('wrong codes with the right password wait like those of a log-in before it goes off or its codes are made anew', async () => {
  const { secret } = await enrol(viewer)
  const good = () => appCode(secret, at)
  for (const call of [calls.renewCodes, calls.turnOff]) {
    for (let i = 0; i < 3; i++) {
      // Whoever knows the password alone clears nothing by it.
      expect(await viewer.call(userCalls.checkPassword, { password })).toEqual({ ok: true })
      at += 61_000
      expect(await viewer.envelope(call, { password, code: '444444' })).toMatchObject({ code: 42881 })
    }
    expect(await viewer.envelope(call, { password, code: good() })).toMatchObject(waiting)
    at += 1_001
    // A good code clears what was counted: the next round has as many tries.
    expect(await viewer.envelope(call, { password, code: good() })).toMatchObject({ code: 0 })
    at += 61_000
  }
})

test('an administrator resets it for another, never for himself; it is audited and ends the user’s sessions', async () => {
  await enrol(viewer)
  const admin = await server.as('admin')
  await enrol(admin)
  const row = await admin.call<{ id: string; version: number; hasSecondFactor: boolean }>(userCalls.getById, {
    id: viewer.userId,
  })
  expect(row.hasSecondFactor).toBe(true)
  const seen = { id: row.id, version: row.version }
  const clerk = await server.as('clerk', 'DC01')
  expect(await clerk.envelope(calls.reset, seen)).toMatchObject({ code: 40301 })
  const stranger = await server.as('admin', 'G', 'two')
  expect((await stranger.envelope(calls.reset, seen)).code).toBe(40400)
  const { version } = await admin.call<{ version: number }>(userCalls.getById, { id: admin.userId })
  expect(await admin.envelope(calls.reset, { id: admin.userId, version })).toMatchObject({ code: 40911 })
  await admin.call(calls.reset, seen, { key: 'reset' })
  await admin.call(calls.reset, seen, { key: 'reset' })
  expect(await isIn(viewer)).toBe(false)
  expect(await enter()).toMatchObject({ code: 0 })
  const log = await server.inside('G', ({ tx, tenantId }) =>
    tx.query<object>(sql`
      select username, action, subject_no from sys_audit_log where tenant_id = ${tenantId} and action like '%SecondFactor' order by id desc limit 1`),
  )
  expect(log).toEqual([{ username: 'admin', action: 'resetSecondFactor', subjectNo: 'viewer' }])
})

test('a factor that was sealed under another secret lets nobody in without it', async () => {
  const { secret } = await enrol(viewer)
  await server.inside('G', ({ tx, tenantId }) =>
    tx.run(
      sql`update sys_second_factor set app_secret = 'c29tZXRoaW5nIGVsc2Ugd2l0aCBlbm91Z2ggYnl0ZXM' where tenant_id = ${tenantId}`,
    ),
  )
  expect(await enter()).toMatchObject(needed)
  expect(await enter(appCode(secret, at))).toMatchObject({ code: 50000 })
})
