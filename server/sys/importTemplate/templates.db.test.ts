import { read } from '@e965/xlsx'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { productCategory } from '@lading/contract/mdm/partner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { importTemplateCalls as calls, importTemplateFaults as own } from '@lading/contract/sys/importTemplate.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { sheetRecordCalls } from '@lading/contract/sys/sheetRecord.ts'
import { tables, views } from '@lading/contract/tables.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client
let nobody: Client
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
  nobody = await server.as('nobody')
})
afterAll(() => server.close())

const subject = owner.key
const readTemplate = (who = admin) => who.call(calls.get, { subject })
/** The columns as they are, changed by name; those that are null go. */
async function set(change: Readonly<Record<string, object | null>>, first: readonly string[] = []): Promise<void> {
  const { version, columns } = await readTemplate()
  await admin.call(calls.set, { subject, version, columns: changed(columns, change, first) } as never)
}
type Offered = Awaited<ReturnType<typeof readTemplate>>['columns']
const changed = (columns: Offered, change: Readonly<Record<string, object | null>>, first: readonly string[] = []) =>
  columns
    .filter((c) => c.isIn && change[c.name] !== null)
    .toSorted((a, b) => (first.includes(a.name) ? 0 : 1) - (first.includes(b.name) ? 0 : 1))
    .map((c) => ({
      name: c.name,
      zh: c.ownZh,
      en: c.ownEn,
      required: c.required,
      note: c.note,
      initial: c.initial,
      sample: c.sample,
      ...change[c.name],
    }))
const refused = async (change: Readonly<Record<string, object | null>>) => {
  const { version, columns } = await readTemplate()
  const { code } = await admin.envelope(calls.set, { subject, version, columns: changed(columns, change) } as never)
  return code
}
const heads = async () => {
  const { data } = await admin.bytes(crudCalls(owner).importTemplate, { format: 'csv' })
  return data.toString().replace('\uFEFF', '').trim().split(',')
}
interface Sent {
  code: number
  data: { created: number; errors: { row: number; title: string; message: string }[] }
}
const send = async (text: string, dryRun = 'true', mode = 'INSERT'): Promise<Sent> => {
  const file = { name: 'owners.csv', data: text }
  // What the call declares that it answers.
  return (await admin.envelope(crudCalls(owner).import as never, { dryRun, mode } as never, {
    file,
  })) as unknown as Sent
}

test('a published template is what everybody downloads, and its headings are read as well as the usual ones', async () => {
  const usual = await heads()
  await set({ code: { zh: '客户编号', en: 'Client no.' }, contact: { zh: '对接人' } }, ['name'])
  const mine = await heads()
  expect(mine[0]).toBe('名称 / Name *')
  expect(mine).toContain('客户编号 / Client no. *')
  expect(mine).toHaveLength(usual.length)
  expect((await send('客户编号,名称,对接人\nTPL1,甲,老王\n')).data).toMatchObject({ created: 1, errors: [] })
  expect((await send('客户编号 / Client no. *,名称\nTPL1,甲\n')).data).toMatchObject({ created: 1, errors: [] })
  expect((await send('代码,名称\nTPL1,甲\n')).data).toMatchObject({ created: 1, errors: [] })
  expect((await send('甲乙,丙丁\n1,2\n')).code).toBe(sheetFaults.header.code)
  expect((await admin.call(calls.list)).find((d) => d.subject === subject)).toMatchObject({ isOwn: true, version: 1 })
})

test('what a template asks for beyond the entity has to be filled in where something is new', async () => {
  await set({ contact: { required: true, note: '收货电话联系人' } })
  const wanting = (await send('代码,名称\nTPL2,乙\n')).data
  expect(wanting.errors).toMatchObject([{ row: 2 }])
  expect(wanting.errors[0]?.message).toContain('不能为空')
  expect((await send('代码,名称,联系人\nTPL2,乙,老王\n', 'false')).data).toMatchObject({ created: 1, errors: [] })
  expect(await heads()).toContain('对接人 / Contact *')
})

test('it never asks for less than the entity does', async () => {
  expect(await refused({ name: null })).toBe(own.needed.code)
  expect(await refused({ code: null })).toBe(own.needed.code)
  await set({ name: { required: false } })
  expect((await readTemplate()).columns.find((c) => c.name === 'name')).toMatchObject({
    required: true,
    isNeeded: true,
  })
  expect(await heads()).toContain('名称 / Name *')
  expect((await send('代码,名称\nTPL3,\n')).data.errors).toHaveLength(1)
})

