import { read as readBook } from '@e965/xlsx'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { exportDefinitionCalls as calls, exportDefinitionFaults as own } from '@lading/contract/sys/exportDefinition.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client
let nobody: Client
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
  nobody = await server.as('nobody')
  for (const code of ['EXP1', 'EXP2', 'EXP3'])
    await admin.call(crudCalls(owner).create, { code, name: `货主 ${code}`, kind: 'CLIENT' })
})
afterAll(() => server.close())

const subject = owner.key
const plain = { fileName: null, maxRows: null, onlyShown: false, sort: null }
const columns = (...names: string[]) => names.map((name) => ({ name }))
const read = (who = admin) => who.call(calls.get, { subject })
const set = async (more: object, who = admin) =>
  who.call(calls.set, { subject, version: (await read(who)).version, ...plain, ...more } as never)
const refused = async (more: object) => {
  const asked = { subject, version: (await read()).version, ...plain, ...more }
  const { code, errors } = await admin.envelope(calls.set, asked as never)
  return [code, errors?.[0]?.field]
}
async function file(more: object = {}, who = admin) {
  const asked = { format: 'csv', filter: { code: 'EXP' }, orderBy: 'code', ...more }
  const { data, name } = await who.bytes(crudCalls(owner).export as never, asked as never)
  const lines = data.toString().replace('\uFEFF', '').trim().split('\r\n')
  return { lines, name }
}

test('files have the columns, headings, order and name that the enterprise has given them, until it takes them back', async () => {
  const before = await file({ columns: ['code', 'name'] })
  expect(before.lines[0]).toBe('代码,名称')
  await set({
    columns: [
      { name: 'name', zh: '客户' },
      { name: 'code', zh: '客户编号', en: 'Client no.' },
    ],
    fileName: '客户清单',
  })
  const after = await file({ columns: ['code', 'kind'] })
  expect(after.lines).toEqual(['客户,客户编号', '货主 EXP1,EXP1', '货主 EXP2,EXP2', '货主 EXP3,EXP3'])
  expect(after.name).toMatch(/^客户清单_\d{14}\.csv$/)
  const shown = await read()
  expect(shown.columns.slice(0, 3)).toMatchObject([
    { name: 'name', zh: '名称', ownZh: '客户', ownEn: null, isIn: true },
    { name: 'code', ownZh: '客户编号', ownEn: 'Client no.', isIn: true },
    { isIn: false },
  ])
  expect((await admin.call(calls.list)).find((d) => d.subject === subject)).toMatchObject({
    isOwn: true,
    columns: 2,
    fileName: '客户清单',
  })
  await admin.call(calls.restore, { subject, version: shown.version })
  expect((await file({ columns: ['code', 'name'] })).lines).toEqual(before.lines)
  expect((await admin.call(calls.list)).find((d) => d.subject === subject)).toMatchObject({
    isOwn: false,
    fileName: null,
  })
})

test('a column is masked, cut to the day and as wide as the enterprise says, and only as its kind allows', async () => {
  await set({
    columns: [
      { name: 'code', form: 'MASK', width: 30 },
      { name: 'createTime', form: 'DAY' },
    ],
  })
  const { lines } = await file({ filter: { code: 'EXP1' } })
  expect(lines[1]).toMatch(/^E\*\*\*,\d{4}-\d\d-\d\d$/)
  const asked = { format: 'xlsx', filter: { code: 'EXP1' }, orderBy: 'code' }
  const { data } = await admin.bytes(crudCalls(owner).export as never, asked as never)
  const sheet = Object.values(readBook(data, { cellStyles: true, cellDates: true }).Sheets)[0]
  expect(sheet?.['!cols']?.[0]?.width).toBe(30)
  expect(sheet?.A2).toMatchObject({ t: 's', v: 'E***' })
  expect(sheet?.B2).toMatchObject({ t: 'd', z: 'yyyy-mm-dd' })
  expect((await read()).columns[0]).toMatchObject({ name: 'code', form: 'MASK', forms: ['MASK'], width: 30 })
  expect(await refused({ columns: [{ name: 'code', form: 'D2' }] })).toEqual([own.columnForm.code, 'columns'])
  expect(await refused({ columns: [{ name: 'code', width: 2 }] })).toEqual([40000, 'columns.0.width'])
})

