import { optionCalls as calls } from '@lading/contract/sys/options.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTenant } from '../../demo/tenant.ts'
import { permissionRegistry } from '../../permissions.ts'
import { type Client, logIn, openTestServer, password, type TestServer } from '../../testing/server.ts'
import { readOption } from '../../wms/option.ts'

let server: TestServer
let operator: Client
let admin: Client
const newTenant = (code: string, type: 'PLAT' | 'GROUP', permissions: readonly string[]) =>
  createTenant(
    server.kernel,
    {
      code,
      name: code,
      orgs: [{ code: 'ROOT', name: code, type }],
      users: [{ username: 'first', realName: 'first', role: 'first', org: 'ROOT', orgs: ['ROOT'], permissions }],
    },
    password,
  )
beforeAll(async () => {
  server = await openTestServer()
  const permissions = permissionRegistry(server.served, permissionSubjects).map((p) => p.code)
  const plat = await newTenant('plat', 'PLAT', permissions)
  server.tenants.forget()
  operator = await logIn(server, plat, 'plat', 'first', 'ROOT')
  admin = await server.as('admin')
})
afterAll(() => server.close())

const key = 'wms_sign_days'
const all = { key, forAll: true } as const
const shown = async (who: Client, of: string = key) => (await who.call(calls.query, { keys: [of] }))[0]
const here = () => server.inside('DC01', (ctx) => readOption(ctx, key))

test('what the platform sets counts for every tenant until he sets it himself, in every process', async () => {
  expect(await here()).toBe(7)
  const first = await operator.call(calls.update, { ...all, value: '12', version: 0 })
  expect(await here()).toBe(12)
  expect(await shown(admin)).toMatchObject({
    value: '12',
    source: 'PLATFORM',
    isSetHere: false,
    orgId: null,
    version: 0,
  })
  // The platform's own enterprise is a tenant like the others.
  expect(await shown(operator)).toMatchObject({ value: '12', source: 'PLATFORM' })

  const own = await admin.call(calls.update, { key, value: '3', version: 0 })
  await operator.call(calls.update, { ...all, value: '14', version: first.version })
  expect(await here()).toBe(3)
  await admin.call(calls.update, { key, value: null, version: own.version })
  expect(await here()).toBe(14)
  await operator.call(calls.update, { ...all, value: null, version: 2 })
  expect(await here()).toBe(7)
})

test('the platform sees its level alone, with its history, and refuses stale changes and values that do not fit', async () => {
  const group = async () =>
    (await operator.call(calls.getGroupOptions, { groupName: 'wms', forAll: 'true' })).options.find(
      (o) => o.key === key,
    )
  const before = await group()
  await operator.call(calls.update, { key, value: '2', version: 0 })
  expect(await group()).toMatchObject({ source: 'INITIAL', value: '7', isSetHere: false })
  const { version } = await operator.call(calls.update, { ...all, value: '20', version: before?.version ?? 0 })
  expect(await group()).toMatchObject({ source: 'PLATFORM', value: '20', isSetHere: true, version })
  const refused = async (input: object) => (await operator.envelope(calls.update, { ...all, ...input })).code
  expect(await refused({ value: '21', version: 0 })).toBe(40900)
  expect(await refused({ value: '0', version })).toBe(40010)
  const history = await operator.call(calls.history, { key, forAll: 'true' })
  expect(history.map(({ user, orgName, after }) => [user, orgName, after])[0]).toEqual(['first', null, '20'])
  expect((await operator.call(calls.history, { key })).map(({ after }) => after)).toEqual(['2'])
  const groups = await operator.call(calls.groups, { forAll: 'true' })
  expect(groups.map(({ name }) => name)).toContain('wms')
  expect(groups.map(({ name }) => name)).not.toContain('mail')
})

test('no tenant sets or sees the level of the platform, and some things every tenant decides himself', async () => {
  const code = async (who: Client, call: (typeof calls)[keyof typeof calls], input: object) =>
    (await who.envelope(call, input)).code
  expect(await code(admin, calls.update, { ...all, value: '9', version: 0 })).toBe(40323)
  const items = [
    { key: 'ui_max_tabs', value: '9', version: 0 },
    { ...all, value: '9', version: 0 },
  ]
  expect(await code(admin, calls.batchUpdate, { items })).toBe(40323)
  expect(await shown(admin, 'ui_max_tabs')).toMatchObject({ value: '20', version: 0 })
  expect(await code(admin, calls.getGroupOptions, { groupName: 'wms', forAll: 'true' })).toBe(40323)
  expect(await code(admin, calls.groups, { forAll: 'true' })).toBe(40323)
  expect(await code(admin, calls.history, { key, forAll: 'true' })).toBe(40323)
  for (const own of ['security_mfa', 'security_ip_allow', 'mail_host', 'map.api_key'])
    expect(await code(operator, calls.update, { key: own, value: '', version: 0, forAll: true }), own).toBe(40018)
})

test('a new tenant begins with what the platform has set', async () => {
  await operator.call(calls.update, { key: 'security_password_length', value: '12', version: 0, forAll: true })
  const made = await newTenant('late', 'GROUP', ['sys:options:view'])
  server.tenants.forget()
  const late = await logIn(server, made, 'late', 'first', 'ROOT')
  expect(await shown(late, 'security_password_length')).toMatchObject({ value: '12', source: 'PLATFORM' })
  expect(await shown(late, 'security_password_role')).toMatchObject({ value: 'true', source: 'TENANT' })
})
