import { faults } from '@lading/contract/kernel/fault.ts'
import { listViewFaults } from '@lading/contract/sys/listView.ts'
import { listViewCalls as calls, type ListViewBody, listViewsMax } from '@lading/contract/sys/listViewCalls.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { getLoginUser } from '@lading/contract/sys/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client
let clerk: Client
let viewer: Client
beforeAll(async () => {
  server = await openTestServer()
  ;[admin, clerk, viewer] = [
    await server.as('admin'),
    await server.as('clerk', 'DC01'),
    await server.as('viewer', 'DC01'),
  ]
})
afterAll(() => server.close())

const list = 'wms.owner'
const body = (more: Partial<ListViewBody> = {}): ListViewBody => ({
  filter: { code: 'O', disabled: 'false' },
  sort: '-code',
  pageSize: 50,
  columns: ['name', 'code'],
  hidden: ['code'],
  widths: { name: 260 },
  ...more,
})
const usual = async (who: Client) => (await who.call(getLoginUser)).listViews
const views = (who: Client, of = list) => who.call(calls.query, { list: of })
const names = async (who: Client, of = list) => (await views(who, of)).map((v) => v.name)
const roleOf = async (name: string): Promise<string> => {
  const { records } = await admin.call<{ records: { id: string }[] }>(roleCalls.query, { nameEquals: name })
  return records[0]?.id ?? ''
}
const refusal = async (asked: Promise<{ code: number }>) => (await asked).code
const logged = async (id: string) => {
  const { rows } = await server.db.owner.query<{ action: string }>(
    'select action from sys_audit_log where subject_id = $1 order by id',
    [id],
  )
  return rows.map((r) => r.action)
}

test('a view is kept as it was saved, for its user alone, and changes by its version', async () => {
  const made = await clerk.call(calls.create, { list, name: ' 启用的 ', body: body() }, { key: 'v1' })
  expect(await clerk.call(calls.create, { list, name: ' 启用的 ', body: body() }, { key: 'v1' })).toEqual(made)
  expect(await views(clerk)).toEqual([
    { ...made, name: '启用的', role: null, isOthers: false, mayChange: true, body: body() },
  ])
  expect(await views(clerk, 'wms.store')).toEqual([])
  expect(await names(viewer)).toEqual([])
  expect(await names(admin)).toEqual([])
  const next = await clerk.call(calls.update, { ...made, body: body({ sort: '' }) })
  expect(next).toEqual({ id: made.id, version: 1 })
  expect(await refusal(clerk.envelope(calls.update, { ...made, name: '旧' }))).toBe(faults.stale.code)
  expect(await refusal(clerk.envelope(calls.remove, made))).toBe(faults.stale.code)
  await clerk.call(calls.update, { ...next, name: '在用' })
  expect(await views(clerk)).toMatchObject([{ name: '在用', body: body({ sort: '' }) }])
  expect(await refusal(viewer.envelope(calls.update, { id: made.id, version: 2, name: 'x' }))).toBe(40400)
  expect(await refusal(viewer.envelope(calls.remove, { id: made.id, version: 2 }))).toBe(40400)
  await clerk.call(calls.remove, { id: made.id, version: 2 })
  expect(await names(clerk)).toEqual([])
  expect(await logged(made.id)).toEqual(['create', 'update', 'update', 'remove'])
})

test('another tenant neither sees a view nor writes it, and has the same names for itself', async () => {
  const made = await admin.call(calls.create, { list, name: '两家', body: body() })
  const other = await server.as('admin', 'G', 'two')
  expect(await names(other)).toEqual([])
  await other.call(calls.create, { list, name: '两家', body: body() })
  expect(await refusal(other.envelope(calls.update, { ...made, name: 'x' }))).toBe(40400)
  expect(await refusal(other.envelope(calls.setDefault, { list, id: made.id }))).toBe(40400)
  expect(
    await refusal(other.envelope(calls.share, { list, name: 'x', roleId: await roleOf('viewer'), body: body() })),
  ).toBe(40400)
  await admin.call(calls.remove, made)
  expect(await names(other)).toEqual(['两家'])
})

