import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { productCategory } from '@lading/contract/mdm/partner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { area } from '@lading/contract/wms/place.ts'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../testing/full.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import type { ImportAnswer } from './importReport.ts'
import { readSheet } from './read.ts'
import { writeSheet } from './write.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const owners = crudCalls(owner)
const products = crudCalls(product)
const send = (call: (typeof owners)[string] | undefined, csv: string, o: object = {}, key?: string) =>
  admin.call<ImportAnswer>(
    call,
    { dryRun: 'false', mode: 'INSERT', ...o },
    { file: { name: 'a.csv', data: csv }, ...(key && { key }) },
  )
const count = (table: string): Promise<number> =>
  server.inside('G', async (ctx) => {
    const rows = await ctx.tx.query(sql`select 1 from ${raw(table)} where tenant_id = ${ctx.tenantId}`)
    return rows.length
  })

test('a file is checked without a trace, then imported once however often it is sent', async () => {
  const csv = '代码,Name,类型,超收比例%,未知\n007,甲公司,三方,5,x\nB-1,=cmd|calc,CLIENT,"1,000.5",\n'
  const bad = await send(owners.import, csv)
  expect(bad.errors).toEqual([
    { row: 3, field: 'overPct', title: '超收比例%', message: expect.stringContaining('超收比例%') },
  ])
  expect(await count('wms_owner')).toBe(0)
  const good = csv.replace('"1,000.5"', '10.5')
  expect(await send(owners.import, good, { dryRun: 'true' })).toMatchObject({ rows: 2, created: 2, errors: [] })
  expect(await count('wms_owner')).toBe(0)
  const done = await send(owners.import, good, {}, 'key-1')
  expect(done).toMatchObject({ created: 2, updated: 0, dryRun: false })
  expect(done.warnings).toEqual([{ row: 1, field: '未知', title: '', message: '未识别的列[未知]，已忽略' }])
  expect(await send(owners.import, good, {}, 'key-1')).toMatchObject({ created: 2 })
  await expect(send(owners.import, good.replace('甲', '乙'), {}, 'key-1')).rejects.toMatchObject({ code: 40901 })
  const page = await admin.call<{ records: Record<string, unknown>[] }>(owners.query, { orderBy: 'code' })
  expect(page.records).toMatchObject([
    { code: '007', name: '甲公司', kind: 'CLIENT', overPct: '5.00', turnover: 'FEFO' },
    { code: 'B-1', name: '=cmd|calc', kind: 'CLIENT', overPct: '10.50' },
  ])
})

test('every wrong row is told, with the file marked, and nothing is written', async () => {
  const csv = '代码,名称,类型\n007,again,自营\n,no code,自营\nX1,,自营\nX2,b,无此类\nX3,c,自营\nX3,d,自营\na b,e,自营\n'
  const answer = await send(owners.import, csv)
  expect(answer.errors.map((e) => `${e.row} ${e.field}`).sort()).toEqual([
    '2 code',
    '3 code',
    '4 name',
    '5 kind',
    '7 code',
    '7 name',
    '8 code',
  ])
  expect(answer.errors.find((e) => e.row === 2)?.message).toBe('代码[007]已存在')
  const marked = await readSheet({ name: 'a.xlsx', data: Buffer.from(answer.errorFile ?? '', 'base64') })
  expect(marked[1]?.cells.at(-1)).toBe('代码[007]已存在')
  expect(await count('wms_owner')).toBe(2)
})

