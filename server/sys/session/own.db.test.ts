import { optionCalls } from '@lading/contract/sys/options.ts'
import type { OwnSession } from '@lading/contract/sys/session.ts'
import {
  endSessions,
  getLoginUser,
  getPasswordRules,
  getSessions,
  modifyPassword,
} from '@lading/contract/sys/session.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, password, type TestServer } from '../../testing/server.ts'
import { hashPassword } from './password.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const sessionsOf = (who: Client) => who.call<OwnSession[]>(getSessions)
const isIn = async (who: Client) => (await who.envelope(getLoginUser)).code === 0
const setOption = async (key: string, value: string): Promise<void> => {
  const admin = await server.as('admin')
  const [option] = await admin.call(optionCalls.query, { keys: [key] })
  await admin.call(optionCalls.update, { key, value, version: option?.version })
}
const change = (who: Client, oldPassword: string, newPassword: string) =>
  who.envelope(modifyPassword, { oldPassword, newPassword })

test('C-44 who is logged in at several places sees them, and ends the others but not this one', async () => {
  const [here, there, far] = [
    await server.as('clerk', 'DC01'),
    await server.as('clerk', 'DC01'),
    await server.as('clerk', 'DC01'),
  ]
  const stranger = await server.as('viewer')
  const list = await sessionsOf(here)
  expect(list.length).toBe(3)
  expect(list.map((s) => s.isCurrent)).toEqual([true, false, false])
  expect(list[0]).toMatchObject({ source: 'WEB', workingOrgName: 'DC01', ip: '127.0.0.1' })
  expect(JSON.stringify(list)).not.toMatch(/key|token|hash/i)
  const foreign = (await sessionsOf(stranger)).map((s) => s.id)
  expect(await here.call(endSessions, { ids: foreign })).toEqual({ count: 0 })
  expect(await isIn(stranger)).toBe(true)
  expect(await here.call(endSessions, { ids: list.map((s) => s.id) })).toEqual({ count: 2 })
  expect([await isIn(here), await isIn(there), await isIn(far)]).toEqual([true, false, false])
  expect((await sessionsOf(here)).length).toBe(1)
})

test('S-68 S-69 C-45 the server applies the tenant’s rules, whatever the client checked', async () => {
  const who = await server.as('viewer')
  expect(await who.call(getPasswordRules)).toEqual({ min: 8, isMixed: true })
  expect(await change(who, 'wrong', 'Kite5moon')).toMatchObject({ code: 42850, message: '旧密码不正确' })
  expect(await change(who, password, password)).toMatchObject({ code: 42853, message: '新密码不能与旧密码相同' })
  expect(await change(who, password, 'Kite5')).toMatchObject({ code: 42851, message: '密码长度在8到32个字符' })
  expect(await change(who, password, 'kitemoon')).toMatchObject({
    code: 42852,
    message: '密码至少包含大小写字母和数字',
  })
  expect(await change(who, password, 'Password123')).toMatchObject({ code: 40021 })
  expect(await change(who, password, 'Viewer12x')).toMatchObject({ code: 40022 })
  await setOption('security_password_length', '12')
  await setOption('security_password_role', 'false')
  expect(await who.call(getPasswordRules)).toEqual({ min: 12, isMixed: false })
  expect(await change(who, password, 'kite moons')).toMatchObject({ code: 42851, message: '密码长度在12到32个字符' })
  expect(await isIn(who)).toBe(true)
})

test('C-44 T40 a changed password ends every session of the user, on every device, at once', async () => {
  const [one, two, other] = [await server.as('viewer'), await server.as('viewer'), await server.as('admin')]
  expect(await change(one, password, 'kite Moons r1se')).toMatchObject({ code: 0 })
  expect([await isIn(one), await isIn(two), await isIn(other)]).toEqual([false, false, true])
  await expect(server.as('viewer')).rejects.toMatchObject({ code: 40104 })
})

test('T37 whoever guesses a password by changing it waits as he would at the log-in, and many tries at once are few', async () => {
  const who = await server.as('clerk')
  const tries = await Promise.all(Array.from({ length: 12 }, () => change(who, 'wrong', 'Kite5moons rise')))
  const codes = tries.map((t) => t.code)
  expect(codes.filter((code) => code === 42850).length).toBeLessThanOrEqual(5)
  expect(codes.filter((code) => code !== 42850 && code !== 42900)).toEqual([])
  expect(await change(who, password, 'Kite5moons rise')).toMatchObject({ code: 42900 })
  await expect(server.as('clerk')).rejects.toMatchObject({ code: 42900 })
})

test('C-44 T40 whose old password is still being proved when another is set is let in no more, and sets none', async () => {
  const who = await server.as('admin')
  const hash = await hashPassword('kite Moons r1se')
  const begun: Promise<unknown>[] = []
  await server.inside('G', async (ctx) => {
    await ctx.tx.run(sql`
      update sys_user set password_hash = ${hash} where tenant_id = ${ctx.tenantId} and id = ${who.userId}`)
    begun.push(
      server.as('admin').catch((error: unknown) => error),
      change(who, password, 'Another kite 9'),
    )
    // Long enough for both to have read and compared what is not changed yet.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
  })
  expect(await Promise.all(begun)).toMatchObject([{ code: 40104 }, { code: 42850 }])
  const kept = await server.inside('G', (ctx) =>
    ctx.tx.one<{ passwordHash: string }>(sql`
      select password_hash from sys_user where tenant_id = ${ctx.tenantId} and id = ${who.userId}`),
  )
  expect(kept.passwordHash).toBe(hash)
})