test('a name stands once among those of a user, and a list has so many views', async () => {
  const one = await viewer.call(calls.create, { list, name: '甲', body: body() })
  expect(await viewer.envelope(calls.create, { list, name: '甲', body: body() })).toMatchObject({
    code: faults.duplicate.code,
    message: '名称[甲]已存在',
  })
  const two = await viewer.call(calls.create, { list, name: '乙', body: body() })
  expect(await refusal(viewer.envelope(calls.update, { ...two, name: '甲' }))).toBe(faults.duplicate.code)
  for (let i = 2; i < listViewsMax - 1; i++)
    await viewer.call(calls.create, { list, name: `视图${i}`, body: body({ filter: {} }) })
  // The last place is taken by one of two who ask at once.
  const answers = await Promise.all(
    ['末', '尾'].map((name) => viewer.envelope(calls.create, { list, name, body: body() })),
  )
  expect(answers.map((a) => a.code).sort()).toEqual([0, listViewFaults.tooMany.code])
  expect(await names(viewer)).toHaveLength(listViewsMax)
  await viewer.call(calls.create, { list: 'wms.store', name: '甲', body: body() })
  await viewer.call(calls.remove, one)
  await viewer.call(calls.create, { list, name: '甲', body: body() })
})

test('what is no list, too long or no view of one is refused', async () => {
  expect(await refusal(clerk.envelope(calls.create, { list: 'wms.nothing', name: 'x', body: body() }))).toBe(40400)
  const field = async (input: object) => {
    const answer = await clerk.envelope(calls.create, { list, name: 'x', body: body(), ...input })
    return [answer.code, answer.errors?.map((e) => e.field)]
  }
  expect(await field({ name: ' ' })).toEqual([40000, ['name']])
  expect(await field({ name: '长'.repeat(41) })).toEqual([40000, ['name']])
  expect(await field({ body: body({ filter: { code: '' } }) })).toEqual([40000, ['body.filter.code']])
  expect(await field({ body: body({ sort: 'code;drop' }) })).toEqual([40000, ['body.sort']])
  expect(await field({ body: body({ widths: { name: 5 } }) })).toEqual([40000, ['body.widths.name']])
  const much = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`f${i}`, 'x'.repeat(1_000)]))
  expect(await field({ body: body({ filter: much }) })).toEqual([40000, ['body']])
  expect(await names(clerk)).toEqual([])
})

test('who may share gives a view to a role: its users see it, and nobody of them changes it', async () => {
  const roleId = await roleOf('viewer')
  const input = { list: 'wms.bin', name: '空货位', roleId, body: body() }
  expect(await refusal(clerk.envelope(calls.share, input))).toBe(faults.forbidden.code)
  expect(await refusal(clerk.envelope(calls.roles, {}))).toBe(faults.forbidden.code)
  expect((await admin.call(calls.roles, {})).map((r) => r.id)).toContain(roleId)
  const made = await admin.call(calls.share, input)
  const [shown] = await views(viewer, 'wms.bin')
  expect(shown).toEqual({
    ...made,
    name: '空货位',
    role: { id: roleId, name: 'viewer' },
    isOthers: false,
    mayChange: false,
    body: body(),
  })
  expect(await names(clerk, 'wms.bin')).toEqual([])
  expect(await views(admin, 'wms.bin')).toMatchObject([{ isOthers: true, mayChange: true }])
  expect(await viewer.envelope(calls.update, { ...made, name: 'x' })).toMatchObject({
    code: listViewFaults.readOnly.code,
    message: '视图[空货位]由角色[viewer]共享，您不能修改，可以另存为自己的视图',
  })
  expect(await refusal(viewer.envelope(calls.remove, made))).toBe(listViewFaults.readOnly.code)
  expect(await refusal(clerk.envelope(calls.remove, made))).toBe(40400)
  // A copy is the user's own, by the same name.
  await viewer.call(calls.create, { list: 'wms.bin', name: '空货位', body: body() })
  expect(await names(viewer, 'wms.bin')).toEqual(['空货位', '空货位'])
  const next = await admin.call(calls.update, { ...made, name: '无货货位' })
  expect(await names(viewer, 'wms.bin')).toEqual(['空货位', '无货货位'])
  expect(await logged(made.id)).toEqual(['share', 'update'])
  await viewer.call(calls.setDefault, { list: 'wms.bin', id: made.id })
  await admin.call(calls.remove, next)
  expect(await usual(viewer)).toEqual({})
})

