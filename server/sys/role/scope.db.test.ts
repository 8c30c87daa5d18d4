import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { org } from '@lading/contract/sys/org.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { userAccessCalls } from '@lading/contract/sys/userAccess.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Seen } from '../../kernel/rules.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard } from '../../wms/testing/yard.ts'

let server: TestServer
let admin: Client
/** Works for the enterprise with the rights below. */
let chief: Client
let role: { id: string }
const orgId = (code: string) => server.one.orgs.get(code)?.id ?? ''
const rights = ['wms:storage.bin:view', 'sys:role:create', 'sys:role:update', 'sys:user:update', 'sys:user:edit_role']
const code = async (call: Parameters<Client['envelope']>[0], input: object, who = chief) =>
  (await who.envelope(call, input)).code
const versionOf = async (id: string): Promise<number> =>
  (await admin.call<{ version: number }>(roleCalls.getBaseInfo, { id })).version
const setScope = async (dataScope: string, scopeOrgIds?: string[]) =>
  admin.envelope(roleCalls.update, { id: role.id, version: await versionOf(role.id), dataScope, scopeOrgIds })
const bins = async (who = chief): Promise<string[]> =>
  (await who.call<{ records: { code: string }[] }>(crudCalls(bin).query, {})).records.map((d) => d.code).sort()

beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
  for (const org of ['DC01', 'DC02'])
    await server.inside(org, (ctx) => buildYard(ctx, { bins: { [`B-${org}`]: 'RECEIVE' }, owners: [], products: [] }))
  const clerk = server.one.users.get('clerk') ?? ''
  role = await admin.call<Seen>(roleCalls.create, { name: 'region', orgId: orgId('G') })
  const { version } = await admin.call<Seen>(roleCalls.getBaseInfo, { id: role.id })
  await admin.call(roleCalls.updatePermission, { id: role.id, version, permissions: rights })
  const user = await admin.call<Seen>(userCalls.getById, { id: clerk })
  await admin.call(userCalls.updateWorkingOrgs, {
    id: clerk,
    version: user.version,
    workingOrgIds: [orgId('G'), orgId('DC01')],
  })
  const seen = await admin.call<Seen>(userCalls.getById, { id: clerk })
  await admin.call(userCalls.updateRoles, { id: clerk, version: seen.version, roleIds: [role.id] })
  chief = await server.as('clerk', 'G')
})
afterAll(() => server.close())

test('named organisations are named, and within reach', async () => {
  expect((await setScope('CUSTOM', [])).code).toBe(sysFaults.noScopeOrg.code)
  expect((await setScope('CUSTOM', ['1'])).code).toBe(faults.notFound.code)
  expect((await setScope('CUSTOM', [orgId('DC01')])).code).toBe(0)
  const { records } = await admin.call<{ records: { scopeOrgIds: string[] }[] }>(roleCalls.query, { id: role.id })
  expect(records[0]?.scopeOrgIds).toEqual([orgId('DC01')])
  // Another scope names none.
  await setScope('ORG')
  expect(
    (await admin.call<{ records: { scopeOrgIds: string[] }[] }>(roleCalls.query, { id: role.id })).records[0]
      ?.scopeOrgIds,
  ).toEqual([])
})

test('what a role shows: the enterprise all, itself alone, or the named ones; two roles add up', async () => {
  await setScope('ALL')
  const all = await bins()
  expect(all.length).toBeGreaterThan(1)
  await setScope('ORG')
  expect(await bins()).toEqual([])
  await setScope('CUSTOM', [orgId('DC01')])
  const some = await bins()
  expect(some.length).toBeGreaterThan(0)
  expect(some.length).toBeLessThan(all.length)
  const lifting = await admin.call<Seen>(roleCalls.create, { name: 'lifting', orgId: orgId('G') })
  await admin.call(roleCalls.addUsers, { id: lifting.id, userIds: [chief.userId] })
  expect(await bins()).toEqual(all)
  await admin.call(roleCalls.removeUsers, { id: lifting.id, userIds: [chief.userId] })
  expect(await bins()).toEqual(some)
})

test('in a centre that it does not name a role gives no rights', async () => {
  await setScope('CUSTOM', [orgId('DC02')])
  const there = await server.as('clerk', 'DC01')
  expect(await code(crudCalls(bin).query, {}, there)).toBe(faults.forbidden.code)
  await setScope('CUSTOM', [orgId('DC01'), orgId('DC02')])
  expect(await code(crudCalls(bin).query, {}, there)).toBe(0)
  const why = async (orgCode: string) => {
    const told = await admin.call(userAccessCalls.getPermissions, { id: chief.userId, orgId: orgId(orgCode) })
    return { rights: told.grants.length, ...told.sees }
  }
  expect(await why('G')).toMatchObject({ orgs: ['DC01', 'DC02'], own: false, owners: null })
  await setScope('CUSTOM', [orgId('DC02')])
  expect(await why('DC01')).toEqual({ rights: 0, orgs: null, own: false, owners: null, carriers: null })
})

test('nobody lets others see more than he sees himself', async () => {
  await setScope('CUSTOM', [orgId('DC01')])
  const at = { orgId: orgId('DC01') }
  expect(await code(roleCalls.create, { ...at, name: 'all' })).toBe(faults.someOrgs.code)
  expect(await code(roleCalls.create, { ...at, name: 'own', dataScope: 'SELF' })).toBe(faults.someOrgs.code)
  expect(
    await code(roleCalls.create, { ...at, name: 'there', dataScope: 'CUSTOM', scopeOrgIds: [orgId('DC02')] }),
  ).toBe(faults.someOrgs.code)
  expect(
    await code(roleCalls.create, {
      name: 'above',
      orgId: orgId('G'),
      dataScope: 'CUSTOM',
      scopeOrgIds: [orgId('DC01')],
    }),
  ).toBe(faults.someOrgs.code)
  expect(await code(roleCalls.create, { ...at, name: 'here', dataScope: 'CUSTOM', scopeOrgIds: [orgId('DC01')] })).toBe(
    0,
  )
})

test('a new centre begins with the roles that none above it has, and nobody holds them yet', async () => {
  await admin.call(roleCalls.create, { name: '拣货员', orgId: orgId('G') })
  const dc = await admin.call<{ id: string }>(crudCalls(org).create, {
    code: 'DC77',
    name: '新中心',
    type: 'DC',
    upperOrgId: orgId('G'),
  })
  const { records } = await admin.call<{ records: Record<string, unknown>[] }>(roleCalls.query, {
    orgIdIn: [dc.id],
    pageSize: 50,
  })
  const names = records.map((r) => r.name)
  expect(names).toContain('仓库经理')
  expect(names).toContain('盘点员')
  expect(names).not.toContain('拣货员')
  expect(records.every((r) => r.sysDefault === true && r.userCount === 0 && r.dataScope === 'ALL')).toBe(true)
  const keeper = records.find((r) => r.name === '上架员')
  const { held } = await admin.call<{ held: string[] }>(roleCalls.getPermission, { id: String(keeper?.id) })
  expect(held).toEqual(expect.arrayContaining(['wms', 'wms:task.putaway:run', 'wms:bill.order:view']))
  expect(held.filter((p) => p.startsWith('sys'))).toEqual([])
  expect(held).not.toContain('wms:bill.order:create')
})
