import { optionCalls } from '@lading/contract/sys/options.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { secondFactorCalls as calls } from '@lading/contract/sys/secondFactor.ts'
import { getLoginUser, logout, modifyPassword } from '@lading/contract/sys/session.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCode } from '../../../tools/authenticator.ts'
import type { Seen } from '../../kernel/rules.ts'
import { type Client, openTestServer, password, type TestServer } from '../../testing/server.ts'

let at = Date.UTC(2026, 10, 22, 8)
let server: TestServer
let admin: Client
let viewer: Client
let roleId: string
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
  admin = await server.as('admin')
  viewer = await server.as('viewer')
  const made = await admin.call<Seen>(roleCalls.create, { name: 'safe', orgId: server.one.orgs.get('DC02')?.id ?? '' })
  roleId = made.id
  await admin.call(roleCalls.addUsers, { id: roleId, userIds: [viewer.userId] })
})
afterAll(() => server.close())

let optionVersion = 0
const setMode = async (value: string | null) => {
  optionVersion = (await admin.call(optionCalls.update, { key: 'security_mfa', value, version: optionVersion })).version
}
const setRole = async (needsSecondFactor: boolean) => {
  const { version } = await admin.call<Seen>(roleCalls.getBaseInfo, { id: roleId })
  await admin.call(roleCalls.update, { id: roleId, version, needsSecondFactor })
}
const mustSetUp = { code: 40115, message: '请先设置二次验证，再办理业务' }
const isStopped = async (who: Client) => (await who.envelope(userCalls.getRoles)).code === mustSetUp.code
const enrol = async (who: Client) => {
  const { secret } = await who.call(calls.begin, { password })
  await who.call(calls.confirm, { code: appCode(secret, at) })
  at += 61_000
  return secret
}
const reset = async (who: Client) => {
  const { id, version } = await admin.call<Seen>(userCalls.getById, { id: who.userId })
  await admin.call(calls.reset, { id, version })
}

test('a role demands it, wherever it was given: until then its holder does nothing but set it up', async () => {
  expect(await isStopped(viewer)).toBe(false)
  await setRole(true)
  // The session that is open already, and one that begins now.
  const late = await server.as('viewer')
  for (const who of [viewer, late]) {
    expect(await who.envelope(userCalls.getUserMenuTree)).toMatchObject(mustSetUp)
    expect(await who.envelope(modifyPassword, { oldPassword: password, newPassword: 'Another1x' })).toMatchObject(
      mustSetUp,
    )
    expect(await who.call(getLoginUser)).toMatchObject({ mustSetUpSecondFactor: true })
    expect(await who.call(calls.get)).toMatchObject({ isOn: false, isOffered: true, isDemanded: true })
  }
  expect(await isStopped(admin)).toBe(false)
  await late.call(logout)
  const secret = await enrol(viewer)
  expect(await isStopped(viewer)).toBe(false)
  expect(await viewer.call(getLoginUser)).toMatchObject({ mustSetUpSecondFactor: false })
  // What is demanded stays on, and its refusal uses up no code.
  const both = { password, code: appCode(secret, at) }
  expect(await viewer.envelope(calls.turnOff, both)).toMatchObject({ code: 42581 })
  await setRole(false)
  expect(await viewer.call(calls.turnOff, both)).toBeNull()
  expect(await isStopped(viewer)).toBe(false)
})

test('a disabled role demands nothing; one whose factor an administrator took away is led to it again', async () => {
  await setRole(true)
  await enrol(viewer)
  await reset(viewer)
  viewer = await server.as('viewer')
  expect(await isStopped(viewer)).toBe(true)
  const seen = async () =>
    (({ id, version }) => ({ id, version }))(await admin.call<Seen>(roleCalls.getBaseInfo, { id: roleId }))
  await admin.call(roleCalls.disable, await seen())
  expect(await isStopped(viewer)).toBe(false)
  await admin.call(roleCalls.enable, await seen())
  expect(await isStopped(viewer)).toBe(true)
  await setRole(false)
})

test('an enterprise demands it of everybody, or offers it to nobody', async () => {
  await setMode('required')
  expect(await isStopped(viewer)).toBe(true)
  // Also of who has demanded it.
  expect(await isStopped(admin)).toBe(true)
  await enrol(admin)
  expect(await isStopped(admin)).toBe(false)
  await setMode('off')
  expect(await isStopped(viewer)).toBe(false)
  await setRole(true)
  expect(await isStopped(viewer)).toBe(false)
  expect(await viewer.envelope(calls.begin, { password })).toMatchObject({ code: 42580 })
  expect(await viewer.call(calls.get)).toMatchObject({ isOffered: false, isDemanded: false })
  await setMode(null)
  expect(await isStopped(viewer)).toBe(true)
  await setRole(false)
  expect(
    (await admin.envelope(optionCalls.update, { key: 'security_mfa', value: 'maybe', version: optionVersion })).code,
  ).toBe(40010)
})

test('users are found by whether they have one', async () => {
  const names = async (hasSecondFactor: boolean) =>
    (await admin.call<{ records: { username: string }[] }>(userCalls.query, { filter: { hasSecondFactor } })).records
      .map((u) => u.username)
      .sort()
  expect(await names(true)).toEqual(['admin'])
  expect(await names(false)).not.toContain('admin')
  expect(await names(false)).toContain('viewer')
})

test('a copied role sees no more than its model, and demands what that demands', async () => {
  const orgIds = [server.one.orgs.get('DC01')?.id ?? '']
  const model = await admin.call<Seen>(roleCalls.create, {
    name: 'model',
    orgId: server.one.orgs.get('G')?.id ?? '',
    dataScope: 'CUSTOM',
    scopeOrgIds: orgIds,
    remark: 'as asked for',
    needsSecondFactor: true,
  })
  const like = { dataScope: 'CUSTOM', scopeOrgIds: orgIds, remark: 'as asked for', needsSecondFactor: true }
  const orgId = server.one.orgs.get('DC02')?.id ?? ''
  const copy = await admin.call<Seen>(roleCalls.create, { name: 'copy', orgId, copyFromId: model.id })
  expect(await admin.call(roleCalls.getBaseInfo, { id: copy.id })).toMatchObject(like)
  const own = { name: 'own', orgId, copyFromId: model.id, dataScope: 'SELF', needsSecondFactor: false, remark: 'mine' }
  const other = await admin.call<Seen>(roleCalls.create, own)
  expect(await admin.call(roleCalls.getBaseInfo, { id: other.id })).toMatchObject({
    dataScope: 'SELF',
    scopeOrgIds: [],
    needsSecondFactor: false,
    remark: 'mine',
  })
  await admin.call(roleCalls.batchCreate, { name: 'many', orgIds: [orgId], permissions: [], copyFromId: model.id })
  const { records } = await admin.call<{ records: object[] }>(roleCalls.query, { nameEquals: 'many' })
  expect(records).toMatchObject([like])
})
