import { getLoginUser, login } from '@lading/contract/sys/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../testing/full.ts'
import { openTestServer, password, type TestServer } from '../../testing/server.ts'
import { hashAt, hashPassword, passwordMatches } from './password.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ hashes: 'as served' })
})
afterAll(() => server.close())

test('T43 each password is kept as argon2id with a salt of its own', async () => {
  const { rows } = await server.db.owner.query<{ hash: string }>('select password_hash as hash from sys_user')
  expect(rows.length).toBeGreaterThan(4)
  for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$m=49152,t=3\$[\w-]{22}\$[\w-]{43}$/)
})

test('T43 what was kept more cheaply is kept anew at the next log-in, and only then', async () => {
  const kept = async () => {
    const { rows } = await server.db.owner.query<{ hash: string; version: number }>(
      `select password_hash as hash, version from sys_user where username = 'viewer' and tenant_id = ${server.one.tenantId}`,
    )
    return rows[0]
  }
  hashAt({ memory: 64, passes: 1 })
  const cheap = await hashPassword(password)
  hashAt()
  await server.db.owner.query(`update sys_user set password_hash = $1 where username = 'viewer'`, [cheap])
  const enter = (typed: string) =>
    server.app.inject({
      method: 'POST',
      url: login.path,
      headers: { 'content-type': 'application/json', host: 'localhost' },
      payload: JSON.stringify({ tenant: 'one', username: 'viewer', password: typed }),
    })
  expect((await enter('wrong')).json()).toMatchObject({ code: 40104 })
  expect((await kept())?.hash).toBe(cheap)
  expect((await enter(password)).json()).toMatchObject({ code: 0 })
  const anew = await kept()
  expect(anew?.hash).toMatch(/^\$argon2id\$m=49152,t=3\$/)
  expect((await enter(password)).json()).toMatchObject({ code: 0 })
  expect(await kept()).toEqual(anew)
})

test('T43 equal passwords are kept differently', async () => {
  expect(await hashPassword(password)).not.toBe(await hashPassword(password))
})

test('T43 a kept password is compared as a whole, in one form of its characters', async () => {
  const kept = await hashPassword('Ångström 仓库 9')
  expect(await passwordMatches('A\u030angstro\u0308m 仓库 9', kept)).toBe(true)
  for (const wrong of ['Ångström 仓库', 'ångström 仓库 9', 'Ångström 仓库 9 ', ''])
    expect(await passwordMatches(wrong, kept)).toBe(false)
  for (const none of [null, '', '$argon2id$', kept.slice(0, -43)])
    expect(await passwordMatches('Ångström 仓库 9', none).catch(() => 'refused')).not.toBe(true)
})

test('T43 many log-ins at once hold up nobody else', async () => {
  const user = await server.as('viewer')
  const over: string[] = []
  const enter = async (): Promise<void> => {
    const answer = await server.app.inject({
      method: 'POST',
      url: login.path,
      headers: { 'content-type': 'application/json', host: 'localhost' },
      payload: JSON.stringify({ tenant: 'one', username: 'clerk', password }),
    })
    expect(answer.json()).toMatchObject({ code: 0 })
    over.push('log-in')
  }
  const all = Array.from({ length: isFull ? 50 : 24 }, enter)
  for (let i = 0; i < 3; i++) {
    await user.call(getLoginUser)
    over.push('call')
  }
  await Promise.all(all)
  // All are done long before the last log-in is.
  expect(over.lastIndexOf('call')).toBeLessThan(over.length - 10)
})
