import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { dicCalls } from '@lading/contract/sys/dicCalls.ts'
import { org } from '@lading/contract/sys/org.ts'
import { orgCalls } from '@lading/contract/sys/orgCalls.ts'
import { roleCalls, roleView } from '@lading/contract/sys/roleCalls.ts'
import { getLoginUser, login, switchWorkingOrg } from '@lading/contract/sys/session.ts'
import { userCalls, userView } from '@lading/contract/sys/userCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../testing/full.ts'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'

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

const tryLogin = async (username: string, password: string) =>
  (
    await server.app.inject({
      method: 'POST',
      url: login.path,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ tenant: 'one', username, password }),
    })
  ).json() as { code: number; data: { user: { originalPassword: boolean; permissions: string[] } } }

const newUser = (username: string, more: object = {}) =>
  admin.call(userCalls.create, { username, realName: username, orgId: orgs.G, workingOrgIds: [orgs.DC01], ...more })
const newRole = async (name: string, permissions: string[], orgId = orgs.G) => {
  const made = await admin.call(roleCalls.create, { name, orgId })
  await admin.call(roleCalls.updatePermission, { ...made, permissions })
  return made.id
}

// First, since tests below take roles away.
test('S-37 everybody reads his own roles; those of others are for who may view users', async () => {
  const clerk = await server.as('clerk', 'DC01')
  const own = await clerk.call(userCalls.getRoles, {})
  expect(own).toMatchObject([{ name: 'clerk', orgId: orgs.G, disabled: false }])
  expect(await clerk.call(userCalls.getRoles, { id: clerk.userId })).toEqual(own)
  expect(await clerk.envelope(userCalls.getRoles, { id: admin.userId })).toMatchObject({ code: 40301 })
  expect(await admin.call(userCalls.getRoles, { id: clerk.userId })).toEqual(own)
})

test('an initial password is shown once, works and is to be changed', async () => {
  const role = await newRole('看货主', ['wms:basic.owner:update'])
  const input = { username: ' Li.Lei ', realName: '李雷', orgId: orgs.DC01, roleIds: [role], mobile: '13800001234' }
  const made = await admin.call(userCalls.create, input, { key: 'k1' })
  expect(made.initialPassword).toMatch(/^\w{10}$/)
  const again = await admin.call(userCalls.create, input, { key: 'k1' })
  expect(again).toMatchObject({ id: made.id, initialPassword: null })
  const session = await tryLogin('LI.lei', made.initialPassword ?? '')
  expect(session.data.user).toMatchObject({
    originalPassword: true,
    permissions: ['wms:basic.owner:update', 'wms:basic.owner:view'],
  })
  await expect(admin.call(userCalls.create, input)).rejects.toThrow('用户名已存在')
  await expect(newUser('other.one', { mobile: '13800001234' })).rejects.toThrow('手机号已被使用')
  expect(await admin.call(userCalls.checkUser, { username: 'LI.LEI' })).toEqual({
    available: false,
    message: '用户名已存在',
  })
})

test('nothing of a password is ever read, and a viewer sees no full mobile number', async () => {
  const viewer = await server.as('viewer')
  const page = await viewer.call(userCalls.query, { usernameLike: 'li' })
  expect(page.records).toHaveLength(1)
  expect(page.records[0]).toMatchObject({ mobile: '138****1234', roles: [{ refs: { roleId: { name: '看货主' } } }] })
  expect(JSON.stringify(page)).not.toContain('argon2')
  await expect(viewer.call(userCalls.query, { filter: { passwordHash: 'x' } })).rejects.toMatchObject({ code: 40000 })
  const { data } = await admin.bytes(crudCalls(userView).export, { format: 'csv' })
  expect(data.toString()).toContain('李雷')
  expect(data.toString()).not.toContain('argon2')
})

