import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { login } from '@lading/contract/sys/session.ts'
import { userCalls, userView } from '@lading/contract/sys/userCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSignKey } from '../../../tools/signing.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client
const calls = crudCalls(userView)
const orgId = (code: string) => server.one.orgs.get(code)?.id ?? ''
interface Answer {
  created: number
  errors: { row: number; message: string; title: string }[]
}
const head = '用户名,姓名,手机,工号,所属组织,可用组织.组织,角色.角色'
const send = (rows: readonly string[], o: object = {}, who = admin) =>
  who.call<Answer>(
    calls.import,
    { dryRun: 'false', mode: 'INSERT', ...o },
    { file: { name: 'users.csv', data: [head, ...rows].join('\r\n') } },
  )
const count = async (): Promise<number> =>
  (await admin.call<{ total: number }>(userCalls.query, { page: 1, pageSize: 1 })).total
const find = async (username: string) =>
  (
    await admin.call<{ records: { id: string; version: number; originalPassword: boolean }[] }>(userCalls.query, {
      filter: { username },
    })
  ).records[0]

beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
  for (const org of ['DC01', 'DC02']) await admin.call(roleCalls.create, { name: '拣货主管', orgId: orgId(org) })
})
afterAll(() => server.close())

test('48 users come by file, all or none; two that are wrong are told where', async () => {
  const before = await count()
  const rows = Array.from({ length: 48 }, (_, i) => `u${i},员工${i},,W${i},DC01,DC02,DC01/拣货主管`)
  const wrong = rows.with(6, rows[5] ?? '').with(18, 'u18,员工18,,W18,DC01,DC02,DC09/没有的角色')
  const refused = await send(wrong.with(30, 'admin,又一个,,W30,DC01,,DC01/拣货主管'))
  expect(refused).toMatchObject({ created: 0 })
  expect(await count()).toBe(before)
  expect(refused.errors.map((e) => e.row)).toContain(20)
  const taken = await send(['admin,又一个,,W30,DC01,,DC01/拣货主管'])
  expect(taken.created).toBe(0)
  // A role of the same name is in two centres: without its centre nobody knows which is meant.
  expect((await send(['u99,员工,,W99,DC01,,拣货主管'])).errors[0]?.message).toContain('不唯一')
  expect((await send(rows)).created).toBe(48)
  expect(await count()).toBe(before + 48)
  const user = await find('u7')
  const full = await admin.call<{ roles: { refs: { roleId: { name: string } } }[]; orgs: object[] }>(
    userCalls.getById,
    {
      id: user?.id,
    },
  )
  expect(full.roles.map((r) => r.refs.roleId.name)).toEqual(['拣货主管'])
  expect(full.orgs).toHaveLength(2)
})

test('who came by file cannot log in before he is given a password, which is told once', async () => {
  const enter = async (username: string, password: string): Promise<number> => {
    const answer = await server.app.inject({
      method: 'POST',
      url: login.path,
      headers: { 'content-type': 'application/json', 'x-sign-key': newSignKey().publicKey },
      payload: JSON.stringify({ tenant: 'one', username, password }),
    })
    return (answer.json() as { code: number }).code
  }
  expect(await enter('u9', 'null')).toBe(40104)
  const rows = await Promise.all(['u7', 'u8'].map(find))
  const given = await admin.call(userCalls.resetPasswords, {
    rows: [...rows.map((r) => ({ id: r?.id ?? '', version: r?.version ?? 0 })), { id: admin.userId, version: 0 }],
  })
  expect(given).toMatchObject({ ok: 2, failed: [{ id: admin.userId, message: '请使用修改密码功能' }] })
  expect(given.passwords.map((p) => p.username)).toEqual(['u7', 'u8'])
  expect(given.passwords[0]?.initialPassword).toMatch(/^\w{10}$/)
  expect(given.passwords[0]?.initialPassword).not.toBe(given.passwords[1]?.initialPassword)
  expect(await enter('u7', given.passwords[0]?.initialPassword ?? '')).toBe(0)
})

test('whoever may not import, or not reach the organisation, brings nobody in', async () => {
  const viewer = await server.as('viewer')
  expect((await viewer.envelope(calls.import, { dryRun: 'false', mode: 'INSERT' })).code).toBe(40301)
})

test('a position is written by its word in either language or by its key, and no other is taken', async () => {
  const rows = (position: string, n: number) => [`p${n},岗位${n},,P${n},DC01,,DC01/拣货主管,${position}`]
  const bring = (position: string, n: number) =>
    admin.call<Answer>(
      calls.import,
      { dryRun: 'false', mode: 'INSERT' },
      { file: { name: 'users.csv', data: [`${head},岗位`, ...rows(position, n)].join('\r\n') } },
    )
  for (const [n, position] of ['拣货员', 'Picker', 'PICKER'].entries())
    expect((await bring(position, n)).created).toBe(1)
  const refused = await bring('没有的岗位', 9)
  expect(refused.created).toBe(0)
  expect(refused.errors).toMatchObject([
    { row: 2, title: '岗位', message: expect.stringMatching(/应为以下之一：.*拣货员/) },
  ])
  const { rows: kept } = await server.db.owner.query(`select distinct position from sys_user where username like 'p_'`)
  expect(kept).toEqual([{ position: 'PICKER' }])
  const file = await admin.bytes(calls.export, {
    filter: { username: 'p1' },
    format: 'csv',
    columns: ['username', 'position'],
  })
  expect(file.data.toString()).toContain('p1,拣货员')
})
