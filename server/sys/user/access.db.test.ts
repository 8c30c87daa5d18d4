import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { getLoginUser, login, wsTicket } from '@lading/contract/sys/session.ts'
import { userAccessCalls } from '@lading/contract/sys/userAccess.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, password, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client
let orgs: Record<'G' | 'DC01' | 'DC02', string>
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
  const idOf = (code: string) => server.one.orgs.get(code)?.id ?? ''
  orgs = { G: idOf('G'), DC01: idOf('DC01'), DC02: idOf('DC02') }
})
afterAll(() => server.close())

const isIn = async (who: Client) => (await who.envelope(getLoginUser)).code === 0
const newRole = async (name: string, permissions: string[], orgId = orgs.G) => {
  const made = await admin.call(roleCalls.create, { name, orgId })
  await admin.call(roleCalls.updatePermission, { ...made, permissions })
  return made.id
}
/** A user who logs in with the password of all of them. */
async function newUser(username: string, roleIds: string[], orgId = orgs.G, more: object = {}): Promise<string> {
  const input = { username, realName: username, orgId, workingOrgIds: [orgs.DC01, orgs.DC02], roleIds, ...more }
  const { id } = await admin.call(userCalls.create, input)
  await server.inside('G', (ctx) =>
    ctx.tx.run(sql`
    update sys_user set password_hash = (select password_hash from sys_user where tenant_id = ${ctx.tenantId} and username = 'admin')
    where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )
  return id
}

test('what a user may do names each role that is the reason, where he works', async () => {
  const everywhere = await newRole('全局', ['wms:basic.owner:view', 'wms:basic.store:view'])
  const here = await newRole('仅一库', ['wms:basic.owner:view', 'wms:basic.owner:update'], orgs.DC01)
  const off = await newRole('停用的', ['wms:basic.owner:remove'])
  const id = await newUser('why', [everywhere, here, off])
  const { version } = await admin.call(roleCalls.getBaseInfo, { id: off })
  await admin.call(roleCalls.disable, { id: off, version: Number(version) })
  const reasons = async (orgId?: string) => {
    const { grants } = await admin.call(userAccessCalls.getPermissions, { id, ...(orgId && { orgId }) })
    return Object.fromEntries(grants.map((g) => [g.permission, g.roles.map((r) => `${r.name}@${r.orgName}`)]))
  }
  expect(await reasons()).toEqual({ 'wms:basic.owner:view': ['全局@Group'], 'wms:basic.store:view': ['全局@Group'] })
  expect(await reasons(orgs.DC02)).toEqual(await reasons())
  expect(await reasons(orgs.DC01)).toEqual({
    'wms:basic.owner:update': ['仅一库@DC01'],
    'wms:basic.owner:view': ['全局@Group', '仅一库@DC01'],
    'wms:basic.store:view': ['全局@Group'],
  })
  // The same as counts when he works there.
  const he = await server.as('why', 'DC01')
  expect([...((await he.call(getLoginUser)).permissions ?? [])].sort()).toEqual(Object.keys(await reasons(orgs.DC01)))
  expect(await he.envelope(userAccessCalls.getPermissions, { id })).toMatchObject({ code: 40301 })
  const { tree } = await admin.call(userAccessCalls.getPermissions, { id })
  expect(tree.map((n) => n.key)).toContain('wms')
  expect(
    await admin.envelope(userAccessCalls.getPermissions, { id, orgId: server.two.orgs.get('G')?.id }),
  ).toMatchObject({ code: 40400 })
})

test('why a user may not do something: each reason that there is, and which roles would let him', async () => {
  const permission = 'wms:basic.owner:remove'
  const views = ['wms', 'wms:basic.owner:view']
  const giver = await newRole('能删的', [...views, permission])
  const there = await newRole('一库能删', [...views, permission], orgs.DC01)
  const named = await newRole('只认一库', [...views, permission])
  const { version } = await admin.call(roleCalls.getBaseInfo, { id: named })
  await admin.call(roleCalls.update, {
    id: named,
    version: Number(version),
    dataScope: 'CUSTOM',
    scopeOrgIds: [orgs.DC01],
  })
  const id = await newUser('cannot', [await newRole('只看', views)])
  const ask = (orgId?: string, of = permission, who = admin) =>
    who.call(userAccessCalls.whyNot, { id, permission: of, ...(orgId && { orgId }) })
  const reasons = async (orgId?: string) =>
    (await ask(orgId)).missing.map((m) => (m.role ? `${m.reason} ${m.role.name}@${m.role.orgName}` : m.reason))
  const setRoles = async (roleIds: string[]) => {
    const seen = await admin.call<{ version: number }>(userCalls.getById, { id })
    await admin.call(userCalls.updateRoles, { id, version: seen.version, roleIds })
  }
  expect(await ask()).toMatchObject({ isHeld: false, missing: [{ reason: 'NO_ROLE', role: null }] })
  const names = async (orgId?: string) => (await ask(orgId)).givers.map((g) => g.name)
  // Those that give least come first; one of a centre, or for one, gives nothing above or elsewhere.
  expect((await names())[0]).toBe('能删的')
  expect(await names()).not.toContain('一库能删')
  expect(await names(orgs.DC02)).not.toContain('只认一库')
  expect(await names(orgs.DC01)).toEqual(expect.arrayContaining(['能删的', '一库能删', '只认一库']))
  await setRoles([there, named])
  expect(await reasons(orgs.DC02)).toEqual(['NO_ENTRY', 'ELSEWHERE 一库能删@DC01', 'NOT_NAMED 只认一库@Group'])
  expect(await ask(orgs.DC01)).toEqual({ isHeld: true, missing: [], givers: [] })
  await setRoles([giver])
  const off = await admin.call(roleCalls.getBaseInfo, { id: giver })
  await admin.call(roleCalls.disable, { id: giver, version: Number(off.version) })
  expect(await reasons()).toEqual(['NO_ENTRY', 'ROLE_OFF 能删的@Group'])
  await admin.call(roleCalls.enable, { id: giver, version: Number(off.version) + 1 })
  expect(await ask()).toMatchObject({ isHeld: true, missing: [] })
  // He has it, and something keeps him from using it.
  await admin.call(roleCalls.update, { id: giver, version: Number(off.version) + 2, needsSecondFactor: true })
  expect(await reasons()).toEqual(['SET_UP'])
  const seen = await admin.call<{ version: number }>(userCalls.getById, { id })
  await admin.call(userCalls.disable, { id, version: seen.version })
  expect(await reasons()).toEqual(['USER_OFF', 'SET_UP'])
  expect((await ask(undefined, 'wms:basic.owner:fly')).missing).toEqual([{ reason: 'UNKNOWN', role: null }])
  // Whose roles do not reach so far is offered none of theirs; who may not look at users asks nothing.
  const desk = await newRole('仅看用户', ['sys:user:view'], orgs.DC02)
  await newUser('asks', [desk], orgs.DC02)
  const he = await server.as('asks', 'DC02')
  expect((await ask(orgs.DC02, 'wms:basic.owner:create', he)).givers).toEqual([])
  const stranger = await server.as('admin', 'G', 'two')
  expect(await stranger.envelope(userAccessCalls.whyNot, { id, permission })).toMatchObject({ code: 40400 })
  expect(await (await server.as('nobody')).envelope(userAccessCalls.whyNot, { id, permission })).toMatchObject({
    code: 40301,
  })
})

test('T37 one session or all of a user are ended at once, noted, and never those of who may do more', async () => {
  const helper = await newRole('服务台', ['sys:user:view', 'sys:user:reset_pwd'])
  const id = await newUser('floor', [], orgs.DC01)
  await newUser('desk', [helper])
  const desk = await server.as('desk')
  const [one, two, three] = [
    await server.as('floor', 'DC01'),
    await server.as('floor', 'DC01'),
    await server.as('floor', 'DC02'),
  ]
  const list = await desk.call(userAccessCalls.getSessions, { id })
  expect(list.map((s) => [s.workingOrgName, s.isCurrent])).toEqual([
    ['DC02', false],
    ['DC01', false],
    ['DC01', false],
  ])
  expect(JSON.stringify(list)).not.toMatch(/key|token|hash/i)
  const first = String(list.at(-1)?.id)
  // Sessions of others are not there, whichever user is named.
  expect(await desk.call(userAccessCalls.endSessions, { id: desk.userId, ids: [first] })).toEqual({ count: 0 })
  expect(await desk.call(userAccessCalls.endSessions, { id, ids: [first] })).toEqual({ count: 1 })
  expect([await isIn(one), await isIn(two), await isIn(three)]).toEqual([false, true, true])
  expect(await desk.call(userAccessCalls.endSessions, { id })).toEqual({ count: 2 })
  expect([await isIn(two), await isIn(three), await isIn(desk)]).toEqual([false, false, true])
  await expect(two.call(wsTicket)).rejects.toMatchObject({ code: 40101 })
  expect(await desk.call(userAccessCalls.getSessions, { id })).toEqual([])
  const noted = await server.inside('G', (ctx) =>
    ctx.tx.query<{ after: object }>(sql`
      select after from sys_audit_log where tenant_id = ${ctx.tenantId} and subject_id = ${id} and action = 'endSessions' order by id`),
  )
  expect(noted.map((n) => n.after)).toEqual([{ count: 1 }, { count: 2 }])
  // His own elsewhere, but never the one he works in.
  const elsewhere = await server.as('desk')
  expect(await desk.call(userAccessCalls.endSessions, { id: desk.userId })).toEqual({ count: 1 })
  expect([await isIn(elsewhere), await isIn(desk)]).toEqual([false, true])
  expect(await desk.envelope(userAccessCalls.endSessions, { id: admin.userId })).toMatchObject({ code: 40311 })
  const viewer = await server.as('viewer')
  expect(await viewer.envelope(userAccessCalls.endSessions, { id })).toMatchObject({ code: 40301 })
  const there = await server.as('desk', 'DC02')
  for (const call of [userAccessCalls.endSessions, userAccessCalls.getSessions, userAccessCalls.getLoginLog])
    expect(await there.envelope(call, { id }), call.path).toMatchObject({ code: 40312 })
  expect(await isIn(admin)).toBe(true)
})

test('the log of log-ins is the user’s own, latest first, page by page', async () => {
  const id = await newUser('times', [])
  const he = await server.as('times', 'DC01')
  await server.as('viewer')
  await expect(server.as('times', 'DC01', 'two')).rejects.toMatchObject({ code: 40104 })
  const log = await admin.call(userAccessCalls.getLoginLog, { id })
  expect(log).toMatchObject({ total: 1, page: 1, records: [{ event: 'LOGIN_OK', ip: '127.0.0.1', source: 'WEB' }] })
  for (const given of ['wrong', 'again wrong'])
    await he.envelope(login, { tenant: 'one', username: 'Times', password: given, source: 'WEB' })
  await he.envelope(login, { tenant: 'one', username: 'times', password, source: 'WEB' })
  const all = await admin.call(userAccessCalls.getLoginLog, { id })
  expect(all.records.map((r) => r.event)).toEqual(['LOGIN_OK', 'LOGIN_FAIL', 'LOGIN_FAIL', 'LOGIN_OK'])
  const second = await admin.call(userAccessCalls.getLoginLog, { id, page: 2, pageSize: 3 })
  expect(second).toMatchObject({ total: 4, page: 2, pageSize: 3, records: [{ id: log.records[0]?.id }] })
  const viewer = await server.as('clerk', 'DC01')
  expect(await viewer.envelope(userAccessCalls.getLoginLog, { id })).toMatchObject({ code: 40301 })
})

test('who changes his organisation keeps the roles of the old one, unless they are asked back', async () => {
  const there = await newRole('一库的', ['wms:basic.owner:view'], orgs.DC01)
  const above = await newRole('总部的', ['wms:basic.store:view'])
  const id = await newUser('moving', [there, above], orgs.DC01)
  const namesOf = async () => (await admin.call(userCalls.getRoles, { id })).map((r) => r.name).sort()
  const both = ['一库的', '总部的'].sort()
  let { version } = await admin.call(userCalls.updateOrg, { id, version: 0, orgId: orgs.DC02 })
  expect(await namesOf()).toEqual(both)
  // Of an organisation that is not the old one nothing is taken.
  ;({ version } = await admin.call(userCalls.updateOrg, { id, version, orgId: orgs.DC01, dropRoles: true }))
  expect(await namesOf()).toEqual(both)
  ;({ version } = await admin.call(userCalls.updateOrg, { id, version, orgId: orgs.DC01, dropRoles: true }))
  expect(await namesOf()).toEqual(both)
  const mover = await newRole('调动', [
    'sys:user:view',
    'sys:user:update_org',
    'wms:basic.owner:view',
    'wms:basic.store:view',
  ])
  await newUser('mover', [mover])
  const he = await server.as('mover')
  expect(await he.envelope(userCalls.updateOrg, { id, version, orgId: orgs.DC02, dropRoles: true })).toMatchObject({
    code: 40301,
  })
  expect(await namesOf()).toEqual(both)
  await admin.call(userCalls.updateOrg, { id, version, orgId: orgs.DC02, dropRoles: true })
  expect(await namesOf()).toEqual(['总部的'])
  const { grants } = await admin.call(userAccessCalls.getPermissions, { id, orgId: orgs.DC01 })
  expect(grants.map((g) => g.permission)).toEqual(['wms:basic.store:view'])
})

test('T35 T40 who is moved works no more where he was, and on where he still may', async () => {
  const id = await newUser('moved', [], orgs.DC01)
  let { version } = await admin.call(userCalls.updateWorkingOrgs, { id, version: 0, workingOrgIds: [orgs.DC02] })
  const [own, other] = [await server.as('moved', 'DC01'), await server.as('moved', 'DC02')]
  ;({ version } = await admin.call(userCalls.updateOrg, { id, version, orgId: orgs.G }))
  expect([await isIn(own), await isIn(other)]).toEqual([false, true])
  await admin.call(userCalls.updateOrg, { id, version, orgId: orgs.DC01 })
  expect([await isIn(own), await isIn(other)]).toEqual([false, true])
})

test('a user of more owners or centres than the caller’s is not his to change, and shown so', async () => {
  const role = await newRole('本库用户', ['sys:user:view', 'sys:user:update', 'sys:user:reset_pwd'])
  const [a, b] = await Promise.all(
    ['A1', 'B1'].map((code) => admin.call<{ id: string }>(crudCalls(owner).create, { code, name: code })),
  )
  const here = { workingOrgIds: [orgs.DC01] }
  const of = (...owners: ({ id: string } | undefined)[]) => ({ ...here, ownerIds: owners.map((o) => o?.id ?? '') })
  const [own, ofA] = [await newUser('of.own', [role], orgs.DC01, of(a)), await newUser('of.a', [], orgs.DC01, of(a))]
  const ofBoth = await newUser('of.both', [], orgs.DC01, of(a, b))
  const ofAll = await newUser('of.all', [], orgs.DC01, here)
  const both = await newUser('in.both', [], orgs.DC01, { ...of(a), workingOrgIds: [orgs.DC01, orgs.DC02] })
  await newUser('of.centre', [role], orgs.DC01, here)
  const [limited, centre] = [await server.as('of.own', 'DC01'), await server.as('of.centre', 'DC01')]
  const beyond = async (who: Client) =>
    (await who.call(userCalls.query, { filter: { within: orgs.DC01 } })).records
      .filter((r) => r.isStronger && /^(of|in)\./.test(String(r.username)))
      .map((r) => r.username)
      .sort()
  expect(await beyond(limited)).toEqual(['in.both', 'of.both'])
  expect(await beyond(centre)).toEqual(['in.both'])
  expect(await beyond(admin)).toEqual([])
  const reset = async (who: Client, id: string) =>
    (
      await who.envelope(userCalls.resetPassword, {
        id,
        version: (await admin.call(userCalls.getById, { id })).version,
      })
    ).code
  for (const id of [ofBoth, both]) expect(await reset(limited, id)).toBe(40311)
  // Whom no owner limits is not there for him.
  expect(await reset(limited, ofAll)).toBe(40400)
  expect(await reset(limited, ofA)).toBe(0)
  expect(await reset(centre, both)).toBe(40311)
  for (const id of [ofBoth, ofAll]) expect(await reset(centre, id)).toBe(0)
  for (const id of [ofBoth, ofAll, both]) expect(await reset(admin, id)).toBe(0)
  // What of his own he may change, he may still.
  await limited.call(userCalls.update, { id: own, version: 0, remark: 'r' })
})
