import { duties } from '@lading/contract/duties.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { userAccessCalls } from '@lading/contract/sys/userAccess.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissionRegistry } from '../../permissions.ts'
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
async function newRole(name: string, permissions: string[], org: string): Promise<string> {
  const made = await admin.call(roleCalls.create, { name, orgId: orgId(org) })
  await admin.call(roleCalls.updatePermission, { ...made, permissions })
  return made.id
}
const broughtBy = async (...roleIds: string[]): Promise<string[]> =>
  (await admin.call(roleCalls.getConflicts, { roleIds })).duties.map((d) => d.title)

test('each side of a duty is a permission that there is', () => {
  const codes = new Set(permissionRegistry(server.served, permissionSubjects).map((p) => p.code))
  const sides = duties.flatMap(({ does, checks }) => [does, checks])
  expect(sides.length).toBeGreaterThan(10)
  expect(sides.filter((code) => !codes.has(code))).toEqual([])
})

test('roles that bring both sides together are told before they are given, and so is who has them', async () => {
  const here = await newRole('申请人', [asks], 'DC01')
  const there = await newRole('二库审核人', [agrees], 'DC02')
  const above = await newRole('总部审核人', [agrees], 'G')
  expect(await broughtBy(here)).toEqual([])
  // What holds in one centre does not hold in the other; what the enterprise gives holds in both.
  expect(await broughtBy(here, there)).toEqual([])
  expect(await broughtBy(here, above)).toEqual([both])
  const { id } = await admin.call(userCalls.create, {
    username: 'duty',
    realName: 'duty',
    orgId: orgId('G'),
    workingOrgIds: [orgId('DC01'), orgId('DC02')],
    roleIds: [here, there, above],
  })
  const heldAt = async (org: string) =>
    (await admin.call(userAccessCalls.getPermissions, { id, orgId: orgId(org) })).duties.map((d) => d.title)
  expect(await heldAt('DC01')).toEqual([both])
  expect(await heldAt('DC02')).toEqual([])
  // A role that is not in force gives nothing.
  const { version } = await admin.call(roleCalls.getBaseInfo, { id: above })
  await admin.call(roleCalls.disable, { id: above, version: Number(version) })
  expect(await broughtBy(here, above)).toEqual([])
  expect(await heldAt('DC01')).toEqual([])
})

test('a role is read with what its permissions would bring together, in the reader’s language', async () => {
  const id = await newRole('两样都行', [asks, agrees], 'G')
  const { duties: all } = await admin.call(roleCalls.getPermission, { id })
  expect(all.find((d) => d.does === asks)).toEqual({ title: both, does: asks, checks: agrees })
  const { data } = await admin.envelope(roleCalls.getConflicts, { roleIds: [id] }, { language: 'en-US' })
  expect(data).toMatchObject({ duties: [{ title: 'May ask for a stock decrease, and approve it' }] })
})
