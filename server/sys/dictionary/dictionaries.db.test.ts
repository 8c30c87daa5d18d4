import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { dicCalls as calls, type DicRecord } from '@lading/contract/sys/dicCalls.ts'
import { dicInfo } from '@lading/contract/sys/dictionary.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const list = (who: Client, question: object) => who.call(calls.query, question)
const given = (r: DicRecord) => ({
  queryKey: r.queryKey,
  infoValue: r.infoValue,
  infoValueEn: r.infoValueEn,
  sort: r.sort,
  disabled: r.disabled,
})
const entry = (queryKey: string, infoValue: string, more: object = {}) => ({ queryKey, infoValue, ...more })

test('dictionaries are read by type in the language of the caller', async () => {
  const nobody = await server.as('nobody')
  const [first] = await nobody.call(calls.queryByTypeCode, { typeCodes: ['WORK_POSITION'] })
  expect(first).toEqual({
    typeCode: 'WORK_POSITION',
    queryKey: 'MANAGER',
    infoValue: '仓库经理',
    sort: 10,
    color: null,
    disabled: false,
  })
  const more = await nobody.call(
    calls.queryByTypeCode,
    { typeCodes: ['constructor', 'LOCK_REASON', 'WORK_POSITION'] },
    { language: 'en-US' },
  )
  expect(new Set(more.map((e) => e.typeCode))).toEqual(new Set(['LOCK_REASON', 'WORK_POSITION']))
  expect(more.map((e) => e.infoValue)).toContain('Warehouse manager')
})

test('a dictionary is saved as a whole: what changed counts, what is built in stays, a stale list is refused', async () => {
  const { records } = await list(admin, { typeCodeEquals: 'LOCK_REASON' })
  expect(records.every((r) => r.isSystem && r.version === 0)).toBe(true)
  const entries = [
    ...records.map(given).map((e) => (e.queryKey === 'COUNT' ? { ...e, infoValue: '循环盘点', disabled: true } : e)),
    entry('FLOOD', '积水', { color: '#ff0000' }),
  ]
  const save = (more: object) =>
    admin.envelope(calls.updateInfoByType, { typeCode: 'LOCK_REASON', version: 0, entries, ...more })
  expect((await save({})).data).toEqual({ version: 1 })
  expect(await save({})).toMatchObject({ code: 40900 })
  const now = await admin.call(calls.queryByTypeCode, { typeCodes: ['LOCK_REASON'] })
  expect(now.find((e) => e.queryKey === 'COUNT')).toMatchObject({ infoValue: '循环盘点', disabled: true })
  expect(now.find((e) => e.queryKey === 'FLOOD')).toMatchObject({ infoValue: '积水', color: '#ff0000' })
  expect(await save({ version: 1, entries: entries.slice(1) })).toMatchObject({
    code: 42801,
    message: '[REPAIR]是系统字典项，不能删除，可以停用',
  })
  expect(await save({ version: 1, entries: [...entries, entry('FLOOD', '又积水')] })).toMatchObject({
    code: 40012,
    errors: [{ field: `entries.${entries.length}.queryKey` }],
  })
  expect(await save({ version: 1, entries: [entry('bad key', '')] })).toMatchObject({
    code: 40000,
    errors: [{ field: 'entries.0.queryKey' }, { field: 'entries.0.infoValue' }],
  })
  expect(await admin.call(calls.queryByTypeCode, { typeCodes: ['LOCK_REASON'] })).toEqual(now)
  expect((await save({ version: 1, entries: entries.slice(0, -1) })).data).toEqual({ version: 2 })
  const theirs = await server.as('admin', 'G', 'two')
  expect((await list(theirs, { typeCodeEquals: 'LOCK_REASON' })).records).toEqual(records)
})

test('an entry that some row uses may be switched off but not taken away', async () => {
  const { records } = await list(admin, { typeCodeEquals: 'WORK_POSITION' })
  const own = records.map(given)
  const save = (version: number, entries: object[]) =>
    admin.envelope(calls.updateInfoByType, { typeCode: 'WORK_POSITION', version, entries })
  await save(0, [...own, entry('GUARD', '保安'), entry('COOK', '厨师')])
  const orgId = server.one.orgs.get('G')?.id
  await admin.call(userCalls.create, { username: 'guard', realName: 'g', orgId, position: 'GUARD' })
  expect(await save(1, own)).toMatchObject({ code: 42800, message: '字典项已被使用，不能删除' })
  expect(await save(1, [...own, entry('GUARD', '保安', { disabled: true })])).toMatchObject({ data: { version: 2 } })
})

