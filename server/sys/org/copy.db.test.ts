import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { dicCalls } from '@lading/contract/sys/dicCalls.ts'
import { numberRuleCalls } from '@lading/contract/sys/numberRule.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import { org } from '@lading/contract/sys/org.ts'
import { orgCalls } from '@lading/contract/sys/orgCalls.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client
const dcs = crudCalls(org)
const orgId = (code: string): string => server.one.orgs.get(code)?.id ?? ''
type Seen = { id: string; version: number }
const facts = (code: string) => ({ code, name: code, type: 'DC', upperOrgId: orgId('G') })
const parts = ['options', 'entries', 'numbers', 'roles'] as const
let source: string

/** A centre that has something of each part. */
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
  source = (await admin.call<Seen>(dcs.create, facts('SRC'))).id
  await admin.call(optionCalls.update, { key: 'wms_sign_days', value: '3', version: 0, orgId: source })
  const type = { code: 'SHORT_REASON', titleZh: 'x', titleEn: 'x', isOrgLevel: true, version: 0 }
  const { version } = await admin.call(dicCalls.saveType, type)
  const { records } = await admin.call(dicCalls.query, {
    typeCodeEquals: type.code,
    pageSize: 0,
    orgId: source,
  } as never)
  const entries = [
    ...records.map(({ queryKey, infoValue, infoValueEn, sort }) => ({ queryKey, infoValue, infoValueEn, sort })),
    { queryKey: 'COLD', infoValue: '冷库缺货', infoValueEn: 'Not in the cold store', sort: 900 },
  ]
  await admin.call(dicCalls.updateInfoByType, { typeCode: type.code, version, entries, orgId: source } as never)
  const { rules } = await admin.call(numberRuleCalls.rules, { orgId: source })
  const rule = { kind: rules[0]?.kind ?? '', pattern: 'Q7{ORG}{yyMMdd}{SEQ6}', reset: 'DAY' as const, step: 1 }
  await admin.call(numberRuleCalls.set, { ...rule, version: 0, orgId: source })
  const roles = await admin.call(roleCalls.query, { orgIdIn: [source], pageSize: 0 } as never)
  const [picked] = roles.records as unknown as (Seen & { name: string })[]
  await admin.call(roleCalls.update, { id: picked?.id ?? '', version: picked?.version ?? 0, remark: '改过' } as never)
  await admin.call(roleCalls.create, { name: '自建角色', orgId: source })
})
afterAll(() => server.close())

const rolesAt = async (id: string) =>
  (await admin.call(roleCalls.query, { orgIdIn: [id], pageSize: 0 } as never)).records as unknown as {
    id: string
    name: string
    remark: string | null
  }[]
const count = async (table: string): Promise<number> =>
  (await server.db.owner.query(`select 1 from ${table} where tenant_id = ${server.one.tenantId}`)).rows.length

test('what can be copied is shown before, by name', async () => {
  const offer = await admin.call(orgCalls.getCopyOffer, { id: source })
  expect(offer.map((o) => o.part)).toEqual([...parts])
  const of = (part: string) => offer.find((o) => o.part === part)
  expect(of('options')).toEqual({ part: 'options', count: 1, names: ['发运后多少天视为已签收'] })
  expect(of('entries')).toEqual({ part: 'entries', count: 1, names: ['缺货原因: 冷库缺货'] })
  expect(of('numbers')?.names[0]).toContain('Q7{ORG}{yyMMdd}{SEQ6}')
  expect(of('roles')?.count).toBeGreaterThan(1)
  expect(of('roles')?.names).not.toContain('自建角色')
})