test('a heading is one column’s and no other’s, and no column is made up', async () => {
  const before = await readTemplate()
  expect(await refused({ contact: { zh: '名称' } })).toBe(own.headingTaken.code)
  expect(await refused({ contact: { zh: 'NAME' } })).toBe(own.headingTaken.code)
  expect(await refused({ contact: { zh: '电话*' } })).toBe(own.heading.code)
  const strange = [...changed(before.columns, {}), { name: 'tenantId' }]
  const asked = { subject, version: before.version, columns: strange }
  expect((await admin.envelope(calls.set, asked as never)).code).toBe(sheetFaults.noSuchColumn.code)
  const late = { subject, version: before.version + 1, columns: changed(before.columns, {}) }
  expect((await admin.envelope(calls.set, late as never)).code).toBe(40900)
  const other = { subject: 'sys.sessionToken', version: 0, columns: [{ name: 'id' }] }
  expect((await admin.envelope(calls.set, other as never)).code).toBe(40400)
  expect(await readTemplate()).toEqual(before)
})

test('what a file leaves empty is what the template says, of something new alone', async () => {
  await set({ contact: { required: true, initial: '前台', sample: '李雷' } })
  expect((await send('代码,名称\nTPL5,戊\n', 'false')).data).toMatchObject({ created: 1, errors: [] })
  expect((await send('代码,名称,联系人\nTPL6,己,韩梅\n', 'false')).data).toMatchObject({ created: 1, errors: [] })
  // What is there already keeps its own.
  expect((await send('代码,名称\nTPL6,庚\n', 'false', 'UPSERT')).data.errors).toEqual([])
  const { records } = await admin.call<{ records: { code: string; name: string; contact: string }[] }>(
    crudCalls(owner).query,
    { filter: { code: 'TPL' }, sort: 'code' },
  )
  expect(records.filter((r) => /TPL[56]/.test(r.code))).toMatchObject([
    { code: 'TPL5', name: '戊', contact: '前台' },
    { code: 'TPL6', name: '庚', contact: '韩梅' },
  ])
  const sheet = await admin.bytes(crudCalls(owner).importTemplate, { format: 'xlsx' })
  const notes = JSON.stringify(read(sheet.data).Sheets.说明)
  expect(notes).toContain('如 李雷')
  expect(notes).toContain('空白时为 前台')
})

test('child rows and what is named by its code are filled in as well, of what is new alone', async () => {
  const category = await admin.call<{ id: string }>(crudCalls(productCategory).create, { code: 'TPLC', name: '果' })
  const { version, columns } = await admin.call(calls.get, { subject: product.key })
  const given = {
    'qpcs.caseUnit': { initial: '篮' },
    categoryId: { initial: 'TPLC' },
    brand: { initial: '无' },
  }
  await admin.call(calls.set, { subject: product.key, version, columns: changed(columns, given) } as never)
  const bring = async (data: string, mode: string) => {
    const file = { name: 'products.csv', data }
    const { errors } = await admin.call<{ errors: object[] }>(
      crudCalls(product).import,
      { dryRun: 'false', mode },
      { file },
    )
    expect(errors).toEqual([])
  }
  await bring('代码,名称,规格.每箱数量,规格.规格\nTPLP,瓜,12,1*12\n', 'INSERT')
  await bring('代码,规格.每箱数量,规格.规格,规格.箱单位\nTPLP,24,1*24,筐\n', 'UPDATE')
  const { records } = await admin.call<{ records: { id: string }[] }>(crudCalls(product).query, {
    filter: { code: 'TPLP' },
  })
  const made = await admin.call<{ brand: string; categoryId: string; qpcs: { name: string; caseUnit: string }[] }>(
    crudCalls(product).getById,
    { id: records[0]?.id },
  )
  expect(made).toMatchObject({ brand: '无', categoryId: category.id })
  expect(made.qpcs.map((q) => [q.name, q.caseUnit])).toEqual([
    ['1*12', '篮'],
    ['1*24', '筐'],
  ])
})

test('a default has to be what its column takes', async () => {
  expect(await refused({ overPct: { initial: '很多' } })).toBe(own.initial.code)
})

test('it is each enterprise’s own, kept by who may, and given up again', async () => {
  for (const call of [calls.list, calls.get])
    expect((await nobody.envelope(call as never, { subject })).code).toBe(40301)
  const other = await server.as('admin', 'G', 'two')
  expect(await readTemplate(other)).toMatchObject({ version: 0 })
  const { version } = await readTemplate()
  await admin.call(calls.restore, { subject, version })
  expect(await heads()).toContain('代码 / Code *')
  const { data } = await admin.bytes(calls.download, { subject, format: 'csv' })
  expect(data.toString()).toContain('代码 / Code *')
})

const setRules = async (rules: object): Promise<void> => {
  const { version, columns } = await readTemplate()
  await admin.call(calls.set, { subject, version, columns: changed(columns, {}), ...rules } as never)
}
const bring = async (text: string, o: object) =>
  (await admin.envelope(crudCalls(owner).import as never, o as never, {
    file: { name: 'owners.csv', data: text },
  })) as unknown as { code: number; message: string; data: { created: number; updated: number; errors: object[] } }

