import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { claimView } from '@lading/contract/wms/board.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { buildYard, keyOf } from '../testing/yard.ts'

let server: TestServer
let clerk: Client
beforeAll(async () => {
  server = await openTestServer()
  await server.inside('DC01', async (ctx) => {
    const yard = await buildYard(ctx, {
      bins: { 'P-01': 'PICK', 'S-01': 'STORAGE', 'S-02': 'STORAGE' },
      products: [{ code: 'X', qpc: '12' }, { code: 'Y' }],
    })
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const [rack, kind, pallet] = [ctx.newId(), ctx.newId(), ctx.newId()]
    // A piece takes a litre.
    await bulkInsert(ctx.tx, 'wms_bin_type', [
      { ...at, id: rack, code: 'RACK', name: 'rack', maxVolumeM3: '0.2', maxPallets: 4 },
    ])
    await ctx.tx.run(sql`
      update wms_bin set bin_type_id = ${rack} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code like 'S-%'`)
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId: ctx.tenantId, id: kind, code: 'PL', name: 'pallet', category: 'PALLET', prefix: 'PL' },
    ])
    await bulkInsert(ctx.tx, 'wms_container', [
      { ...at, id: pallet, code: 'PL1', typeId: kind, state: 'STORED', binId: yard.bins.get('S-01') },
    ])
    await bulkInsert(ctx.tx, 'wms_product_bin', [
      {
        ...at,
        id: ctx.newId(),
        productId: yard.products.get('X')?.id,
        binId: yard.bins.get('P-01'),
        role: 'PICK',
        maxCases: 10,
      },
      { ...at, id: ctx.newId(), productId: yard.products.get('Y')?.id, binId: yard.bins.get('S-02'), role: 'STORAGE' },
    ])
    for (const [place, product, qty, container] of [
      ['P-01', 'X', '30', undefined],
      ['S-01', 'X', '31', pallet],
      ['S-01', 'Y', '9', pallet],
    ] as const) {
      const key = await keyOf(ctx, yard, { bin: place, product, ...(container && { container }) })
      const from = { ...key, binId: yard.bins.get('V_ADJUST') ?? '', containerId: yard.loose }
      const lines = [
        { key: from, delta: -parseQty(qty) },
        { key, delta: parseQty(qty) },
      ]
      await post(ctx, { bizType: 'ADJ_INC', idemKey: `${place}${product}`, lines })
    }
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const list = async (of: typeof bin | typeof productBin, filter: object, who = clerk) =>
  (await who.call<{ records: Record<string, unknown>[] }>(crudCalls(of).query, { filter, orderBy: 'id' })).records

test('a bin shows how full it is, by volume or by pallets, and of what', async () => {
  const bins = await list(bin, { usage: ['STORAGE', 'PICK'] })
  expect(bins.map((b) => [b.code, b.occupancy, b.products, b.isEmpty])).toEqual([
    ['P-01', null, 'X', false],
    ['S-01', '25.0', 'X Y', false],
    ['S-02', '0.0', null, true],
  ])
})

test.each([
  [{ products: 'Y' }, ['S-01']],
  [{ products: 'X' }, ['P-01', 'S-01']],
  [{ isEmpty: true, usage: 'STORAGE' }, ['S-02']],
  [{ isEmpty: false }, ['P-01', 'S-01']],
])('bins by %j', async (filter, codes) => expect((await list(bin, filter)).map((r) => r.code)).toEqual(codes))

test("a product's bins show what they hold and how full they are", async () => {
  const rows = await list(productBin, {})
  expect(rows.map((r) => [r.area, r.onHand, r.fill, r.isEmpty])).toEqual([
    ['SYS', '30.000', '25.0', false],
    ['SYS', '0', null, true],
  ])
  expect(await list(productBin, { isEmpty: true, area: 'SY' })).toHaveLength(1)
  expect(await list(productBin, { area: 'X' })).toHaveLength(0)
})

test('an owner who has nothing there sees neither goods nor how many', async () => {
  await server.inside('DC01', async (ctx) => {
    const id = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_owner', [{ tenantId: ctx.tenantId, id, code: 'O9', name: 'o9' }])
    const [row] = await ctx.tx.query<{ id: string }>(
      sql`select id from sys_user where tenant_id = ${ctx.tenantId} and username = 'viewer'`,
    )
    await bulkInsert(ctx.tx, 'sys_user_owner', [
      { tenantId: ctx.tenantId, id: ctx.newId(), userId: row?.id, ownerId: id },
    ])
  })
  const viewer = await server.as('viewer', 'DC01')
  const [row] = await list(bin, { code: 'S-01' }, viewer)
  expect(row).toMatchObject({ products: null, isEmpty: false })
  expect(await list(bin, { products: 'X' }, viewer)).toEqual([])
})

test('claims on a bin are there to look at, for who may see stock', async () => {
  const none = { records: [] }
  expect(await clerk.call(crudCalls(claimView).query, { filter: { state: 'ACTIVE' } })).toMatchObject(none)
  const nobody = await server.as('nobody', 'DC01')
  await expect(nobody.call(crudCalls(claimView).query, { filter: {} })).rejects.toMatchObject({ code: 40301 })
})