test('who sees no full mobile number neither finds nor orders by it, in list, file and log', async () => {
  const viewer = await server.as('viewer')
  const refusal = { code: 40000, errors: [{ field: 'mobile', rule: 'filter' }] }
  const { records } = await admin.call(userCalls.query, { mobileLike: '1380000' })
  expect(records).toHaveLength(1)
  for (const question of [
    { mobileLike: '1380000' },
    { filter: { mobile: '1380000' } },
    { filter: { mobile: null } },
    { orderBy: 'username,-mobile' },
    { orderField: 'mobile' },
  ]) {
    expect(await viewer.envelope(userCalls.query, question)).toMatchObject(refusal)
    expect(await admin.envelope(userCalls.query, question)).toMatchObject({ code: 0 })
  }
  const exporting = await newRole('导出名单', ['sys:user:export'])
  await admin.call(roleCalls.addUsers, { id: exporting, userIds: [viewer.userId] })
  const file = crudCalls(userView).export
  for (const question of [{ filter: { mobile: '138' } }, { orderBy: 'mobile' }])
    await expect(viewer.bytes(file, { format: 'csv', columns: ['username'], ...question })).rejects.toMatchObject(
      refusal,
    )
  await admin.call(roleCalls.removeUsers, { id: exporting, userIds: [viewer.userId] })
  const log = async (who: Client) => JSON.stringify(await who.call(crudCalls(userView).log, { id: records[0]?.id }))
  expect(await log(admin)).toContain('13800001234')
  expect(await log(viewer)).toContain('138****1234')
  expect(await log(viewer)).not.toContain('13800001234')
})

test('a list of users is narrowed by organisation and role, its file alike', async () => {
  const role = await newRole('夜班', ['wms:basic.owner:view'])
  const made = await newUser('night', { orgId: orgs.DC02, roleIds: [role], mobile: '13900005678' })
  const names = async (who: Client, filter: object) =>
    (await who.call(userCalls.query, { filter })).records.map((r) => r.username)
  expect(await names(admin, { within: orgs.DC02 })).toEqual(['night'])
  expect(await names(admin, { within: orgs.G })).toContain('night')
  expect(await names(admin, { 'roles.roleId': [role] })).toEqual(['night'])
  expect(await names(admin, { 'orgs.orgId': [orgs.DC01], username: 'night' })).toEqual(['night'])
  const there = await server.as('admin', 'DC01')
  expect(await names(there, {})).not.toContain('night')
  const file = async (who: Client, input: object) =>
    (await who.bytes(crudCalls(userView).export, { format: 'csv', ...input })).data.toString()
  const columns = ['username', 'mobile', 'roles.roleId']
  expect(await file(admin, { filter: { 'roles.roleId': [role] }, columns })).toMatch(/night,13900005678,夜班/)
  expect(await file(there, { columns: ['username'] })).not.toContain('night')
  const exporting = await newRole('导出', ['sys:user:export'])
  const viewer = await server.as('viewer')
  await admin.call(roleCalls.addUsers, { id: exporting, userIds: [viewer.userId] })
  expect(await file(viewer, { columns })).toContain('night')
  expect(await file(viewer, { columns })).not.toContain('13900005678')
  const seen = await viewer.call(userCalls.getById, { id: admin.userId })
  expect(seen).toMatchObject({ isStronger: true })
  expect(await admin.call(userCalls.getById, { id: made.id })).toMatchObject({ isStronger: false })
})

test('resetting a password and disabling a user end his sessions', async () => {
  const made = await newUser('hanmei')
  const session = await tryLogin('hanmei', made.initialPassword ?? '')
  expect(session.code).toBe(0)
  const reset = await admin.call(userCalls.resetPassword, { id: made.id, version: 0 })
  expect((await tryLogin('hanmei', made.initialPassword ?? '')).code).toBe(40104)
  expect((await tryLogin('hanmei', reset.initialPassword ?? '')).code).toBe(0)
  expect(await admin.call(userCalls.disable, { rows: [{ id: made.id, version: 1 }] })).toEqual({ ok: 1, failed: [] })
  expect((await tryLogin('hanmei', reset.initialPassword ?? '')).code).toBe(40105)
  const open = await server.inside('G', (ctx) =>
    ctx.tx.query(sql`
    select 1 from sys_session where tenant_id = ${ctx.tenantId} and user_id = ${made.id} and revoked_at is null`),
  )
  expect(open).toEqual([])
  await expect(admin.call(userCalls.resetPassword, { id: admin.userId, version: 0 })).rejects.toThrow(
    '请使用修改密码功能',
  )
  await expect(admin.call(userCalls.disable, { id: admin.userId, version: 0 })).rejects.toThrow('不能停用当前登录账号')
})