test('a new centre begins as the other one is, and what was copied is told, logged and in force', async () => {
  const made = await admin.call(orgCalls.createFrom, { ...facts('NEW1'), copyFromId: source, parts: [...parts] })
  const before = await rolesAt(source)
  expect(made.copied).toEqual([
    { part: 'options', count: 1 },
    { part: 'entries', count: 1 },
    { part: 'numbers', count: 1 },
    { part: 'roles', count: before.length - 1 },
  ])
  const [option] = await admin.call(optionCalls.query, { keys: ['wms_sign_days'], orgId: made.id })
  expect(option).toMatchObject({ value: '3', source: 'ORG', isSetHere: true })
  const history = await admin.call(optionCalls.history, { key: 'wms_sign_days' })
  expect(history[0]).toMatchObject({ orgName: 'NEW1', before: null, after: '3' })
  const { records } = await admin.call(dicCalls.query, { typeCodeEquals: 'SHORT_REASON', orgId: made.id } as never)
  expect(records.map((r) => r.queryKey)).toContain('COLD')
  const { rules } = await admin.call(numberRuleCalls.rules, { orgId: made.id })
  expect(rules.filter((r) => r.isSetHere).map((r) => r.pattern)).toEqual(['Q7{ORG}{yyMMdd}{SEQ6}'])
  const roles = await rolesAt(made.id)
  expect(roles.map((r) => r.name).sort()).toEqual(
    before
      .map((r) => r.name)
      .filter((name) => name !== '自建角色')
      .sort(),
  )
  expect(roles.filter((r) => r.remark === '改过')).toHaveLength(1)
  const held = async (id: string) => (await admin.call(roleCalls.getPermission, { id })).held.toSorted()
  for (const role of roles)
    expect(await held(role.id), role.name).toEqual(await held(before.find((b) => b.name === role.name)?.id ?? ''))
  const log = await admin.call<{ action: string }[]>(dcs.log, { id: made.id })
  expect(log.map((l) => l.action)).toEqual(['copy', 'seedRoles', 'create'])
})

test('only the parts that are asked for are copied; sent twice it is made once', async () => {
  const input = { ...facts('NEW2'), copyFromId: source, parts: ['options'] as ('options' | 'roles')[] }
  const o = { key: 'copy-new-2' }
  const made = await admin.call(orgCalls.createFrom, input, o)
  expect(made.copied).toEqual([{ part: 'options', count: 1 }])
  expect(await admin.call(orgCalls.createFrom, input, o)).toEqual(made)
  const { rules } = await admin.call(numberRuleCalls.rules, { orgId: made.id })
  expect(rules.some((r) => r.isSetHere)).toBe(false)
  // The usual roles all the same, as of any new centre.
  expect((await rolesAt(made.id)).filter((r) => r.remark === '改过')).toEqual([])
  expect((await rolesAt(made.id)).length).toBeGreaterThan(0)
})

test('refused, nothing is made: a source out of reach, no centre, a code that is taken or too long for numbers', async () => {
  const tables = ['sys_org', 'sys_role', 'sys_option', 'sys_number_rule', 'sys_dic_org_info', 'wms_wrh']
  const left = async () => Promise.all(tables.filter((t) => t !== 'wms_wrh').map(count))
  const was = await left()
  const refusal = async (input: object, who = admin) => {
    const all = { ...facts('BAD'), copyFromId: source, parts: [...parts], ...input }
    const { code, message } = await who.envelope(orgCalls.createFrom, all)
    return { code, message }
  }
  expect((await refusal({ copyFromId: server.two.orgs.get('DC01')?.id })).code).toBe(40400)
  expect(await refusal({ copyFromId: orgId('G') })).toEqual({ code: 40914, message: '只能从物流中心复制' })
  expect((await refusal({ code: 'SRC' })).code).not.toBe(0)
  expect((await refusal({ code: 'A-CODE-THAT-IS-TOO-LONG-FOR-NUMBERS' })).code).not.toBe(0)
  expect((await refusal({ type: 'BC' })).message).toContain('物流中心')
  const aside = await server.as('admin', 'DC01')
  expect((await refusal({ upperOrgId: orgId('DC01') }, aside)).code).toBe(40312)
  expect((await aside.envelope(orgCalls.getCopyOffer, { id: source })).code).toBe(40312)
  const viewer = await server.as('viewer')
  expect((await refusal({}, viewer)).code).toBe(40301)
  expect((await viewer.envelope(orgCalls.getCopyOffer, { id: source })).code).toBe(40301)
  expect(await left()).toEqual(was)
})
