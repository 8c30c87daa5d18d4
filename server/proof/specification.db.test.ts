import type { Call } from '@lading/contract/kernel/call.ts'
import { messageCalls } from '@lading/contract/sys/message.ts'
import { orgCalls } from '@lading/contract/sys/orgCalls.ts'
import { preferenceCalls } from '@lading/contract/sys/preference.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const under = (noun: string, method: string, verbs: string): string[] =>
  verbs.split(' ').map((verb) => `${method} /fw/api/sys/${noun}/${verb}`)

/** Every call that the specification names, as it spells them. */
const specified: readonly string[] = [
  'GET /fw/api/getClientIp',
  'GET /fw/api/info',
  'GET /fw/api/loginUrl',
  ...['tms', 'dps', 'saas'].map((area) => `GET /${area}/api/getClientIp`),
  ...['wms', 'tms', 'dps', 'mdm', 'saas'].map((area) => `GET /${area}/api/info`),
  ...under('user', 'POST', 'login logout refreshToken switchWorkingOrg modifyPassword update updateWorkingOrgs'),
  ...under('user', 'POST', 'updateRoles updateOrg resetPassword query enable disable create checkUser checkPassword'),
  ...under('user', 'GET', 'getLoginUser getWorkingOrgs getUserMenuTree getRoles getOwnerOrgFilter getById'),
  ...under('role', 'POST', 'update updatePermission removeUsers enable disable create batchCreate addUsers query'),
  ...under('role', 'GET', 'getRoleUsers getPermission getBaseInfo'),
  ...under('role', 'DELETE', 'remove'),
  ...under('options', 'POST', 'query update batchUpdate'),
  ...under('options', 'GET', 'getGroupOptions'),
  ...under('dicInfo', 'POST', 'updateInfoByType query queryByTypeCode import'),
  ...under('dicInfo', 'GET', 'getAllByOrg'),
  ...under('userPreference', 'POST', 'updateLanguage updateHistory unSubscribe subscribe'),
  ...under('userPreference', 'GET', 'querySubscribeList queryLanguage queryHistoryList'),
  ...under('app', 'POST', 'update version/update version/record/create version/getNewest version/create uploadAppLog'),
  ...under('app', 'POST', 'remove query query/records enable disable'),
  ...under('app', 'GET', 'get getSysTime getAllApp'),
  'GET /dps/api/jobpoint/export',
  'GET /dps/api/jobpoint/config/export',
]

describe('the calls of the specification', () => {
  test('each is served under its own name', () => {
    const served = new Set(server.served.map(({ call }) => `${call.method} ${call.path}`))
    expect(specified.filter((name) => !served.has(name))).toEqual([])
    expect(new Set(specified).size).toBe(specified.length)
    expect(specified.length).toBe(78)
  })

  test('each is described', async () => {
    const { paths } = (await server.app.inject({ url: '/openapi.json' })).json() as {
      paths: Record<string, Record<string, { summary: string }>>
    }
    const described = (name: string) => {
      const [method = '', path = ''] = name.split(' ')
      return paths[path]?.[method.toLowerCase()]?.summary
    }
    expect(specified.filter((name) => !described(name))).toEqual([])
  })

  test('each that takes anything names the field that is wrong', async () => {
    const admin = await server.as('admin')
    const wrong: string[] = []
    for (const { call } of server.served) {
      if (!specified.includes(`${call.method} ${call.path}`)) continue
      const fields = Object.keys((call.input as { shape?: object }).shape ?? { id: 0 })
      if (fields.length === 0) continue
      // An object is nowhere a value of a field; in an address or a form it is a text that is too long.
      const odd = call.method === 'POST' && !call.upload ? { no: 'such' } : 'x'.repeat(9000)
      const input = Object.fromEntries(fields.map((name) => [name, odd]))
      const answer = await admin.envelope(call, input, { file: { name: 'a.csv', data: 'a' } })
      const named = answer.errors?.filter((e) => fields.includes(e.field.split('.')[0] ?? '')) ?? []
      if (answer.code !== 40000 || named.length === 0)
        wrong.push(`${call.path}: ${JSON.stringify(answer).slice(0, 300)}`)
    }
    expect(wrong).toEqual([])
  })
})