test('where only what the list shows is exported, it comes in the order of the definition, and all of it where none is shown', async () => {
  await set({ columns: columns('name', 'code', 'kind'), onlyShown: true })
  expect((await file({ columns: ['code', 'name', 'status'].slice(0, 2) })).lines[0]).toBe('名称,代码')
  expect((await file({ columns: ['disabled'] })).lines[0]?.split(',')).toHaveLength(3)
  expect((await file()).lines[0]?.split(',')).toHaveLength(3)
})

test('a file has at most the rows that are allowed, never more than the product’s own limit', async () => {
  await set({ columns: columns('code'), maxRows: 2 })
  const asked = { format: 'csv', filter: { code: 'EXP' }, orderBy: 'code' }
  expect(await admin.envelope(crudCalls(owner).export as never, asked as never)).toMatchObject({
    code: sheetFaults.exportTooLarge.code,
  })
  expect((await file({ filter: { code: 'EXP1' } })).lines).toHaveLength(2)
  expect(await refused({ columns: columns('code'), maxRows: 1_000_001 })).toEqual([40000, 'maxRows'])
})

test('a definition gives nobody more than his rights, and is each enterprise’s own', async () => {
  await set({ columns: columns('code', 'name') })
  expect((await nobody.envelope(crudCalls(owner).export as never, { format: 'csv' } as never)).code).toBe(40301)
  for (const call of [calls.list, calls.tasks]) expect((await nobody.envelope(call as never, {})).code).toBe(40301)
  expect(
    (await nobody.envelope(calls.set, { subject, version: 0, ...plain, columns: columns('code') } as never)).code,
  ).toBe(40301)
  const other = await server.as('admin', 'G', 'two')
  expect(await read(other)).toMatchObject({ version: 0, fileName: null })
  expect((await other.call(calls.list)).some((d) => d.isOwn)).toBe(false)
})

test('what would be no sound file is refused by its field, and nothing of it stays', async () => {
  const before = await read()
  expect(await refused({ columns: [] })).toEqual([40000, 'columns'])
  expect(await refused({ columns: columns('code', 'tenantId') })).toEqual([sheetFaults.noSuchColumn.code, 'columns'])
  expect(await refused({ columns: columns('code', 'code') })).toEqual([own.columnTwice.code, 'columns'])
  const alike = [{ name: 'code', zh: '名称' }, { name: 'name' }]
  expect(await refused({ columns: alike })).toEqual([own.headingTwice.code, 'columns'])
  expect(await refused({ columns: columns('code'), fileName: '../a' })).toEqual([own.fileName.code, 'fileName'])
  const late = { subject, version: before.version + 1, ...plain, columns: columns('code') }
  expect((await admin.envelope(calls.set, late as never)).code).toBe(40900)
  const strange = { subject: 'sys.sessionToken', version: 0, ...plain, columns: columns('id') }
  expect((await admin.envelope(calls.set, strange as never)).code).toBe(40400)
  expect(await read()).toEqual(before)
})

test('who keeps definitions sees the exports of those within reach, without their files', async () => {
  await file()
  const { records } = await admin.call<{ records: object[] }>(calls.tasks as never, {})
  expect(records[0]).toMatchObject({ subject: '货主', state: 'DONE', fileId: null })
  const elsewhere = await server.as('admin', 'DC02')
  const seen = await elsewhere.call<{ records: object[] }>(calls.tasks as never, {})
  expect(seen.records).toEqual([])
})

test('rows stand in the order of their list, and where it has none of its reader’s, in the one of the definition', async () => {
  await set({ columns: columns('code'), sort: '-code' })
  expect((await file({ orderBy: undefined })).lines).toEqual(['代码', 'EXP3', 'EXP2', 'EXP1'])
  expect((await file({ orderBy: 'code' })).lines).toEqual(['代码', 'EXP1', 'EXP2', 'EXP3'])
  expect((await read()).sort).toBe('-code')
  expect((await read()).columns.find((c) => c.name === 'code')?.isSortable).toBe(true)
  for (const sort of ['nothing', '-', 'code,name', '__proto__'])
    expect(await refused({ columns: columns('code'), sort }), sort).toEqual([own.sort.code, 'sort'])
  expect((await read()).sort).toBe('-code')
})