test('of two who save the same dictionary at once one is refused', async () => {
  const save = (infoValue: string) =>
    admin.envelope(calls.updateInfoByType, { typeCode: 'RACE', version: 0, entries: [entry('A', infoValue)] })
  const codes = (await Promise.all([save('one'), save('two')])).map((a) => a.code)
  expect(codes.sort()).toEqual([0, 40900])
})

test('entries are found by key and by text, in pages', async () => {
  const page = await list(admin, { keyLike: 'pick', pageSize: 0 })
  expect(page.records).toMatchObject([{ queryKey: 'PICKER', infoValue: '拣货员', infoValueEn: 'Picker' }])
  const second = await list(admin, {
    typeCodeEquals: 'WORK_POSITION',
    page: 2,
    pageSize: 3,
    orderField: 'queryKey',
    orderDirection: 'DESC',
  })
  expect(second.records.map((r) => r.queryKey)).toEqual(['PICKER', 'MANAGER', 'GUARD'])
  expect(second.total).toBe(9)
  expect((await list(admin, { filter: { typeCode: 'SHORT', disabled: false } })).total).toBe(5)
  await expect(list(admin, { filter: { tenantId: '1' } })).rejects.toMatchObject({ code: 40000 })
  await expect(list(admin, { orderBy: 'version' })).rejects.toMatchObject({ code: 40000 })
  await expect(list(await server.as('nobody'), {})).rejects.toMatchObject({ code: 40301 })
})

test('C-51 texts are listed by pinyin', async () => {
  const named = await list(admin, { typeCodeEquals: 'WORK_POSITION', orderBy: 'infoValue', pageSize: 0 })
  const texts = named.records.map((r) => r.infoValue)
  expect(texts).toEqual(texts.toSorted(new Intl.Collator('zh-u-co-pinyin').compare))
  expect(texts).not.toEqual(texts.toSorted())
})

test('entries come in by file, all or none, and a list read before is stale', async () => {
  const file = (lines: string[]) => ({ name: 'd.csv', data: ['类型,键,中文,英文', ...lines].join('\n') })
  const importCall = crudCalls(dicInfo).import
  const bring = (lines: string[]) =>
    admin.call<{ created: number; errors: object[] }>(
      importCall,
      { dryRun: 'false', mode: 'UPSERT' },
      { file: file(lines) },
    )
  expect(await bring(['COLOUR,RED,红,Red', 'COLOUR,BLUE,,Blue'])).toMatchObject({ created: 0, errors: [{ row: 3 }] })
  expect((await list(admin, { typeCodeEquals: 'COLOUR' })).total).toBe(0)
  expect(await bring(['COLOUR,RED,红,Red', 'COLOUR,BLUE,蓝,Blue'])).toMatchObject({ created: 2, errors: [] })
  expect(await bring(['COLOUR,RED,赤,Red'])).toMatchObject({ created: 0, updated: 1 })
  const { records } = await list(admin, { typeCodeEquals: 'COLOUR' })
  expect(records.map((r) => [r.infoValue, r.version])).toEqual([
    ['蓝', 2],
    ['赤', 2],
  ])
  const old = { typeCode: 'COLOUR', version: 1, entries: records.map(given) }
  expect(await admin.envelope(calls.updateInfoByType, old)).toMatchObject({ code: 40900 })
})

test('all dictionaries come at once, and not again for who has them', async () => {
  const ask = (headers: object = {}) =>
    server.app.inject({
      url: calls.getAllByOrg.path,
      headers: {
        ...admin.sign({ method: 'GET', url: calls.getAllByOrg.path }),
        'accept-language': 'zh-CN',
        ...headers,
      },
    })
  const first = await ask()
  const { code, data, traceId } = first.json() as {
    code: number
    traceId: string
    data: { typeCode: string; entries: object[] }[]
  }
  expect([code, traceId !== '']).toEqual([0, true])
  expect(data.find((d) => d.typeCode === 'SHORT_REASON')?.entries[0]).toEqual({
    queryKey: 'DAMAGED',
    infoValue: '商品破损',
    sort: 10,
    color: null,
    disabled: false,
  })
  const etag = String(first.headers.etag)
  expect((await ask({ 'if-none-match': etag })).statusCode).toBe(304)
  expect((await ask({ 'if-none-match': etag, 'accept-language': 'en-US' })).statusCode).toBe(200)
  await admin.call(calls.updateInfoByType, { typeCode: 'ETAG', version: 0, entries: [entry('A', '甲')] })
  const again = await ask({ 'if-none-match': etag })
  expect(again.statusCode).toBe(200)
  expect(again.body).toContain('"ETAG"')
})