test('a template says how files come in, and who says otherwise does so only where he may', async () => {
  const file = (name: string) => `代码,名称\nTPM1,${name}\n`
  await setRules({ mode: 'UPSERT', rows: 'GOOD', maxRows: 2 })
  // Whatever is imported is asked, also a table under a further name, which has no template.
  const paths = new Set(server.served.map((s) => s.call.path))
  const imported = [...tables, ...views].filter((e) => paths.has(crudCalls(e).import?.path ?? ''))
  expect(imported.length).toBeGreaterThan(20)
  for (const e of imported)
    expect([e.key, (await admin.envelope(calls.rules, { subject: e.key })).code]).toEqual([e.key, 0])
  expect(await admin.call(calls.rules, { subject })).toMatchObject({
    mode: 'UPSERT',
    rows: 'GOOD',
    maxRows: 2,
    onlyMode: false,
    modes: ['INSERT', 'UPDATE', 'UPSERT'],
  })
  expect((await bring(file('甲'), { dryRun: 'false' })).data).toMatchObject({ created: 1, updated: 0 })
  expect((await bring(file('乙'), { dryRun: 'false' })).data).toMatchObject({ created: 0, updated: 1 })
  // The good row goes in, as the template says, unless who sends it says otherwise.
  const half = '代码,名称\nTPM2,丙\nTPM3,\n'
  expect((await bring(half, { dryRun: 'false', rows: 'ALL' })).data).toMatchObject({ created: 0, errors: [{ row: 3 }] })
  expect((await bring(half, { dryRun: 'false' })).data).toMatchObject({ created: 1, errors: [{ row: 3 }] })
  expect((await bring(file('丁'), { mode: 'INSERT' })).data.errors).toHaveLength(1)
  await setRules({ mode: 'UPSERT', onlyMode: true })
  expect(await bring(file('丁'), { mode: 'INSERT' })).toMatchObject({
    code: sheetFaults.modeOfTemplate.code,
    message: '导入模板只允许“新增或更新”，请改选后重试',
  })
  expect((await bring(file('丁'), { mode: 'UPSERT' })).data).toMatchObject({ updated: 1 })
})

test('a file of more rows than a template allows is refused, and leaves nothing', async () => {
  await setRules({ maxRows: 2 })
  const rows = (n: number) => `代码,名称\n${Array.from({ length: n }, (_, i) => `TPN${i},甲\n`).join('')}`
  expect((await bring(rows(2), {})).data).toMatchObject({ created: 2 })
  const refusedOne = await bring(rows(3), { dryRun: 'false' })
  expect(refusedOne).toMatchObject({
    code: sheetFaults.tooManyForIt.code,
    message: '数据有3行，最多允许2行，请分成多个文件',
  })
  const { records } = await admin.call<{ records: object[] }>(crudCalls(owner).query, { filter: { code: 'TPN' } })
  expect(records).toEqual([])
  const { version, columns } = await readTemplate()
  const over = { subject, version, columns: changed(columns, {}), maxRows: 20_001 }
  expect((await admin.envelope(calls.set, over as never)).code).toBe(40000)
})

test('a template is tried with a file before it is published, by its own headings, and nothing is written', async () => {
  const before = await readTemplate()
  const { records: imports } = await admin.call<{ records: object[] }>(sheetRecordCalls.imports as never, {})
  const draft = JSON.stringify(
    changed(before.columns, { code: { zh: '客户号' }, contact: { zh: '对接人', required: true } }),
  )
  const test = async (data: string, who = admin, more: object = {}) =>
    (await who.envelope(calls.test as never, { subject, mode: 'INSERT', draft, ...more } as never, {
      file: { name: 'owners.csv', data },
    })) as unknown as Sent & { message: string }
  const wrong = await test('客户号,名称,对接人\nTPT1,甲,老王\nTPT2,乙,\n')
  expect(wrong.data.errors).toMatchObject([{ row: 3, title: '对接人' }])
  expect((await test('客户号,名称,对接人\nTPT1,甲,老王\n')).data).toMatchObject({ created: 1, errors: [] })
  expect((await test('客户号,名称\nA,甲\nB,乙\n', admin, { maxRows: '1' })).code).toBe(sheetFaults.tooManyForIt.code)
  expect((await test('客户号,名称\nA,甲\n', admin, { draft: '[{' })).code).toBe(40000)
  expect((await test('客户号,名称\nA,甲\n', admin, { draft: '[{"name":"name"}]' })).code).toBe(own.needed.code)
  expect((await test('客户号,名称\nA,甲\n', nobody)).code).toBe(40301)
  expect(await readTemplate()).toEqual(before)
  const { records } = await admin.call<{ records: object[] }>(crudCalls(owner).query, { filter: { code: 'TPT' } })
  expect(records).toEqual([])
  expect((await admin.call<{ records: object[] }>(sheetRecordCalls.imports as never, {})).records).toEqual(imports)
})
