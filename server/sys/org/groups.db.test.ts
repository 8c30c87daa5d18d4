import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { entitlement } from '@lading/contract/sys/entitlement.ts'
import { org, orgGroup } from '@lading/contract/sys/org.ts'
import { orgCalls } from '@lading/contract/sys/orgCalls.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insert } from '../../kernel/insert.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client
const calls = crudCalls(orgGroup)
const dcs = crudCalls(org)
const orgId = (code: string) => server.one.orgs.get(code)?.id ?? ''
type Seen = { id: string; version: number }
interface Shown extends Seen {
  code: string
  type: string
  path: string
  upperOrgId: string | null
  disabled: boolean
}
const list = async (who = admin) => (await who.call<{ records: Shown[] }>(calls.query, { pageSize: 0 })).records
const one = (id: string) => admin.call<Shown>(calls.getById, { id })
const refusal = async (call: Parameters<Client['envelope']>[0], input: object, who = admin) => {
  const { code, message } = await who.envelope(call, input)
  return { code, message }
}
const make = (code: string, type: string, upper: string, call = calls.create) =>
  admin.call<Seen>(call, { code, name: code, type, upperOrgId: upper })

beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

test('O1 the page has all but the logistics centres, each below what takes it', async () => {
  const bc = await make('BC1', 'BC', orgId('G'))
  expect((await list()).map(({ code, type }) => `${code} ${type}`).sort()).toEqual([
    'AG01 AGENT',
    'BC01 BC',
    'BC1 BC',
    'FC01 FC',
    'G GROUP',
    'TC01 TC',
  ])
  expect((await one(bc.id)).path).toBe(`/${orgId('G')}/${bc.id}/`)
  expect(await refusal(calls.create, { code: 'FC1', name: 'x', type: 'FC', upperOrgId: orgId('DC01') })).toEqual({
    code: 40914,
    message: '[财务中心]不能位于[物流中心]之下',
  })
  expect(await refusal(calls.create, { code: 'G2', name: 'x', type: 'GROUP', upperOrgId: orgId('G') })).toMatchObject({
    message: '每个租户只有一个企业组织',
  })
  expect(await refusal(calls.create, { code: 'DC9', name: 'x', type: 'DC', upperOrgId: orgId('G') })).toMatchObject({
    message: '物流中心请在物流中心管理中维护',
  })
  expect((await refusal(calls.getById, { id: orgId('DC01') })).code).toBe(40914)
  expect((await refusal(calls.update, { id: orgId('DC01'), version: 0, name: 'x' })).code).toBe(40914)
})

test('O2 a move takes everything below along, and never leads below itself', async () => {
  const [a, b] = [await make('BCA', 'BC', orgId('G')), await make('BCB', 'BC', orgId('G'))]
  const dc = await make('DCA', 'DC', a.id, dcs.create)
  const dcRow = await admin.call<Shown>(dcs.getById, { id: dc.id })
  const moved = await admin.call(orgCalls.move, { id: dc.id, version: dcRow.version, upperOrgId: b.id })
  expect((await admin.call<Shown>(dcs.getById, { id: dc.id })).path).toBe(`/${orgId('G')}/${b.id}/${dc.id}/`)
  expect(await refusal(orgCalls.moveGroup, { ...a, upperOrgId: dc.id })).toMatchObject({ code: 40914 })
  const below = await make('DCB', 'DC', dc.id, dcs.create)
  const deep = await refusal(orgCalls.move, { ...moved, upperOrgId: below.id })
  expect(deep).toEqual({ code: 40914, message: '不能移动到自己的下级组织' })
})

test('O3 O4 the root stays, and what is somebody’s only place is not closed', async () => {
  const root = await one(orgId('G'))
  expect(
    (await refusal(orgCalls.moveGroup, { id: root.id, version: root.version, upperOrgId: orgId('G') })).code,
  ).not.toBe(0)
  const tc = await make('TC1', 'TC', orgId('G'))
  const off = await admin.envelope(calls.disable, tc)
  expect(off.code).toBe(0)
  expect((await one(tc.id)).disabled).toBe(true)
  const log = await admin.call<{ action: string }[]>(calls.log, { id: tc.id })
  expect(log.map(({ action }) => action)).toEqual(['disable', 'seedRoles', 'create'])
})