test('a tenant makes dictionaries of its own, and takes away those that nobody uses', async () => {
  const type = async (code: string) => (await admin.call(calls.queryTypes, {})).find((one) => one.code === code)
  expect(await type('WORK_POSITION')).toMatchObject({ title: '岗位', isSystem: true, isOrgLevel: false })
  const made = { code: 'TINT', version: 0, titleZh: '颜色', titleEn: 'Colours', isOrgLevel: false }
  expect(await admin.call(calls.saveType, made)).toEqual({ version: 1 })
  expect((await admin.envelope(calls.saveType, made)).code).toBe(40900)
  await admin.call(calls.updateInfoByType, { typeCode: 'TINT', version: 1, entries: [entry('AUBURN', '红褐')] })
  expect(await type('TINT')).toMatchObject({
    title: '颜色',
    titleEn: 'Colours',
    isSystem: false,
    count: 1,
    version: 2,
  })
  expect(await admin.envelope(calls.removeType, { code: 'UNIT', version: 0 })).toMatchObject({
    code: 42808,
    message: '系统字典不能删除',
  })
  expect((await admin.envelope(calls.removeType, { code: 'TINT', version: 1 })).code).toBe(40900)
  await admin.call(calls.removeType, { code: 'TINT', version: 2 })
  expect(await type('TINT')).toBeUndefined()
  expect((await (await server.as('viewer')).envelope(calls.saveType, made)).code).toBe(40301)
})

test('an organisation has entries of its own where the dictionary lets it, and nobody else sees them', async () => {
  const [dc01, dc02] = [await server.as('admin', 'DC01'), await server.as('admin', 'DC02')]
  const orgId = server.one.orgs.get('DC01')?.id
  const typeCode = 'RETURN_REASON'
  const read = async (who: Client) =>
    (await who.call(calls.queryByTypeCode, { typeCodes: [typeCode] })).map(
      (e) => `${e.queryKey} ${e.infoValue} ${e.disabled}`,
    )
  const all = (await list(admin, { typeCodeEquals: typeCode, orgId })).records
  expect(all.every((r) => r.isKept)).toBe(true)
  const own = [
    ...all.map(given).map((e) => (e.queryKey === 'RECALL' ? { ...e, disabled: true } : e)),
    entry('WET', '受潮'),
  ]
  const save = (who: Client, version: number, entries: unknown) =>
    who.envelope(calls.updateInfoByType, { typeCode, version, entries, orgId })
  expect(await save(admin, 0, own)).toMatchObject({ code: 42807, message: '该字典按企业统一维护' })
  const texts = { titleZh: 'x', titleEn: 'x' }
  await admin.call(calls.saveType, { code: typeCode, version: 0, ...texts, isOrgLevel: true })
  expect((await save(dc02, 1, own)).code).toBe(40312)
  expect((await save(dc01, 1, own)).code).toBe(0)
  expect((await read(dc01)).slice(-2)).toEqual(['OTHER 其他 false', 'WET 受潮 false'])
  expect(await read(dc01)).toContain('RECALL 召回 true')
  expect(await read(dc02)).toContain('RECALL 召回 false')
  expect(await read(dc02)).not.toContain('WET 受潮 false')
  const stored = await server.db.owner.query(`select query_key from sys_dic_org_info order by 1`)
  expect(stored.rows.map((r) => r.query_key)).toEqual(['RECALL', 'WET'])
  expect(await save(dc01, 2, own.slice(1))).toMatchObject({
    code: 42806,
    message: '[DAMAGED]是上级字典项，不能删除，可以停用',
  })
  await admin.call(calls.saveType, { code: typeCode, version: 2, ...texts, isOrgLevel: false })
  expect(await read(dc01)).toEqual(await read(dc02))
})

test('an export has the entries that the product brings as well', async () => {
  const { data } = await admin.bytes(crudCalls(dicInfo).export, { filter: { typeCode: 'UNIT' }, format: 'csv' })
  expect(data.toString()).toContain('UNIT,BOTTLE,瓶,Bottle')
})