test('nobody grants what he does not hold, nor changes who may do more', async () => {
  const helper = await newRole('用户管理', [
    'sys:user:create',
    'sys:user:update',
    'sys:user:edit_role',
    'sys:user:reset_pwd',
    'sys:user:enable_disable',
    'sys:role:create',
    'sys:role:update',
    'wms:basic.owner:view',
  ])
  const strong = await newRole('强', ['wms:basic.owner:remove'])
  const boss = await newUser('deputy', { roleIds: [helper] })
  await server.inside('G', (ctx) =>
    ctx.tx.run(sql`
    update sys_user set password_hash = (select password_hash from sys_user where tenant_id = ${ctx.tenantId} and username = 'admin')
    where tenant_id = ${ctx.tenantId} and id = ${boss.id}`),
  )
  const deputy = await server.as('deputy')
  const weak = await deputy.call(userCalls.create, {
    username: 'weak',
    realName: 'w',
    orgId: orgs.G,
    roleIds: [helper],
  })
  await expect(deputy.call(userCalls.updateRoles, { id: weak.id, version: 0, roleIds: [strong] })).rejects.toThrow(
    '不能授予超出自己权限的角色',
  )
  const mine = await deputy.call(roleCalls.create, { name: '我的', orgId: orgs.G })
  await expect(
    deputy.call(roleCalls.updatePermission, { ...mine, permissions: ['wms:basic.owner:remove'] }),
  ).rejects.toMatchObject({ code: 40310 })
  await expect(
    deputy.call(roleCalls.create, { name: 'copy', orgId: orgs.G, copyFromId: strong }),
  ).rejects.toMatchObject({ code: 40313 })
  await expect(deputy.call(roleCalls.addUsers, { id: strong, userIds: [weak.id] })).rejects.toMatchObject({
    code: 40313,
  })
  await expect(deputy.call(userCalls.resetPassword, { id: admin.userId, version: 0 })).rejects.toMatchObject({
    code: 40311,
  })
  const there = await server.as('deputy', 'DC01')
  await expect(there.call(userCalls.create, { username: 'x1', realName: 'x', orgId: orgs.DC02 })).rejects.toThrow(
    '组织无权访问该数据',
  )
})

test('rights change at once, and roles with users stay', async () => {
  const role = await newRole('临时', ['wms:basic.store:view'])
  const viewer = await server.as('viewer')
  await admin.call(roleCalls.addUsers, { id: role, userIds: [viewer.userId] })
  await expect(admin.call(roleCalls.remove, { id: role, version: 1 })).rejects.toThrow('角色下存在用户，不能删除')
  const { tree, held, version } = await admin.call(roleCalls.getPermission, { id: role })
  expect(held).toEqual(['wms:basic.store:view'])
  expect(tree.map((n) => n.key)).toEqual(expect.arrayContaining(['wms', 'mdm', 'sys']))
  await admin.call(roleCalls.updatePermission, { id: role, version, permissions: ['wms:basic.store:remove'] })
  const me = await viewer.call(getLoginUser)
  expect(me.permissions).toContain('wms:basic.store:remove')
  const page = await admin.call(roleCalls.query, { nameEquals: '临时', pageSize: 0 })
  expect(page.records).toMatchObject([{ userCount: 1, orgName: 'Group', isBeyond: false }])
  const calls = crudCalls(roleView)
  expect(await viewer.call(calls.getById, { id: role })).toMatchObject({ userCount: 1, isBeyond: false })
  const all = await admin.call(roleCalls.query, { nameEquals: '系统管理员' })
  expect(await viewer.call(calls.getById, { id: all.records[0]?.id })).toMatchObject({ isBeyond: true })
  const copy = await admin.call(roleCalls.create, { name: '副本', orgId: orgs.DC01, copyFromId: role })
  expect((await admin.call(roleCalls.getPermission, { id: copy.id })).held).toContain('wms:basic.store:remove')
  expect((await admin.call(roleCalls.getRoleUsers, { id: role })).records).toHaveLength(1)
  await admin.call(roleCalls.removeUsers, { id: role, userIds: [viewer.userId] })
  await expect(
    admin.call(roleCalls.updatePermission, { id: role, version: 2, permissions: ['no:such:view'] }),
  ).rejects.toThrow('包含不存在的权限')
  await admin.call(roleCalls.remove, { id: role, version: 2 })
  const many = await admin.call(roleCalls.batchCreate, {
    name: '多',
    orgIds: [orgs.DC01, orgs.DC02],
    permissions: ['wms:basic.owner:view'],
  })
  expect(many).toEqual({ ok: 2, failed: [] })
})

