import type { Envelope } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { org } from '@lading/contract/sys/org.ts'
import { type LoginResult, login, modifyPassword } from '@lading/contract/sys/session.ts'
import { userAccessCalls } from '@lading/contract/sys/userAccess.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSignKey } from '../../../tools/signing.ts'
import type { Seen } from '../../kernel/rules.ts'
import { type Client, openTestServer, password, type TestServer } from '../../testing/server.ts'

let at = Date.UTC(2026, 10, 22, 8)
const dayMs = 86_400_000
let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
  admin = await server.as('admin')
})
afterAll(() => server.close())

const orgId = (code: string) => server.one.orgs.get(code)?.id ?? ''
const { publicKey } = newSignKey()
const enter = async (username: string, typed: string): Promise<Envelope<LoginResult | null>> =>
  (
    await server.app.inject({
      method: 'POST',
      url: login.path,
      headers: { 'content-type': 'application/json', 'x-sign-key': publicKey },
      payload: JSON.stringify({ tenant: 'one', username, password: typed }),
    })
  ).json() as Envelope<LoginResult | null>
const seenOf = async (id: string): Promise<Seen> => {
  const { version } = await admin.call<Seen>(userCalls.getById, { id })
  return { id, version }
}
const eventsOf = async (id: string) =>
  (await admin.call(userAccessCalls.getLoginLog, { id })).records
    .map((r) => (r.detail ? `${r.event} ${r.detail}` : r.event))
    .reverse()

test('what others did to his log-ins, and what was refused to the right password, is in the log of the user', async () => {
  const viewer = await server.as('viewer')
  const id = viewer.userId
  await viewer.call(modifyPassword, { oldPassword: password, newPassword: 'Another1xyz' })
  expect(await enter('viewer', 'Another1xyz')).toMatchObject({ code: 0 })
  await admin.call(userAccessCalls.endSessions, { id })
  // Nobody was logged in any more: nothing was ended.
  await admin.call(userAccessCalls.endSessions, { id })
  expect(await enter('viewer', 'Another1xyz')).toMatchObject({ code: 0 })
  await admin.call(userCalls.disable, await seenOf(id))
  expect(await enter('viewer', 'Another1xyz')).toMatchObject({ code: 40105 })
  await admin.call(userCalls.enable, await seenOf(id))
  await admin.call(userCalls.resetPassword, await seenOf(id))
  expect(await eventsOf(id)).toEqual([
    'LOGIN_OK',
    'PASSWORD',
    'LOGIN_OK',
    'ENDED admin',
    'LOGIN_OK',
    'ENDED admin',
    'LOGIN_DISABLED 账号已停用',
    'RESET admin',
  ])
})

test('an initial password is good for seven days; then an administrator hands out another', async () => {
  const { id, initialPassword } = await admin.call(userCalls.create, {
    username: 'late',
    realName: 'Late',
    orgId: orgId('DC01'),
  })
  at += 7 * dayMs
  expect(await enter('late', initialPassword ?? '')).toMatchObject({ code: 0 })
  at += 1000
  expect(await enter('late', initialPassword ?? '')).toMatchObject({
    code: 40116,
    message: '初始密码已超过7天，请联系管理员重新发放',
  })
  // Who does not know it learns nothing of it.
  expect(await enter('late', 'Wrong1xyz')).toMatchObject({ code: 40104 })
  admin = await server.as('admin')
  const fresh = await admin.call(userCalls.resetPassword, await seenOf(id))
  expect(await enter('late', fresh.initialPassword ?? '')).toMatchObject({ code: 0 })
  expect(await eventsOf(id)).toContain('LOGIN_DISABLED 初始密码已超过7天，请联系管理员重新发放')
})

test('everybody reads his own logins, and nobody else’s by that', async () => {
  const clerk = await server.as('clerk', 'DC01')
  const own = await clerk.call(userAccessCalls.getOwnLogins, {})
  expect(own.records.map((r) => r.event)).toContain('LOGIN_OK')
  expect(own.total).toBe((await admin.call(userAccessCalls.getLoginLog, { id: clerk.userId })).total)
})

test('one organisation in which a user may work is enabled', async () => {
  const there = await admin.call<{ id: string }>(crudCalls(org).create, {
    code: 'SHUT',
    name: 'Shut',
    type: 'DC',
    upperOrgId: orgId('G'),
    timeZone: 'Asia/Shanghai',
  })
  await admin.call(crudCalls(org).disable, { id: there.id, version: 0 })
  const given = { username: 'shut', realName: 'Shut', orgId: there.id }
  expect(await admin.envelope(userCalls.create, given)).toMatchObject({
    code: 40911,
    message: '至少需要一个启用的可用组织',
  })
  const { id } = await admin.call(userCalls.create, { ...given, workingOrgIds: [orgId('DC01')] })
  const before = await seenOf(id)
  expect(await admin.envelope(userCalls.updateWorkingOrgs, { ...before, workingOrgIds: [there.id] })).toMatchObject({
    code: 40911,
  })
  expect(await seenOf(id)).toEqual(before)
  const orgs = await server.inside('G', ({ tx, tenantId }) =>
    tx.query<{ n: number }>(sql`
      select count(*)::int as n from sys_user_org where tenant_id = ${tenantId} and user_id = ${id} and org_id = ${orgId('DC01')}`),
  )
  expect(orgs).toEqual([{ n: 1 }])
  const moved = await admin.call(userCalls.updateOrg, { ...before, orgId: orgId('DC01') })
  expect(await admin.envelope(userCalls.updateWorkingOrgs, { ...moved, workingOrgIds: [there.id] })).toMatchObject({
    code: 0,
  })
  const last = await seenOf(id)
  expect(await admin.envelope(userCalls.updateOrg, { ...last, orgId: there.id })).toMatchObject({ code: 40911 })
})