test('codes and percentages of a workbook are taken as they are shown there, or their row is refused', async () => {
  const owner = (look: string, rows: string[][], share = '0%') =>
    writeSheet('xlsx', {
      name: 'a',
      columns: [
        { title: '代码', numeric: true, look },
        { title: '名称' },
        { title: '类型' },
        { title: '超收比例%', numeric: true, look: share },
      ],
      rows,
    })
  const bring = (data: Buffer) =>
    admin.call<ImportAnswer>(owners.import, { dryRun: 'false', mode: 'INSERT' }, { file: { name: 'a.xlsx', data } })
  expect(await bring(await owner('000000', [['1888', '甲', '三方', '0.05']]))).toMatchObject({ created: 1, errors: [] })
  const codes = await admin.call<{ records: Record<string, unknown>[] }>(owners.query, { orderBy: 'code' })
  expect(codes.records).toMatchObject([{ code: '001888', overPct: '5.00' }, { code: '007' }, { code: 'B-1' }])
  // What a column hides, or two decimals that are shown as none, is no code and no percentage.
  const hidden = await bring(await owner('0', [['12.5', '乙', '三方', '0.0512']]))
  expect(hidden.errors.map((e) => e.field)).toEqual(['code', 'overPct'])
  // The marked file is mended and sent again: its codes are those that were shown.
  const twice = await bring(await owner('000000', [['1888', '丙', '三方', '0.05']]))
  const marked = await readSheet({ name: 'a.xlsx', data: Buffer.from(twice.errorFile ?? '', 'base64') })
  expect(marked[1]?.cells.slice(0, 4)).toEqual(['001888', '丙', '三方', '5%'])
  await server.inside('G', (ctx) => ctx.tx.run(sql`delete from wms_owner where code = '001888'`))
})

test('updates touch only what differs; blank cells keep their value', async () => {
  const csv = '代码,名称,联系人\n007,甲公司,\nB-1,新名,张三\n'
  expect(await send(owners.import, csv, { mode: 'UPDATE' })).toMatchObject({ created: 0, updated: 1 })
  expect((await send(owners.import, '代码,名称\nnew,x\n', { mode: 'UPDATE' })).errors).toHaveLength(1)
  expect(await send(owners.import, '代码,名称\nnew,x\n007,y\n', { mode: 'UPSERT' })).toMatchObject({
    created: 1,
    updated: 1,
  })
  const page = await admin.call<{ records: Record<string, unknown>[] }>(owners.query, { orderBy: 'code' })
  expect(page.records.map((r) => [r.code, r.name, r.contact, r.version])).toEqual([
    ['007', 'y', null, 1],
    ['B-1', '新名', '张三', 1],
    ['new', 'x', null, 0],
  ])
})

test('products come with packs, barcodes and owners, on rows that repeat the code', async () => {
  const csv = [
    '代码,名称,规格.每箱数量,规格.规格,条码.条码,货主.货主',
    '00242,香蕉,12,1*12,6901234567892,007',
    '00300,哈密瓜,1,1*1,,B-1',
    '00242,,24,1*24,6901234567885,B-1',
  ].join('\n')
  const answer = await send(products.import, csv)
  expect(answer).toMatchObject({ rows: 3, created: 2, errors: [] })
  const page = await admin.call<{ records: { id: string }[] }>(products.query, { filter: { code: '00242' } })
  const banana = await admin.call<Record<string, { name: string; code: string; qpc: string }[]>>(products.getById, {
    id: page.records[0]?.id,
  })
  expect(banana.qpcs?.map((q) => [q.name, q.qpc])).toEqual([
    ['1*12', '12.000'],
    ['1*24', '24.000'],
  ])
  expect(banana.barcodes).toHaveLength(2)
  expect(banana.owners).toHaveLength(2)
  const more = await send(products.import, '代码,规格.规格,规格.箱单位\n00242,1*12,筐\n', { mode: 'UPDATE' })
  expect(more).toMatchObject({ updated: 1, errors: [] })
  const taken = await send(products.import, '代码,名称,条码.条码\n5,e,6901234567892\n')
  expect(taken.errors).toEqual([
    { row: 2, field: 'barcodes.code', title: '条码.条码', message: '条码[6901234567892]已存在' },
  ])
  const wrong = await send(products.import, '代码,名称,类别\n5,e,none\n')
  expect(wrong.errors).toEqual([{ row: 2, field: 'categoryId', title: '类别', message: '类别[none]不存在' }])
})