test('T11 two administrators who disable each other at the same moment leave one', async () => {
  const { records } = await admin.call(roleCalls.query, { nameEquals: '系统管理员' })
  const role = String(records[0]?.id)
  const second = await newUser('second', { roleIds: [role] })
  await server.inside('G', (ctx) =>
    ctx.tx.run(sql`
    update sys_user set password_hash = (select password_hash from sys_user where tenant_id = ${ctx.tenantId} and username = 'admin')
    where tenant_id = ${ctx.tenantId} and id = ${second.id}`),
  )
  await server.inside('G', (ctx) =>
    ctx.tx.run(sql`
      delete from sys_user_role where tenant_id = ${ctx.tenantId} and role_id <> ${role}`),
  )
  const versionOf = (who: Client, id: string) => who.call(userCalls.getById, { id }).then((u) => Number(u.version))
  // Once disabled, a user is brought back behind the scenes for the next try.
  const revive = () =>
    server.inside('G', (ctx) =>
      ctx.tx.run(sql`
    update sys_user set disabled = false, version = version + 1 where tenant_id = ${ctx.tenantId} and disabled`),
    )
  for (let i = 0; i < (isFull ? 100 : 10); i++) {
    const [a, b] = await Promise.all([server.as('admin'), server.as('second')])
    const [va, vb] = await Promise.all([versionOf(a, b.userId), versionOf(a, a.userId)])
    const answers = await Promise.all([
      a.envelope(userCalls.disable, { id: b.userId, version: va }),
      b.envelope(userCalls.disable, { id: a.userId, version: vb }),
    ])
    const left = await server.inside('G', (ctx) =>
      ctx.tx.query(sql`
      select 1 from sys_user where tenant_id = ${ctx.tenantId} and username in ('admin', 'second') and not disabled`),
    )
    expect([left.length, answers.filter((x) => x.code === 0).length]).toEqual([1, 1])
    await revive()
  }
  const last = await server.as('admin')
  await last.call(userCalls.disable, { id: second.id, version: await versionOf(last, second.id) })
  await expect(
    last.call(userCalls.updateRoles, { id: last.userId, version: await versionOf(last, last.userId), roleIds: [] }),
  ).rejects.toThrow('至少保留一个启用的管理员')
  const version = Number((await last.call(roleCalls.getBaseInfo, { id: role })).version)
  await expect(last.call(roleCalls.disable, { id: role, version })).rejects.toThrow('至少保留一个启用的管理员')
  admin = last
})

test('an administrator past his last day is none, and the last one cannot have his in the past', async () => {
  const seen = async (id: string) => ({ id, version: Number((await admin.call(userCalls.getById, { id })).version) })
  const [second] = (await admin.call(userCalls.query, { usernameLike: 'second' })).records
  const id = String(second?.id)
  const past = { validTo: '2020-01-31' }
  await admin.call(userCalls.enable, await seen(id))
  await admin.call(userCalls.update, { ...(await seen(id)), ...past })
  for (const [call, change] of [
    [userCalls.update, past],
    [userCalls.updateRoles, { roleIds: [] }],
  ] as const)
    await expect(admin.call(call, { ...(await seen(admin.userId)), ...change })).rejects.toThrow(
      '至少保留一个启用的管理员',
    )
  await admin.call(userCalls.update, { ...(await seen(admin.userId)), validTo: '2999-12-31' })
  await admin.call(userCalls.disable, await seen(id))
})

