import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { spoken as said } from '@lading/contract/kernel/spoken.ts'
import type { Language } from '@lading/contract/kernel/text.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { unitText } from '@lading/contract/mdm/units.ts'
import { reportCalls } from '@lading/contract/sys/report.ts'
import { searchCalls } from '@lading/contract/sys/search.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { tables, views } from '@lading/contract/tables.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'
import { post } from '../wms/stock/post.ts'
import { createTasks } from '../wms/task/create.ts'
import { buildYard, keyOf, type Yard } from '../wms/testing/yard.ts'
import { bulkInsert } from './bulk.ts'

let server: TestServer
let yard: Yard
let admin: Client
const storeId = '771'
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, { bins: { 'S-01': 'STORAGE' }, products: [{ code: 'A' }, { code: 'B' }] })
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id: storeId, code: 'ST', name: '店' }])
    await ctx.tx.run(sql`
      update mdm_product set name = '可乐', name_en = 'Cola', base_unit = '瓶' where tenant_id = ${ctx.tenantId} and code = 'A'`)
    await ctx.tx.run(
      sql`update mdm_product set name = '酱油', name_en = '', base_unit = '坛' where tenant_id = ${ctx.tenantId} and code = 'B'`,
    )
    for (const [i, code] of ['A', 'B'].entries()) {
      const [to, from] = [
        await keyOf(ctx, made, { bin: 'S-01', product: code }),
        await keyOf(ctx, made, { bin: 'V_VENDOR', product: code }),
      ]
      await post(ctx, {
        bizType: 'RECEIVE',
        idemKey: `in${i}`,
        lines: [
          { key: from, delta: -5000n },
          { key: to, delta: 5000n },
        ],
      })
    }
    return made
  })
  admin = await server.as('admin', 'DC01')
})
afterAll(() => server.close())

const languages = ['zh-CN', 'en-US'] as const
const names = { 'zh-CN': ['可乐', '酱油'], 'en-US': ['Cola', '酱油'] }
const ask = <T>(call: Parameters<Client['call']>[0], input: object, language: Language) =>
  admin.call<T>(call, input, { language })
interface Records {
  records: (Record<string, unknown> & { refs: Record<string, { code: string; name: string }> })[]
}

test('a field that says another in English is a text of the same row', () => {
  const pairs = [...tables, ...views].flatMap((e) =>
    Object.values(e.fields).flatMap(({ english }) => (typeof english === 'string' ? [[e, english] as const] : [])),
  )
  expect(pairs.length).toBeGreaterThan(0)
  for (const [e, english] of pairs) expect(e.fields[english]?.kind, `${e.key}.${english}`).toBe('text')
})

test('what was written stays in Chinese, and where English has no word for it', () => {
  expect(said(product.fields.name, '可乐', { nameEn: 'Cola' })).toEqual(['可乐', 'Cola'])
  for (const nameEn of ['', null, undefined])
    expect(said(product.fields.name, '可乐', { nameEn })).toEqual(['可乐', '可乐'])
  expect(unitText('箱')).toEqual(['箱', 'case'])
  expect(said(qpc.fields.caseUnit, '坛', {})).toEqual(['坛', '坛'])
})

test.each(languages)('%s: whoever refers to a product calls it as its reader does', async (language) => {
  const lines = ['A', 'B'].map((code) => ({ productId: yard.products.get(code)?.id, planQty: '1' }))
  const operate = documentCalls(operateBill)
  const made = await admin.call<{ id: string }>(operate.create, { ownerId: yard.owners.get('O1'), storeId, lines })
  const bill = await ask<{ lines: Records['records'] }>(operate.getById, { id: made.id }, language)
  expect(bill.lines.map((l) => l.refs.productId?.name)).toEqual(names[language])
  const log = await ask(operate.log, { id: made.id }, language)
  expect(log).toBeDefined()
  const offered = await ask<Records['records']>(
    operate.offer,
    { to: 'mdm.product', filter: { keyword: 'cola' } },
    language,
  )
  // A form gets what was written, beside what it is called in English.
  expect(offered).toMatchObject([{ code: 'A', name: '可乐', nameEn: 'Cola' }])
  const taskId = await server.inside('DC01', async (ctx) => {
    const tasks = await createTasks(ctx, [
      { taskType: 'MOVE', lines: lines.map((l) => ({ ...l, productId: l.productId ?? '', planQty: 1000n })) },
    ])
    return tasks[0]?.id
  })
  const { lines: shown } = await ask<{ lines: { product: { name: string; baseUnit: string } }[] }>(
    work.getWork,
    { id: taskId },
    language,
  )
  expect(shown.map((l) => l.product.name)).toEqual(names[language])
  expect(shown.map((l) => l.product.baseUnit)).toEqual([language === 'en-US' ? 'bottle' : '瓶', '坛'])
})

test.each(languages)('%s: reports and what is found from anywhere call it so too', async (language) => {
  const { rows } = await ask<{ rows: Record<string, string>[] }>(
    reportCalls.run,
    { path: 'WMS/库存汇总.cpt' },
    language,
  )
  expect(rows.map((r) => r.name)).toEqual(names[language])
  expect(rows[0]?.unit).toBe(language === 'en-US' ? 'bottle' : '瓶')
  const { kinds } = await ask<{ kinds: { hits: { name: string }[] }[] }>(
    searchCalls.records,
    { word: 'cola' },
    language,
  )
  expect(kinds[0]?.hits[0]?.name).toBe(names[language][0])
})

test('a name is looked for as it is read in either language, and is edited as it was written', async () => {
  const products = crudCalls(product)
  const found = async (filter: object) =>
    (await ask<Records>(products.query, { filter }, 'en-US')).records.map((r) => r.name)
  expect(await found({ name: 'cola' })).toEqual(['可乐'])
  expect(await found({ name: '可' })).toEqual(['可乐'])
  expect(await found({ name: '酱' })).toEqual(['酱油'])
})

test('roles that come with a tenant have English names', async () => {
  await server.inside('G', (ctx) =>
    ctx.tx.run(sql`update sys_role set name = '系统管理员' where tenant_id = ${ctx.tenantId} and id = (
      select min(role_id) from sys_user_role where tenant_id = ${ctx.tenantId} and user_id = ${admin.userId})`),
  )
  const roles = async (language: Language) =>
    (await ask<{ name: string }[]>(userCalls.getRoles, {}, language)).map((r) => r.name)
  expect(await roles('zh-CN')).toContain('系统管理员')
  expect(await roles('en-US')).toContain('System administrator')
})
