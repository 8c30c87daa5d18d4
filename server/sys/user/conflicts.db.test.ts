import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { userDutyCalls as calls } from '@lading/contract/sys/userDuties.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet } from '../../platform/sheet/read.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client
const orgId = (code: string): string => server.one.orgs.get(code)?.id ?? ''
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const [asks, agrees] = ['wms:warehouse.stockDec:create', 'wms:warehouse.stockDec:approve']
const both = '既可申请库存减少，又可审核'
async function newRole(name: string, permission: string, org: string, more: object = {}): Promise<string> {
  const made = await admin.call(roleCalls.create, { name, orgId: orgId(org), ...more })
  await admin.call(roleCalls.updatePermission, { ...made, permissions: [permission] })
  return made.id
}
const newUser = async (username: string, org: string, workingOrgs: readonly string[], roleIds: readonly string[]) => {
  const facts = { username, realName: username, orgId: orgId(org), workingOrgIds: workingOrgs.map(orgId) }
  return admin.call(userCalls.create, { ...facts, roleIds: [...roleIds], ownerIds: [] })
}
const conflictsOf = async (userId: string, who = admin) =>
  (await who.call(calls.query, { userId })).records.map(({ duty, orgs, doesRoles, checksRoles }) => ({
    duty: duty.title,
    orgs,
    doesRoles,
    checksRoles,
  }))
const listed = async (filter: object, who = admin): Promise<string[]> =>
  (await who.call(userCalls.query, { pageSize: 0, filter } as never)).records.map((r) => String(r.username))

test('who holds both sides is told with where and by which roles, and found by the list’s filter', async () => {
  const here = await newRole('申请一', asks, 'DC01')
  const hereToo = await newRole('申请二', asks, 'DC01')
  const there = await newRole('二库审核', agrees, 'DC02')
  const above = await newRole('总部审核', agrees, 'G')
  const apart = await newUser('apart', 'DC01', ['DC01', 'DC02'], [here, there])
  const joined = await newUser('joined', 'DC01', ['DC01', 'DC02'], [here, hereToo, above])
  expect(await conflictsOf(apart.id)).toEqual([])
  expect(await conflictsOf(joined.id)).toEqual([
    { duty: both, orgs: ['DC01'], doesRoles: ['申请二', '申请一'], checksRoles: ['总部审核'] },
  ])
  expect(await listed({ hasConflict: true })).toContain('joined')
  expect(await listed({ hasConflict: true })).not.toContain('apart')
  expect(await listed({ hasConflict: 'false' })).toContain('apart')
  expect(await listed({ hasConflict: 'false' })).not.toContain('joined')
  const { records } = await admin.call(userCalls.query, { usernameLike: 'joined' } as never)
  expect(records).toMatchObject([{ hasConflict: true }])
  expect(await admin.call(userCalls.getById, { id: apart.id })).toMatchObject({ hasConflict: false })
  // A role that is off gives nothing; nor has anybody a conflict who may not log in.
  const { version } = await admin.call(roleCalls.getBaseInfo, { id: above })
  const off = await admin.call(roleCalls.disable, { id: above, version: Number(version) })
  expect(await conflictsOf(joined.id)).toEqual([])
  await admin.call(roleCalls.enable, off as { id: string; version: number })
  expect(await conflictsOf(joined.id)).toHaveLength(1)
  await admin.call(userCalls.disable, { id: joined.id, version: 0 })
  expect(await conflictsOf(joined.id)).toEqual([])
})

test('a role of named centres counts in these alone', async () => {
  const asking = await newRole('各库申请', asks, 'G')
  const named = await newRole('指定审核', agrees, 'G', { dataScope: 'CUSTOM', scopeOrgIds: [orgId('DC02')] })
  const { id } = await newUser('named', 'DC01', ['DC01', 'DC02'], [asking, named])
  expect(await conflictsOf(id)).toMatchObject([{ duty: both, orgs: ['DC02'] }])
})

test('the list reaches as far as that of users, page by page, and so does its file', async () => {
  const asking = await newRole('收货申请', asks, 'G')
  const agreeing = await newRole('收货审核', agrees, 'G')
  const { id: below } = await newUser('below', 'DC02', ['DC02'], [asking, agreeing])
  const { id: aside } = await newUser('aside', 'DC01', ['DC01'], [asking, agreeing])
  const there = await server.as('admin', 'DC02')
  expect(await conflictsOf(below, there)).toHaveLength(1)
  expect(await conflictsOf(aside, there)).toEqual([])
  const first = await admin.call(calls.query, { pageSize: 1 })
  const second = await admin.call(calls.query, { pageSize: 1, page: 2 })
  expect(first.total).toBeGreaterThan(2)
  expect(second.total).toBe(first.total)
  expect(second.records[0]).not.toEqual(first.records[0])
  const { data } = await admin.bytes(calls.exportConflicts, { userId: below })
  const rows = (await readSheet({ name: 'x.xlsx', data })).map(({ cells }) => cells)
  expect(rows).toHaveLength(2)
  expect(rows[1]).toEqual(['below', 'below', both, 'DC02', '收货申请', '收货审核'])
  const nobody = await server.as('nobody')
  expect((await nobody.envelope(calls.query, {})).code).toBe(40301)
  expect((await nobody.envelope(calls.exportConflicts, {})).code).toBe(40301)
  const foreign = await server.as('admin', 'G', 'two')
  expect(await conflictsOf(below, foreign)).toEqual([])
})