test('a new logistics centre is in the tree, prepared, and open to its maker', async () => {
  const calls = crudCalls(org)
  const made = await admin.call<{ id: string }>(calls.create, {
    code: 'DC09',
    name: '新中心',
    type: 'DC',
    upperOrgId: orgs.G,
  })
  const row = await admin.call<Record<string, unknown>>(calls.getById, { id: made.id })
  expect(row).toMatchObject({ path: `/${orgs.G}/${made.id}/`, level: 2 })
  for (const timeZone of ['Mars/Olympus', '+08:00'])
    await expect(admin.call(calls.update, { id: made.id, version: 0, timeZone })).rejects.toMatchObject({
      errors: [{ field: 'timeZone', message: '没有这个时区' }],
    })
  await admin.call(switchWorkingOrg, { workingOrgId: made.id })
  const bins = await server.inside('G', (ctx) =>
    ctx.tx.query(sql`
    select 1 from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${made.id}`),
  )
  expect(bins.length).toBeGreaterThan(10)
  admin = await server.as('admin')
  const sub = await admin.call<{ id: string }>(calls.create, {
    code: 'DC10',
    name: '子仓',
    type: 'DC',
    upperOrgId: made.id,
  })
  await expect(admin.call(orgCalls.move, { id: made.id, version: 0, upperOrgId: sub.id })).rejects.toThrow(
    '不能移动到自己的下级组织',
  )
  await expect(admin.call(calls.create, { code: 'G2', name: 'g', type: 'GROUP', upperOrgId: null })).rejects.toThrow(
    '每个租户只有一个企业组织',
  )
  await expect(admin.call(calls.create, { code: 'F', name: 'f', type: 'FC', upperOrgId: made.id })).rejects.toThrow(
    '[财务中心]不能位于[物流中心]之下',
  )
  await admin.call(orgCalls.move, { id: sub.id, version: 0, upperOrgId: orgs.G })
  const [root] = await admin.call(orgCalls.tree, {})
  expect(root?.children.map((n) => n.code)).toEqual(['AG01', 'BC01', 'DC01', 'DC02', 'DC09', 'DC10', 'FC01', 'TC01'])
  await expect(admin.call(calls.disable, { id: orgs.DC01, version: 0 })).rejects.toThrow('唯一的可用组织')
  expect(await admin.call(orgCalls.checkDisable, { id: made.id })).toEqual({ allowed: true, message: '', blockers: [] })
  await admin.call(calls.disable, { id: made.id, version: 0 })
})

test('dictionaries answer in the language of the caller', async () => {
  const [first] = await admin.call(dicCalls.queryByTypeCode, { typeCodes: ['SHORT_REASON'] }, { language: 'en-US' })
  expect(first).toEqual({
    typeCode: 'SHORT_REASON',
    queryKey: 'DAMAGED',
    infoValue: 'Damaged',
    sort: 10,
    color: null,
    disabled: false,
  })
  const menuTree = await admin.call(userCalls.getUserMenuTree, {})
  expect(menuTree[0]).toMatchObject({ code: 'wms' })
  // A sub-system has a permission of its own: without it the client shows nothing of it either.
  const entries = ['wms:basic.owner:view', 'mdm', 'mdm:basic.product_qpc:view']
  const one = await newUser('menu.one', { roleIds: [await newRole('菜单', entries)] })
  expect((await admin.call(userCalls.getUserMenuTree, { id: one.id })).map((m) => m.code)).toEqual(['mdm'])
  expect(await admin.call(userCalls.getOwnerOrgFilter, {})).toMatchObject({
    types: ['GROUP', 'DC', 'TC', 'FC', 'BC', 'AGENT'],
  })
  expect(await admin.call(userCalls.checkPassword, { password: 'wrong' })).toEqual({ ok: false })
})
