import { optionCalls as calls, type ShownOption } from '@lading/contract/sys/options.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobHandlers } from '../../areas.ts'
import { asOwner } from '../../kernel/database.ts'
import type { Steps } from '../../platform/job/run.ts'
import { forgetOptions, readOption } from '../../platform/option.ts'
import { readSheet } from '../../platform/sheet/read.ts'
import { fillTables } from '../../testing/fixtures.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { seal, unseal } from '../seal.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const read = async (who: Client, key: string, more: object = {}): Promise<ShownOption | undefined> =>
  (await who.call(calls.query, { keys: [key], ...more }))[0]
const refusal = async (who: Client, input: object) => {
  const { code, message, errors } = await who.envelope(calls.update, input)
  return { code, message, fields: errors?.map((e) => e.field) }
}

test('C-46 a new tenant asks for eight mixed characters, and everybody may read that', async () => {
  const nobody = await server.as('nobody')
  expect(
    await nobody.call(calls.query, {
      groupNameEquals: 'security',
      keys: ['security_password_role', 'security_password_length'],
    }),
  ).toMatchObject([
    { key: 'security_password_role', value: 'true', type: 'BOOL', groupName: 'security', orgId: null, version: 1 },
    { key: 'security_password_length', value: '8', type: 'INT', groupName: 'security', orgId: null, version: 1 },
  ])
  expect(await nobody.call(calls.query, { keys: ['no such key'] })).toEqual([])
  expect((await nobody.envelope(calls.update, { key: 'ui_max_tabs', value: '9', version: 0 })).code).toBe(40301)
  expect((await nobody.envelope(calls.getGroupOptions, { groupName: 'ui' })).code).toBe(40301)
})

test('a changed option counts at once, in every process, until it is taken back', async () => {
  const here = () => server.inside('DC01', (ctx) => readOption(ctx, 'ui_max_tabs'))
  expect(await here()).toBe(20)
  const { version } = await admin.call(calls.update, { key: 'ui_max_tabs', value: '30', version: 0 })
  expect(version).toBe(1)
  expect(await here()).toBe(30)
  expect(await read(admin, 'ui_max_tabs')).toMatchObject({ value: '30', version: 1, least: 5, most: 50, initial: '20' })
  expect(await refusal(admin, { key: 'ui_max_tabs', value: '31', version: 0 })).toMatchObject({ code: 40900 })
  await admin.call(calls.update, { key: 'ui_max_tabs', value: null, version })
  expect(await here()).toBe(20)
  expect(await read(admin, 'ui_max_tabs')).toMatchObject({ value: '20', version: 2 })
})

test('an organisation may differ where the option allows it, and only within the caller’s reach', async () => {
  const [dc01, dc02] = [await server.as('admin', 'DC01'), await server.as('admin', 'DC02')]
  const orgId = server.one.orgs.get('DC01')?.id
  const key = 'security_idle_lock_minutes'
  await admin.call(calls.update, { key, value: '10', version: 0 })
  await dc01.call(calls.update, { key, value: '3', version: 0, orgId })
  expect(await read(dc01, key)).toMatchObject({ value: '3', orgId })
  expect(await read(dc02, key)).toMatchObject({ value: '10', orgId: null })
  expect(await read(admin, key, { orgId })).toMatchObject({ value: '3', orgId, version: 1 })
  expect(await read(admin, key, { orgId: server.one.orgs.get('G')?.id })).toMatchObject({ value: '10', version: 1 })
  expect(await server.inside('DC01', (ctx) => readOption(ctx, key))).toBe(3)
  expect(await server.inside('DC02', (ctx) => readOption(ctx, key))).toBe(10)
  expect(await refusal(dc02, { key, value: '4', version: 1, orgId })).toMatchObject({ code: 40312 })
  expect(await refusal(dc01, { key, value: '4', version: 1 })).toMatchObject({ code: 40320 })
  expect(await refusal(admin, { key: 'security_password_length', value: '9', version: 0, orgId })).toMatchObject({
    code: 40011,
    message: '[密码最小长度]只能按企业统一设置',
  })
  const theirs = server.two.orgs.get('DC01')?.id
  expect(await refusal(admin, { key, value: '4', version: 0, orgId: theirs })).toMatchObject({ code: 40400 })
})