test('a list opens with one view for each user, as long as he sees it', async () => {
  const mine = await clerk.call(calls.create, { list, name: '我的', body: body() })
  const shared = await admin.call(calls.share, { list, name: '角色的', roleId: await roleOf('clerk'), body: body() })
  expect(await refusal(clerk.envelope(calls.setDefault, { list: 'wms.store', id: mine.id }))).toBe(40400)
  await clerk.call(calls.setDefault, { list, id: mine.id })
  await clerk.call(calls.setDefault, { list, id: mine.id })
  expect(await usual(clerk)).toEqual({ [list]: mine.id })
  expect(await usual(admin)).toEqual({})
  await clerk.call(calls.setDefault, { list, id: shared.id })
  expect(await usual(clerk)).toEqual({ [list]: shared.id })
  // What the role does not give any more is no view of his: the list opens as it is, until it does so again.
  const { records } = await admin.call<{ records: { id: string; version: number }[] }>(roleCalls.query, {
    nameEquals: 'clerk',
  })
  const [role] = records
  await admin.call(roleCalls.removeUsers, { id: role?.id ?? '', userIds: [clerk.userId] })
  expect(await names(clerk)).toEqual(['我的'])
  await admin.call(roleCalls.addUsers, { id: role?.id ?? '', userIds: [clerk.userId] })
  expect(await usual(clerk)).toEqual({ [list]: shared.id })
  await clerk.call(calls.setDefault, { list, id: null })
  await clerk.call(calls.setDefault, { list, id: null })
  expect(await usual(clerk)).toEqual({})
  expect(await logged(mine.id)).toEqual(['create', 'makeDefault'])
  expect(await logged(shared.id)).toEqual(['share', 'makeDefault', 'dropDefault'])
})

test('a role that is deleted takes its views along, and with them what opened by them', async () => {
  const orgId = server.one.orgs.get('DC01')?.id ?? ''
  const role = await admin.call(roleCalls.create, { name: '临时', orgId })
  const shared = await admin.call(calls.share, { list: 'wms.store', name: '临时的', roleId: role.id, body: body() })
  await admin.call(roleCalls.addUsers, { id: role.id, userIds: [viewer.userId] })
  await viewer.call(calls.setDefault, { list: 'wms.store', id: shared.id })
  expect(await usual(viewer)).toEqual({ 'wms.store': shared.id })
  await admin.call(roleCalls.removeUsers, { id: role.id, userIds: [viewer.userId] })
  await admin.call(roleCalls.remove, { id: role.id, version: role.version })
  const left = await server.db.owner.query(
    'select 1 from sys_list_view where id = $1 union all select 1 from sys_list_default where view_id = $1',
    [shared.id],
  )
  expect(left.rows).toEqual([])
})

test('whoever has the right at one centre shares there only, and a role of elsewhere counts for nobody here', async () => {
  const orgOf = (code: string) => server.one.orgs.get(code)?.id ?? ''
  const sharing = await admin.call(roleCalls.create, { name: '视图管理', orgId: orgOf('DC01') })
  await admin.call(roleCalls.updatePermission, { ...sharing, permissions: ['sys:list_view:release'] })
  await admin.call(roleCalls.addUsers, { id: sharing.id, userIds: [clerk.userId] })
  const there = await admin.call(roleCalls.create, { name: '萧山', orgId: orgOf('DC02') })
  const view = { list: 'wms.vendor', name: '本地', body: body() }
  expect(await refusal(clerk.envelope(calls.share, { ...view, roleId: there.id }))).toBe(40400)
  expect(await refusal(clerk.envelope(calls.share, { ...view, roleId: await roleOf('viewer') }))).toBe(40400)
  const made = await clerk.call(calls.share, { ...view, roleId: sharing.id })
  expect((await clerk.call(calls.roles, {})).map((r) => r.id)).toEqual([sharing.id])
  expect(await clerk.call(calls.query, { list: 'wms.vendor' })).toMatchObject([{ id: made.id, mayChange: true }])
  // Given by a role of another centre it would not count here.
  await admin.call(calls.share, { ...view, name: '外地', roleId: there.id })
  await admin.call(roleCalls.addUsers, { id: there.id, userIds: [clerk.userId] })
  expect(await names(clerk, 'wms.vendor')).toEqual(['本地'])
  expect(await names(admin, 'wms.vendor')).toEqual(['外地', '本地'].sort())
})