test('what an export writes an import takes again, in both formats and languages', async () => {
  for (const format of ['xlsx', 'csv'] as const)
    for (const language of ['zh-CN', 'en-US'] as const) {
      const columns = ['code', 'name', 'kind', 'turnover', 'overPct', 'transferAllowed', 'createTime']
      const { name, data } = await admin.bytes(owners.export, { format, columns, orderBy: '-code' }, { language })
      expect(name).toMatch(language === 'zh-CN' ? /^货主_\d{14}\./ : /^Owner_\d{14}\./)
      const rows = await readSheet({ name, data })
      expect(rows).toHaveLength(4)
      expect(rows[1]?.cells[0]).toBe('new')
      const answer = await admin.call<ImportAnswer>(
        owners.import,
        { dryRun: 'false', mode: 'UPDATE' },
        { file: { name, data } },
      )
      expect(answer).toMatchObject({ rows: 3, updated: 0, errors: [], warnings: [] })
    }
  const { data } = await admin.bytes(products.export, {
    columns: ['code', 'qpcs.name', 'barcodes.code'],
    orderBy: 'code',
  })
  expect((await readSheet({ name: 'p.xlsx', data })).map((r) => r.cells)).toEqual([
    ['代码', '规格.规格', '条码.条码'],
    ['00242', '1*12', '6901234567892'],
    ['00242', '1*24', '6901234567885'],
    ['00300', '1*1'],
  ])
  await expect(admin.bytes(owners.export, { columns: ['passwordHash'] })).rejects.toMatchObject({ code: 42821 })
})

test('a template names all columns in both languages and is itself a valid, empty file', async () => {
  const { name, data } = await admin.bytes(products.importTemplate, { format: 'xlsx' })
  expect(name).toBe('商品导入模板.xlsx')
  const rows = await readSheet({ name, data })
  expect(rows[0]?.cells).toContain('规格.每箱数量 / Packs.Units per case')
  const filled = await writeSheet('xlsx', {
    name: 'a',
    columns: [{ title: '代码 / Code *' }, { title: '名称 / Name *' }],
    rows: [['T1', 'from the template']],
  })
  const answer = await admin.call<ImportAnswer>(
    products.import,
    { dryRun: 'true' },
    { file: { name: 'a.xlsx', data: filled } },
  )
  expect(answer).toMatchObject({ created: 1, errors: [] })
})

test('rows of a file may hang below each other, and rows of a DC need a DC', async () => {
  const categories = crudCalls(productCategory)
  const dc = await server.as('admin', 'DC01')
  const file = { file: { name: 'a.csv', data: '代码,名称,上级\nZ1,区一,W1\nW1,仓一,\n' } }
  const areas = crudCalls(area)
  await expect(admin.call(areas.import, { dryRun: 'false' }, file)).rejects.toMatchObject({ code: 40303 })
  expect(await dc.call(areas.import, { dryRun: 'false' }, file)).toMatchObject({ created: 2, errors: [] })
  await expect(dc.call(categories.import, { dryRun: 'false' }, file)).rejects.toMatchObject({ code: 40304 })
  const viewer = await server.as('viewer')
  await expect(viewer.call(owners.import, {}, file)).rejects.toMatchObject({ code: 40301 })
})

test('thousands of products with packs and barcodes cost as much each as some hundred', async () => {
  const line = (i: number) => {
    const n = String(i).padStart(6, '0')
    return `P${n},商品名称${i},1*12,12,29${n},007`
  }
  const file = (n: number) =>
    ['代码,名称,规格.规格,规格.每箱数量,条码.条码,货主.货主', ...Array.from({ length: n }, (_, i) => line(i))].join(
      '\n',
    )
  const time = async (n: number, dryRun: string) => {
    const start = performance.now()
    expect(await send(products.import, file(n), { dryRun })).toMatchObject({ created: n, errors: [] })
    return performance.now() - start
  }
  // More are left to the background, which the clock of a call says nothing of.
  const count = isFull ? 1_990 : 1_280
  const few = await time(count / 10, 'true')
  const all = await time(count, 'false')
  process.stdout.write(`${count} products: ${Math.round(all)} ms, a tenth: ${Math.round(few)} ms\n`)
  // Of fewer the clock says nothing.
  if (isFull) expect(all / few).toBeLessThan(40)
  const { data } = await admin.bytes(products.export, { format: 'csv' })
  expect(data.toString().trim().split('\n')).toHaveLength(count + 3)
})