test('a value that does not fit is refused by field, and a batch with one is refused whole', async () => {
  expect(await refusal(admin, { key: 'security_password_length', value: '33', version: 1 })).toEqual({
    code: 40010,
    message: '参数值不合法：应为1到32的整数',
    fields: ['value'],
  })
  for (const [key, value] of [
    ['security_password_role', 'yes'],
    ['security_password_length', '8.0'],
    ['security_watermark', 'everywhere'],
    ['common.map_provider', 'x'.repeat(500)],
  ])
    expect(await refusal(admin, { key, value, version: 0 }), key).toMatchObject({ code: 40010, fields: ['value'] })
  expect(await refusal(admin, { key: 'nothing', value: '1', version: 0 })).toMatchObject({
    code: 40000,
    fields: ['key'],
  })
  const items = [
    { key: 'security_watermark', value: 'all', version: 0 },
    { key: 'common.map_provider', value: 'mars', version: 0 },
  ]
  const answer = await admin.envelope(calls.batchUpdate, { items })
  expect(answer).toMatchObject({ code: 40010, errors: [{ field: 'items.1.value' }] })
  expect(await read(admin, 'security_watermark')).toMatchObject({ value: 'none', version: 0 })
  // All that is wrong is told at once, each at its place: values, levels and versions alike.
  const many = await admin.envelope(calls.batchUpdate, {
    items: [
      { key: 'wms_sign_days', value: '0', version: 0 },
      { key: 'security_watermark', value: 'all', version: 0 },
      { key: 'security_password_role', value: 'true', version: 77 },
      { key: 'security_password_length', value: '9', version: 1, orgId: server.one.orgs.get('DC01')?.id },
    ],
  })
  expect(many).toMatchObject({ code: 40010, message: '参数值不合法：应为1到365的整数' })
  expect(many.errors?.map(({ field, message }) => `${field} ${message}`)).toEqual([
    'items.0.value 参数值不合法：应为1到365的整数',
    'items.2.value 数据已被他人修改，请刷新后重试',
    'items.3.value [密码最小长度]只能按企业统一设置',
  ])
  expect(await read(admin, 'security_watermark')).toMatchObject({ value: 'none', version: 0 })
  const [, good = { key: '', value: '', version: 0 }] = items
  expect(await admin.call(calls.batchUpdate, { items: [items[0], { ...good, value: 'osm' }] })).toEqual([
    { key: 'security_watermark', version: 1 },
    { key: 'common.map_provider', version: 1 },
  ])
})

test('a secret is sealed in the database, masked in the audit, and shown to nobody who may not change it', async () => {
  const { version } = await admin.call(calls.update, { key: 'map.api_key', value: 'key-of-the-map', version: 0 })
  const { rows } = await server.db.owner.query<{ value: string }>(
    "select value from sys_option where key = 'map.api_key' union all select coalesce(before::text, '') || after::text from sys_audit_log where subject = 'sys.option'",
  )
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.filter((r) => r.value.includes('key-of-the-map'))).toEqual([])
  const viewer = await server.as('viewer')
  expect(await read(viewer, 'map.api_key')).toMatchObject({ type: 'SECRET', value: null, version })
  const group = await viewer.call(calls.getGroupOptions, { groupName: 'map-config' }, { language: 'en-US' })
  expect(group).toMatchObject({
    groupName: 'map-config',
    title: 'Maps',
    options: expect.arrayContaining([expect.objectContaining({ key: 'map.api_key', value: null })]),
  })
  expect(await read(admin, 'map.api_key')).toMatchObject({ value: 'key-of-the-map' })
  expect(unseal(seal('x', 'one secret', 'option'), 'another secret', 'option')).toBeNull()
})

test('each group tells where a value comes from, and each option who set it to what', async () => {
  const key = 'wms_sign_days'
  const orgId = server.one.orgs.get('DC01')?.id
  const of = async (who: Client, more: object = {}) =>
    (await who.call(calls.getGroupOptions, { groupName: 'wms', ...more })).options.find((o) => o.key === key)
  expect(await of(admin)).toMatchObject({ source: 'INITIAL', value: '7', isSetHere: false, orgName: null })
  const { version } = await admin.call(calls.update, { key, value: '9', version: 0 })
  expect(await of(admin)).toMatchObject({ source: 'TENANT', value: '9', isSetHere: true })
  await admin.call(calls.update, { key, value: '3', version: 0, orgId })
  expect(await of(admin, { orgId })).toMatchObject({ source: 'ORG', value: '3', isSetHere: true, orgName: 'DC01' })
  expect(await of(await server.as('admin', 'DC02'))).toMatchObject({ source: 'TENANT', value: '9' })
  await admin.call(calls.update, { key, value: null, version })
  expect(await of(admin)).toMatchObject({ source: 'INITIAL', value: '7', isSetHere: false })
  const history = await admin.call(calls.history, { key })
  expect(history.map(({ user, orgName, before, after }) => ({ user, orgName, before, after }))).toEqual([
    { user: 'admin', orgName: null, before: '9', after: null },
    { user: 'admin', orgName: 'DC01', before: null, after: '3' },
    { user: 'admin', orgName: null, before: null, after: '9' },
  ])
  expect((await (await server.as('admin', 'DC02')).call(calls.history, { key })).map(({ after }) => after)).toEqual([
    null,
    '9',
  ])
  expect((await admin.call(calls.history, { key: 'map.api_key' })).map(({ after }) => after)).toEqual(['***'])
  const groups = await admin.call(calls.groups, {}, { language: 'en-US' })
  expect(groups.map(({ name }) => name)).toContain('security')
  expect(groups.every(({ count }) => count > 0)).toBe(true)
})