test('O6 a plan that allows no more centres or users says so', async () => {
  const plan = (values: object) =>
    server.inside('G', async (ctx) => {
      await ctx.tx.run(sql`delete from sys_entitlement where tenant_id = ${ctx.tenantId}`)
      await insert(ctx, entitlement, [
        { code: 'PLAN', state: 'ACTIVE', modules: ['wms', 'tms', 'dps'], isUnlimited: false, seq: 0, ...values },
      ])
    })
  const { rows } = await server.db.owner.query(
    `select (select count(*)::int from sys_org where type in ('DC', 'TC') and not disabled and tenant_id = ${server.one.tenantId}) as dcs,
      (select count(*)::int from sys_user where not disabled and tenant_id = ${server.one.tenantId}) as users`,
  )
  await plan({ maxCentres: rows[0].dcs, maxUsers: rows[0].users })
  expect(await refusal(dcs.create, { code: 'DCX', name: 'x', type: 'DC', upperOrgId: orgId('G') })).toEqual({
    code: 40915,
    message: `已超出授权的中心数量：最多${rows[0].dcs}个`,
  })
  const person = { username: 'more', realName: 'More', orgId: orgId('G'), workingOrgIds: [], roleIds: [], ownerIds: [] }
  expect(await refusal(userCalls.create, person)).toEqual({
    code: 40916,
    message: `已超出授权的用户数量：最多${rows[0].users}个`,
  })
  await plan({ isUnlimited: true })
  expect((await refusal(userCalls.create, person)).code).toBe(0)
})

test('organisations come in by file under the same rules', async () => {
  const file = (text: string) => ({ file: { name: 'orgs.csv', data: text } })
  const template = await admin.bytes(calls.importTemplate, { format: 'csv' })
  const head = template.data.toString().trim().replace('\uFEFF', '')
  const columns = head.split(',')
  const row = (values: Record<string, string>) =>
    columns.map((c) => Object.entries(values).find(([name]) => c.startsWith(name))?.[1] ?? '').join(',')
  const good = row({ 代码: 'FCI', 名称: '财务', 类型: 'FC', 上级组织: 'G', 时区: 'Asia/Shanghai' })
  const bad = row({ 代码: 'DCI', 名称: '中心', 类型: 'DC', 上级组织: 'G', 时区: 'Asia/Shanghai' })
  const sent = { dryRun: 'false', mode: 'INSERT' }
  const refused = await admin.call<{ created: number; errors: { message: string }[] }>(
    calls.import,
    sent,
    file(`${head}\r\n${good}\r\n${bad}\r\n`),
  )
  expect(refused.created).toBe(0)
  expect(refused.errors.map(({ message }) => message).join()).toContain('物流中心请在物流中心管理中维护')
  await admin.call(calls.import, sent, file(`${head}\r\n${good}\r\n`))
  const made = (await list()).find(({ code }) => code === 'FCI')
  expect(made?.path).toBe(`/${orgId('G')}/${made?.id}/`)
})

test('each act has its own right', async () => {
  const viewer = await server.as('viewer')
  expect((await list(viewer)).length).toBeGreaterThan(0)
  expect((await refusal(calls.create, { code: 'x', name: 'x', type: 'BC', upperOrgId: orgId('G') }, viewer)).code).toBe(
    40301,
  )
  const other = await server.as('admin', 'G', 'two')
  expect((await refusal(calls.getById, { id: orgId('G') }, other)).code).toBe(40400)
})

test('a role of named owners only shows no goods to whom none is named; another role lifts that', async () => {
  const owners = async (who: Client) =>
    (await who.call<{ records: { code: string }[] }>(crudCalls(owner).query, {})).records.map(({ code }) => code)
  await admin.call(crudCalls(owner).create, { code: 'OWN1', name: 'One' })
  const clerk = await server.as('clerk', 'DC01')
  expect(await owners(clerk)).toEqual(['OWN1'])
  const { records } = await admin.call(roleCalls.query, { nameEquals: 'clerk' })
  const role = records[0] as unknown as Seen
  const { version } = await admin.call(roleCalls.update, { id: role.id, version: role.version, dataScope: 'OWNER_SET' })
  expect(await owners(clerk)).toEqual([])
  const { id } = await admin.call<Seen>(roleCalls.create, { name: 'all goods', orgId: orgId('G') })
  await admin.call(roleCalls.addUsers, { id, userIds: [clerk.userId] })
  expect(await owners(clerk)).toEqual(['OWN1'])
  await admin.call(roleCalls.removeUsers, { id, userIds: [clerk.userId] })
  await admin.call(roleCalls.update, { id: role.id, version, dataScope: 'ALL' })
  expect(await owners(clerk)).toEqual(['OWN1'])
})
