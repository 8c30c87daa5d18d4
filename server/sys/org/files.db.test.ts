import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { entitlement } from '@lading/contract/sys/entitlement.ts'
import { org, orgGroup } from '@lading/contract/sys/org.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTenant } from '../../demo/tenant.ts'
import { insert } from '../../kernel/insert.ts'
import { permissionRegistry } from '../../permissions.ts'
import { readSheet } from '../../platform/sheet/read.ts'
import { type Client, logIn, openTestServer, password, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client
const dcs = crudCalls(org)
const groups = crudCalls(orgGroup)
const orgId = (code: string): string => server.one.orgs.get(code)?.id ?? ''
type Seen = { id: string; version: number }
interface Shown extends Seen {
  code: string
  path: string
  level: number
  type: string
}
interface Answer {
  created: number
  updated: number
  errors: { row: number; message: string }[]
}
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const head = '代码,名称,上级组织,类型'
/** Rows as `code upper type`. */
async function bring(e: AnyEntity, rows: readonly string[], more: object = {}, who = admin): Promise<Answer> {
  const lines = rows.map((row) => {
    const [code = '', upper = '', type = ''] = row.split(' ')
    return `${code},${code},${upper},${type}`
  })
  const data = [head, ...lines].join('\r\n')
  const sent = { dryRun: 'false', mode: 'UPSERT', again: 'true', ...more }
  return who.call<Answer>(crudCalls(e).import, sent, { file: { name: 'orgs.csv', data } })
}
const told = ({ errors }: Answer) => errors.map(({ row, message }) => `${row} ${message}`)
const all = async (who = admin): Promise<Map<string, Shown>> => {
  const { records } = await who.call<{ records: Shown[] }>(dcs.query, { pageSize: 0 })
  return new Map(records.map((r) => [r.code, r]))
}

test('a centre may stand below another of its file, wherever that stands, and each begins as one of the form', async () => {
  const done = await bring(org, ['F2 F1', 'F1 G', 'F3 F2 物流中心'])
  expect(told(done)).toEqual([])
  expect(done.created).toBe(3)
  const made = await all()
  const [one, two, three] = ['F1', 'F2', 'F3'].map((code) => made.get(code))
  expect(two?.path).toBe(`/${orgId('G')}/${one?.id}/${two?.id}/`)
  expect(three).toMatchObject({ type: 'DC', level: 4 })
  const roles = async (code: string) =>
    (await admin.call(roleCalls.query, { orgIdIn: [made.get(code)?.id ?? ''] } as never)).records.length
  const form = await admin.call<Seen>(dcs.create, { code: 'FORM', name: 'FORM', type: 'DC', upperOrgId: orgId('G') })
  const usual = (await admin.call(roleCalls.query, { orgIdIn: [form.id] } as never)).records.length
  expect(usual).toBeGreaterThan(0)
  expect(await roles('F1')).toBe(usual)
  const working = await admin.call(userCalls.getWorkingOrgs, { id: admin.userId })
  expect(working.map((o) => o.code)).toEqual(expect.arrayContaining(['F1', 'F2', 'F3']))
  const log = await admin.call<{ action: string }[]>(dcs.log, { id: one?.id })
  expect(log.map((l) => l.action).sort()).toEqual(['import', 'seedRoles'])
  // The same file again changes nothing.
  expect(await bring(org, ['F2 F1', 'F1 G', 'F3 F2 物流中心'])).toMatchObject({ created: 0, updated: 0, errors: [] })
})

test('what a form refuses a file refuses by row in words, and nothing of it is in', async () => {
  const before = (await all()).size
  const answer = await bring(org, ['X1 G', 'X2 X1 业务中心', 'X3 X2', 'X4 NOWHERE', 'X5 F3', 'X6 X7', 'X7 X6'])
  expect(told(answer)).toEqual([
    '3 这里只维护物流中心，其他组织请在组织管理中维护',
    '4 上级组织在同一文件中未通过校验',
    '5 上级组织[NOWHERE]不存在',
    '6 物流中心最多3级',
    '7 上级组织在同一文件中未通过校验',
    '8 上级组织在同一文件中未通过校验',
  ])
  expect((await all()).size).toBe(before)
  expect(told(await bring(orgGroup, ['Y1 G 业务中心', 'Y2 Y1 财务中心', 'Y3 G 企业']))).toEqual([
    '3 [财务中心]不能位于[业务中心]之下',
    '4 每个租户只有一个企业组织',
  ])
  expect((await all()).size).toBe(before)
})

test('a file moves organisations in turn, and not below what it would move', async () => {
  await bring(org, ['M1 G', 'M2 M1', 'M3 G'])
  // M1 goes below M3, then M2, which stood below M1, out of it.
  expect(told(await bring(org, ['M1 M3', 'M2 G']))).toEqual([])
  const now = await all()
  const root = `/${orgId('G')}/`
  expect(now.get('M1')?.path).toBe(`${root}${now.get('M3')?.id}/${now.get('M1')?.id}/`)
  expect(now.get('M2')).toMatchObject({ path: `${root}${now.get('M2')?.id}/`, level: 2 })
  expect(told(await bring(org, ['M3 M1']))).toEqual(['2 不能移动到自己的下级组织'])
  expect(told(await bring(org, ['N1 M2', 'M2 M3']))).toEqual([
    '3 同一文件在其下新增了组织，不能同时移动，请分两个文件导入',
  ])
  // Three levels hang on M3 with N1: nothing more may come above.
  await bring(org, ['N1 M1'])
  expect(told(await bring(org, ['M3 M2']))).toEqual(['2 物流中心最多3级'])
})

test('O6 a file brings no more centres than the plan allows', async () => {
  const plan = (values: object) =>
    server.inside('G', async (ctx) => {
      await ctx.tx.run(sql`delete from sys_entitlement where tenant_id = ${ctx.tenantId}`)
      await insert(ctx, entitlement, [
        { code: 'PLAN', state: 'ACTIVE', modules: ['wms', 'tms', 'dps'], isUnlimited: false, seq: 0, ...values },
      ])
    })
  const on = [...(await all()).values()].filter((o) => o.type === 'DC' || o.type === 'TC').length
  await plan({ maxCentres: on + 1 })
  const answer = await bring(org, ['P1 G', 'P2 G'])
  await plan({ isUnlimited: true })
  expect(told(answer)).toEqual([`3 已超出授权的中心数量：最多${on + 1}个`])
  expect(answer.created).toBe(0)
})

test('what goes out comes in again; who may not import is refused', async () => {
  const { data } = await admin.bytes(groups.export, { filter: {}, format: 'xlsx' })
  const [first, ...rows] = await readSheet({ name: 'x.xlsx', data })
  expect(first?.cells).toContain('上级组织')
  expect(rows.length).toBeGreaterThan(0)
  const sent = { dryRun: 'false', mode: 'UPSERT' }
  const file = { name: 'again.xlsx', data }
  expect(await admin.call<Answer>(groups.import, sent, { file })).toMatchObject({ created: 0, updated: 0, errors: [] })
  const viewer = await server.as('viewer')
  const refused = await viewer.envelope(dcs.import, sent, { file: { name: 'x.csv', data: head } })
  expect(refused.code).toBe(40301)
})

test('agents stand three deep at most, by form, file and move', async () => {
  const permissions = permissionRegistry(server.served, permissionSubjects).map((p) => p.code)
  const plat = await createTenant(
    server.kernel,
    {
      code: 'plat',
      name: 'plat',
      orgs: [{ code: 'ROOT', name: 'ROOT', type: 'PLAT' }],
      users: [{ username: 'first', realName: 'first', role: 'first', org: 'ROOT', orgs: ['ROOT'], permissions }],
    },
    password,
  )
  server.tenants.forget()
  const operator = await logIn(server, plat, 'plat', 'first', 'ROOT')
  expect(told(await bring(orgGroup, ['A3 A2 代理商', 'A1 ROOT 代理商', 'A2 A1 代理商'], {}, operator))).toEqual([])
  const now = await all(operator)
  const form = { code: 'A4', name: 'A4', type: 'AGENT', upperOrgId: now.get('A3')?.id }
  expect(await operator.envelope(groups.create, form)).toMatchObject({ code: 40914, message: '代理商最多3级' })
  expect(told(await bring(orgGroup, ['B1 ROOT 代理商', 'B2 A3 代理商'], {}, operator))).toEqual(['3 代理商最多3级'])
  await bring(orgGroup, ['B1 ROOT 代理商', 'B2 B1 代理商'], {}, operator)
  expect(told(await bring(orgGroup, ['B1 A2 代理商'], {}, operator))).toEqual(['2 代理商最多3级'])
  expect(told(await bring(orgGroup, ['B2 A2 代理商'], {}, operator))).toEqual([])
  const { rows } = await server.db.owner.query(
    `select action, subject_no from sys_audit_log where subject = 'sys.tenant' and subject_no = 'plat'`,
  )
  expect(rows).toEqual([{ action: 'create', subject_no: 'plat' }])
})