test('a definition permits one format where it says so, and every list says which', async () => {
  await set({ columns: columns('code'), formats: 'CSV' })
  expect((await file()).lines[0]).toBe('代码')
  const asked = { format: 'xlsx', filter: { code: 'EXP' } }
  expect(await admin.envelope(crudCalls(owner).export as never, asked as never)).toMatchObject({
    code: sheetFaults.formatOfDefinition.code,
    message: '导出定义只允许CSV格式，请改选后重试',
  })
  expect(await admin.call(calls.rules, { subject })).toMatchObject({ formats: 'CSV' })
  expect((await nobody.envelope(calls.rules, { subject })).code).toBe(40301)
  // Every list with an export is asked, also boards and tables under a further name.
  const exported = server.served.flatMap(({ call }) => {
    const [, area = 'sys', noun] = /^\/(?:fw\/api\/sys|(\w+)\/api)\/(\w+)\/export$/.exec(call.path) ?? []
    return noun === undefined ? [] : [`${area}.${noun}`]
  })
  expect(exported.length).toBeGreaterThan(60)
  for (const key of exported)
    expect([key, (await admin.envelope(calls.rules, { subject: key })).code]).toEqual([key, 0])
  expect((await admin.envelope(calls.rules, { subject: 'sys.outbox' })).code).toBe(40400)
  await set({ columns: columns('code') })
  expect(await admin.call(calls.rules, { subject })).toMatchObject({ formats: null })
})

test('a file is called by its pattern, of parts that there are', async () => {
  await set({ columns: columns('code'), fileName: '{ORG}-{TITLE}-{USER}-{yyyyMMdd}' })
  expect((await file()).name).toMatch(/^G-货主-admin-\d{8}\.csv$/)
  expect(await refused({ columns: columns('code'), fileName: '{SEQ6}' })).toEqual([own.filePart.code, 'fileName'])
  expect(await refused({ columns: columns('code'), fileName: '{title}' })).toEqual([own.filePart.code, 'fileName'])
})

test('where one works its own definition goes before that of the enterprise, and is nobody else’s', async () => {
  await set({ columns: columns('code', 'name') })
  const dc = await server.as('admin', 'DC01')
  const orgId = server.one.orgs.get('DC01')?.id ?? ''
  expect((await file({}, dc)).lines[0]).toBe('代码,名称')
  await dc.call(calls.set, { subject, version: 0, ...plain, columns: columns('name') } as never)
  expect((await file({}, dc)).lines[0]).toBe('名称')
  expect((await file()).lines[0]).toBe('代码,名称')
  expect((await file({}, await server.as('admin', 'DC02'))).lines[0]).toBe('代码,名称')
  const listed = async (who: Client, of?: string) =>
    (await who.call(calls.list, { ...(of && { orgId: of }) })).find((d) => d.subject === subject)
  expect(await listed(dc)).toMatchObject({ source: 'ORG', isOwn: true, columns: 1, version: 1 })
  expect(await listed(admin)).toMatchObject({ source: 'TENANT', isOwn: true, columns: 2 })
  expect(await listed(admin, orgId)).toMatchObject({ source: 'ORG', columns: 1 })
  expect(await listed(await server.as('admin', 'DC02'))).toMatchObject({ source: 'TENANT', isOwn: false, version: 0 })
  // Neither another centre's, nor that of all.
  const strange = { subject, version: 1, ...plain, columns: columns('code'), orgId }
  expect((await (await server.as('admin', 'DC02')).envelope(calls.set, strange as never)).code).not.toBe(0)
  const whole = { ...strange, orgId: server.one.orgs.get('G')?.id ?? '', version: (await read()).version }
  expect((await dc.envelope(calls.set, whole as never)).code).not.toBe(0)
  expect((await file({}, dc)).lines[0]).toBe('名称')
  await admin.call(calls.restore, { subject, version: 1, orgId })
  expect((await file({}, dc)).lines[0]).toBe('代码,名称')
})
