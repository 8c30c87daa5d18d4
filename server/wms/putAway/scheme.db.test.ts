import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { productStorageScheme } from '@lading/contract/wms/scheme.ts'
import { tryPutAway } from '@lading/contract/wms/schemeCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { BillRow } from '../../platform/document/steps.ts'
import { instead } from '../../testing/rows.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { readProduct } from '../masters/facts.ts'
import { planAllocation } from '../operate/allocate.ts'
import { post } from '../stock/post.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { readRules } from './rules.ts'

let server: TestServer
let yard: Yard
let clerk: Client
let storeId: string
/** food > drink > beer; every scheme by its code. */
const [categories, schemes] = [new Map<string, string>(), new Map<string, string>()]

const at = (code: string): string => yard.products.get(code)?.id ?? ''

beforeAll(async () => {
  server = await openTestServer()
  await server.inside('DC01', async (ctx) => {
    yard = await buildYard(ctx, {
      bins: { 'S-01': 'STORAGE', 'S-02': 'STORAGE', 'S-03': 'STORAGE', 'P-01': 'PICK', 'D-01': 'DEFECT' },
      owners: ['O1', 'O2'],
      products: [{ code: 'X', qpc: '10', shelfLifeDays: 365 }, { code: 'Y' }],
      mix: false,
    })
    let path = '/'
    for (const [i, code] of ['FOOD', 'DRINK', 'BEER'].entries()) {
      const id = ctx.newId()
      path += `${id}/`
      categories.set(code, id)
      await bulkInsert(ctx.tx, 'wms_product_category', [
        { tenantId: ctx.tenantId, id, code, name: code, path, level: i + 1 },
      ])
    }
    storeId = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id: storeId, code: 'ST', name: 'store' }])
    await ctx.tx.run(sql`
      update mdm_product set category_id = ${categories.get('BEER')} where tenant_id = ${ctx.tenantId} and id = ${at('X')}`)
    await ctx.tx.run(sql`update wms_bin set mix_product = true where tenant_id = ${ctx.tenantId} and code = 'D-01'`)
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const calls = crudCalls(productStorageScheme)
const makeScheme = async (code: string, more: object = {}): Promise<string> => {
  const rules = [{ seq: 10, method: 'EMPTY' }]
  const made = await clerk.call<{ id: string }>(calls.create, { code, name: code, rules, ...more })
  schemes.set(code, made.id)
  return made.id
}
const schemeOfX = (owner = 'O1', stockType = 'GOOD') =>
  server.inside('DC01', async (ctx) => {
    const goods = { product: await readProduct(ctx, at('X')), ownerId: yard.owners.get(owner) ?? '', stockType }
    return (await readRules(ctx, goods)).scheme?.code
  })
/** What a product or a category names itself. */
const name = (table: 'mdm_product' | 'wms_product_category', id: string | undefined, code: string | null) =>
  server.inside('DC01', (ctx) =>
    table === 'mdm_product'
      ? ctx.tx.run(sql`
          update mdm_product set storage_scheme_id = ${code && schemes.get(code)} where tenant_id = ${ctx.tenantId} and id = ${id}`)
      : ctx.tx.run(sql`
          update wms_product_category set storage_scheme_id = ${code && schemes.get(code)} where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )

test('the nearest scheme serves: each one made is nearer than those before it', async () => {
  expect(await schemeOfX()).toBeUndefined()
  await makeScheme('GENERAL')
  await makeScheme('GENERAL-LATER', { priority: 90 })
  expect(await schemeOfX()).toBe('GENERAL')
  await makeScheme('OWNER', { ownerId: yard.owners.get('O1') })
  expect(await schemeOfX()).toBe('OWNER')
  expect(await schemeOfX('O2')).toBe('GENERAL')
  await makeScheme('NAMES-FOOD', { categoryId: categories.get('FOOD') })
  expect(await schemeOfX()).toBe('NAMES-FOOD')
  await makeScheme('NAMES-DRINK', { categoryId: categories.get('DRINK') })
  expect(await schemeOfX()).toBe('NAMES-DRINK')
  await makeScheme('OF-FOOD')
  await name('wms_product_category', categories.get('FOOD'), 'OF-FOOD')
  expect(await schemeOfX()).toBe('OF-FOOD')
  await makeScheme('OF-BEER')
  await name('wms_product_category', categories.get('BEER'), 'OF-BEER')
  expect(await schemeOfX()).toBe('OF-BEER')
  await makeScheme('NAMES-X', { productId: at('X') })
  expect(await schemeOfX()).toBe('NAMES-X')
  await makeScheme('OF-X')
  await name('mdm_product', at('X'), 'OF-X')
  expect(await schemeOfX()).toBe('OF-X')
  expect(await schemeOfX('O1', 'DAMAGE')).toBeUndefined()
})

test('a disabled scheme and one of another owner never serve', async () => {
  await makeScheme('OF-O2', { ownerId: yard.owners.get('O2') })
  await name('mdm_product', at('X'), 'OF-O2')
  expect(await schemeOfX()).toBe('NAMES-X')
  expect(await schemeOfX('O2')).toBe('OF-O2')
  await name('mdm_product', at('X'), 'OF-X')
  const rows = [{ id: schemes.get('OF-X'), version: 0 }]
  await clerk.call(calls.disable, rows[0])
  expect(await schemeOfX()).toBe('NAMES-X')
})

const put = (bin: string, expire: string, cases: string): Promise<unknown> =>
  server.inside('DC01', async (ctx) => {
    const to = await keyOf(ctx, yard, { bin, product: 'X', expire })
    const lines = [
      { key: { ...to, binId: yard.bins.get('V_ADJUST') ?? '' }, delta: -parseQty(cases) },
      { key: to, delta: parseQty(cases) },
    ]
    return post(ctx, { bizType: 'ADJ_INC', idemKey: bin, lines })
  })

const firstBinOf = (billId: string): Promise<string | undefined> =>
  server.inside('DC01', async (ctx) => {
    const bill = await ctx.tx.one<BillRow<typeof operateBill>>(sql`
      select * from wms_operate_bill where tenant_id = ${ctx.tenantId} and id = ${billId}`)
    const { takes, rows } = await planAllocation(ctx, bill)
    return rows.find((r) => r.id === takes[0]?.stockId)?.bin.code
  })

test("the scheme's turnover goes before that of product and owner, and names the area preferred", async () => {
  await put('S-01', '2027-02-01', '50')
  await put('S-02', '2027-01-01', '50')
  const bill = await clerk.call<{ id: string }>(documentCalls(operateBill).create, {
    ownerId: yard.owners.get('O1'),
    storeId,
    bizDate: '2026-06-01',
    lines: [{ productId: at('X'), qpcId: yard.products.get('X')?.qpcId, planQty: '20' }],
  })
  expect(await firstBinOf(bill.id)).toBe('S-02')
  const rules = [{ seq: 10, method: 'EMPTY', usages: [] }]
  const turnovers = [{ seq: 10, turnover: 'FIFO' }]
  const there = await rulesOf('NAMES-X')
  await clerk.call(calls.update, { id: schemes.get('NAMES-X'), version: 0, rules: instead(there, rules), turnovers })
  expect(await firstBinOf(bill.id)).toBe('S-01')
})

const rulesOf = async (code: string) =>
  (await clerk.call<{ rules: { id: string }[] }>(calls.getById, { id: schemes.get(code) })).rules

const tried = (more: object = {}, who = clerk) =>
  who.call(tryPutAway, { productId: at('X'), ownerId: yard.owners.get('O1'), qty: '30', ...more })

test('a dry run says where goods would go, by whose rules, and why not elsewhere', async () => {
  const { id } = await clerk.call<{ id: string }>(calls.create, {
    code: 'TRY',
    name: 'try',
    productId: at('X'),
    priority: 1,
    rules: [
      { seq: 10, method: 'SAME_PRODUCT', usages: ['STORAGE'] },
      { seq: 20, method: 'EMPTY', usages: ['STORAGE'] },
    ],
  })
  const counts = () =>
    server.inside('DC01', (ctx) =>
      ctx.tx.one(sql`select (select count(*) from wms_bin_claim) as claims, (select count(*) from wms_lot) as lots`),
    )
  const before = await counts()
  const answer = await tried({ expireDate: '2027-05-05' })
  expect(answer).toMatchObject({
    scheme: { code: 'TRY' },
    targets: [{ bin: 'S-03', qty: '30', seq: 20, method: 'EMPTY' }],
    rest: '0',
    refused: [
      { seq: 10, bin: 'S-01', why: ['货位[S-01]不允许混放批次', 'Bin [S-01] does not allow mixed lots'] },
      { seq: 10, bin: 'S-02' },
    ],
  })
  expect(await tried({ stockType: 'DAMAGE' })).toMatchObject({ scheme: null, targets: [{ bin: 'D-01' }] })
  expect(await tried({ stockType: 'GIFT', qty: '0.5' })).toMatchObject({ scheme: null })
  expect(await counts()).toEqual(before)
  await expect(tried({ qty: '0' })).rejects.toThrow('数量必须大于0')
  await clerk.call(calls.disable, { id, version: 0 })
})

test('a dry run is for who may see schemes, in a logistics centre, of his own tenant', async () => {
  await expect(tried({}, await server.as('nobody', 'DC01'))).rejects.toMatchObject({ code: 40301 })
  await expect(tried({}, await server.as('admin'))).rejects.toThrow('物流中心')
  await expect(tried({}, await server.as('admin', 'DC01', 'two'))).rejects.toThrow('不存在')
  expect(await tried({}, await server.as('viewer', 'DC01'))).toMatchObject({ rest: '0' })
})

test('a scheme without a put-away rule is refused', async () => {
  await expect(makeScheme('NONE', { rules: [] })).rejects.toThrow('明细不能为空')
  const rules = instead(await rulesOf('GENERAL'), [])
  const emptied = clerk.call(calls.update, { id: schemes.get('GENERAL'), version: 0, rules })
  await expect(emptied).rejects.toThrow('明细不能为空')
})

test('a rule that asks for no capacity fills bins beyond what their type takes', async () => {
  await server.inside('DC01', async (ctx) => {
    const id = ctx.newId()
    const row = { tenantId: ctx.tenantId, orgId: ctx.org.id, id, code: 'SMALL', name: 'small', maxWeightKg: '1' }
    await bulkInsert(ctx.tx, 'wms_bin_type', [row])
    await ctx.tx.run(sql`
      update wms_bin set bin_type_id = ${id} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code like 'S-%'`)
  })
  const make = (code: string, priority: number, capacity?: string) =>
    clerk.call<{ id: string }>(calls.create, {
      code,
      name: code,
      productId: at('Y'),
      priority,
      rules: [{ seq: 10, method: 'EMPTY', usages: ['STORAGE'], ...(capacity && { capacity }) }],
    })
  const goods = { productId: at('Y'), qty: '30' }
  await make('KEPT', 2)
  expect(await tried(goods)).toMatchObject({
    scheme: { code: 'KEPT' },
    targets: [{ bin: 'S-03', qty: '2' }],
    rest: '28',
  })
  await make('UNASKED', 1, 'IGNORE')
  expect(await tried(goods)).toMatchObject({
    scheme: { code: 'UNASKED' },
    targets: [{ bin: 'S-03', qty: '30' }],
    rest: '0',
  })
})