test('C-50 what is wrong with a field is said in the caller’s language, and in our own words', async () => {
  const input = {
    tenant: 'demo',
    username: 'x'.repeat(300),
    password: '',
    source: 'NONE',
    workingOrgId: 'x',
    appVersion: 5,
  }
  const said = async (language: string) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/fw/api/sys/user/login',
      headers: { 'accept-language': language },
      payload: input,
    })
    const { errors } = answer.json() as { errors: { field: string; message: string }[] }
    return Object.fromEntries(errors.map((e) => [e.field, e.message]))
  }
  expect(await said('zh-CN')).toEqual({
    username: '最多64个字符',
    password: '不能为空',
    source: '不在可选值之内',
    workingOrgId: '格式不正确',
    appVersion: '格式不正确',
  })
  expect(await said('en-US')).toEqual({
    username: 'At most 64 characters',
    password: 'Must not be empty',
    source: 'Not an allowed value',
    workingOrgId: 'Invalid format',
    appVersion: 'Invalid format',
  })
  const admin = await server.as('admin')
  const create = server.served.find(({ call }) => call.path === '/wms/api/owner/create')?.call
  if (!create) throw new Error('owners have no create')
  const { errors = [] } = await admin.envelope(create, { code: 'x'.repeat(99), name: null, overPct: 'x' })
  expect(Object.fromEntries(errors.map((e) => [e.field, e.message]))).toMatchObject({
    code: '最多30个字符',
    name: '不能为空',
  })
})

test('C-48 a refusal says of lists, of bytes and of unknown fields what is wrong, in one and in many', async () => {
  const admin = await server.as('admin')
  const said = async (call: Call, input: object) => {
    const answers = await Promise.all(
      (['zh-CN', 'en-US'] as const).map((language) => admin.envelope(call, input, { language })),
    )
    return answers.map(({ errors = [] }) => errors.map((e) => [e.field, e.message]))
  }
  expect(await said(messageCalls.read, { ids: [] })).toEqual([
    [['ids', '至少1项']],
    [['ids', 'At least 1 in the list']],
  ])
  for (const history of ['é'.repeat(40_000), 'e'.repeat(70_000)])
    expect(await said(preferenceCalls.updateHistory, { id: admin.userId, version: 0, history })).toEqual([
      [['history', '最多65536字节']],
      [['history', 'At most 65536 bytes']],
    ])
  expect(await said(messageCalls.query, { pagesize: 5, nobody: '' })).toEqual([
    ['pagesize', 'nobody'].map((field) => [field, '没有这个字段']),
    ['pagesize', 'nobody'].map((field) => [field, 'Unknown field']),
  ])
})

describe('how they are asked', () => {
  test('S-80 a key that is repeated in the address is a list', async () => {
    const admin = await server.as('admin')
    const ask = async (query: string) => {
      const url = `${orgCalls.tree.path}?${query}`
      const answer = await server.app.inject({ url, headers: admin.sign({ method: 'GET', url }) })
      const [root] = (answer.json() as { data: { code: string; children: { code: string }[] }[] }).data
      return [root?.code, ...(root?.children ?? []).map((n) => n.code)]
    }
    expect(await ask('types=GROUP&types=DC')).toEqual(['G', 'DC01', 'DC02'])
    expect(await ask('types=GROUP,DC')).toEqual(['G', 'DC01', 'DC02'])
    expect(await ask('types=GROUP')).toEqual(['G'])
  })

  test('S-93 role page size 0 returns all', async () => {
    const admin = await server.as('admin')
    const orgId = server.one.orgs.get('G')?.id
    for (let i = 0; i < 30; i++) await admin.call(roleCalls.create, { name: `role ${i}`, orgId })
    const all = await admin.call(roleCalls.query, { page: 1, pageSize: 0, orgIdIn: [orgId], disabled: false })
    expect(all.records.length).toBe(all.total)
    expect(all.records.length).toBeGreaterThan(30)
    expect((await admin.call(roleCalls.query, { orgIdIn: [orgId] })).records).toHaveLength(20)
    const last = await admin.call(roleCalls.query, { pageSize: 1, orderField: 'name', orderDirection: 'DESC' })
    const names = all.records.map((r) => String(r.name))
    expect(last.records[0]?.name).toBe(names.at(-1))
  })

  test('a password is checked for the user that the address names, five times a minute', async () => {
    const viewer = await server.as('viewer')
    const check = async (password: string, userId = viewer.userId) => {
      const [method, url] = ['POST', `${userCalls.checkPassword.path}?userId=${userId}`] as const
      const payload = JSON.stringify({ password })
      const headers = { 'content-type': 'application/json', ...viewer.sign({ method, url, body: payload }) }
      const answer = await server.app.inject({ method, url, headers, payload })
      return answer.json() as { code: number; data: { ok: boolean } | null }
    }
    const other = (await server.as('admin')).userId
    expect((await check('Test1234', other)).code).toBe(40312)
    for (const [password, ok] of [
      ['Test1234', true],
      ['wrong', false],
      ['Test1234', true],
      ['Test1234', true],
      ['Test1234', true],
    ] as const)
      expect(await check(password)).toMatchObject({ code: 0, data: { ok } })
    expect(await check('Test1234')).toMatchObject({ code: 42900, data: null })
    expect((await check('Test1234', 'x')).code).toBe(40000)
  })
})