test('options are found by title, description or key of either language, and only by who may see them', async () => {
  const found = async (text: string, who = admin) => (await who.call(calls.find, { text })).map(({ key }) => key)
  expect(await found('补打')).toContain('wms_label_reprint_reason')
  expect(await found('SPAM')).toEqual(['mail_hourly'])
  expect(await found('ui_max')).toEqual(['ui_max_tabs'])
  expect(await found('%')).toEqual([])
  const nobody = await server.as('nobody')
  expect((await nobody.envelope(calls.find, { text: 'ui' })).code).toBe(40301)
  expect((await admin.envelope(calls.find, { text: 'ui', forAll: 'true' })).code).toBe(40323)
})

test('the workbook tells each value and where it comes from, and no secret', async () => {
  const dc01 = server.one.orgs.get('DC01')?.id
  const held = await read(admin, 'ui_page_size', { orgId: dc01 })
  await admin.call(calls.update, { key: 'ui_page_size', value: '50', version: held?.version ?? 0, orgId: dc01 })
  const { data, name } = await admin.bytes(calls.exportAll, { orgId: dc01 ?? '' })
  expect(name).toMatch(/^系统参数_\d+\.xlsx$/)
  const sheet = await readSheet({ name: 'options.xlsx', data })
  const [head, ...rows] = sheet.map(({ cells }) => cells.map((c) => String(c ?? '')))
  expect(head).toContain('值的来源')
  const of = (key: string) => rows.find((cells) => cells.includes(key))
  expect(of('ui_page_size')).toEqual(expect.arrayContaining(['50', 'DC01的设置']))
  expect(of('mail_port')).toEqual(expect.arrayContaining(['587', '默认值']))
  expect(of('map.api_key')).toEqual(expect.arrayContaining(['已设置，不显示']))
  expect(rows.flat().join()).not.toContain('key-of-the-map')
  const nobody = await server.as('nobody')
  expect((await nobody.envelope(calls.exportAll, {})).code).toBe(40301)
})

test('what a tenant keeps he keeps for as many days as he says', async () => {
  const kept = [
    ['message_retention_days', 'messageCleaning', 'sys_message'],
    ['mail_retention_days', 'mailCleaning', 'sys_mail'],
    ['job_run_retention_days', 'idempotencyCleaning', 'sys_job_run'],
    ['open_call_retention_days', 'openCallCleaning', 'sys_open_call_log'],
    ['delivery_retention_days', 'openCallCleaning', 'sys_open_delivery'],
    ['interactive_retention_days', 'collectionCleaning', 'sys_data_interactive'],
    ['ws_retention_days', 'wsRecordCleaning', 'sys_ws_record'],
    ['report_run_retention_days', 'reportRunCleaning', 'sys_report_run'],
  ] as const
  await server.inside('DC01', (ctx) => fillTables(ctx, 'KEPT'))
  const by: Steps = {
    perform: (work) => server.inside('G', work),
    tell: () => undefined,
    params: {},
    asOwner: (work) => asOwner(server.db, work),
  }
  const old = new Date(server.kernel.now().getTime() - 5 * 86_400_000)
  const left = async (table: string) => {
    const { rows } = await server.db.owner.query(`select 1 from ${table} where tenant_id = ${server.one.tenantId}`)
    return rows.length > 0
  }
  for (const [key, job, table] of kept) {
    const times = table === 'sys_job_run' ? `planned = $1, status = 'DONE'` : 'created_at = $1, updated_at = $1'
    await server.db.owner.query(`update ${table} set ${times} where tenant_id = ${server.one.tenantId}`, [old])
    const clean = jobHandlers[job]
    if (!clean || !('steps' in clean)) throw new Error(`no long job ${job}`)
    await clean.steps(by)
    expect(await left(table), `${table} before anybody said anything`).toBe(true)
    await admin.call(calls.update, { key, value: '3', version: 0 })
    forgetOptions()
    await clean.steps(by)
    expect(await left(table), table).toBe(false)
  }
})
