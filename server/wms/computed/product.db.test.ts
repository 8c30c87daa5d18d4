import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { product } from '@lading/contract/mdm/product.ts'
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
      bins: { 'P-01': 'PICK', 'S-01': 'STORAGE' },
      products: [{ code: 'X', qpc: '12' }, { code: 'Y' }],
    })
    const x = yard.products.get('X')?.id ?? ''
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    await bulkInsert(ctx.tx, 'mdm_product_barcode', [
      { tenantId: ctx.tenantId, id: ctx.newId(), productId: x, code: '6901234567892' },
    ])
    await bulkInsert(ctx.tx, 'wms_product_bin', [
      { ...at, id: ctx.newId(), productId: x, binId: yard.bins.get('P-01'), role: 'PICK' },
    ])
    for (const [bin, qty] of [
      ['P-01', '7'],
      ['S-01', '31'],
    ] as const) {
      const lines = [
        { key: await keyOf(ctx, yard, { bin: 'V_ADJUST', product: 'X' }), delta: -parseQty(qty) },
        { key: await keyOf(ctx, yard, { bin, product: 'X' }), delta: parseQty(qty) },
      ]
      await post(ctx, { bizType: 'ADJ_INC', idemKey: bin, lines })
    }
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const calls = crudCalls(product)
const list = async (filter: object) =>
  (await clerk.call<{ records: Record<string, unknown>[] }>(calls.query, { filter, searchCount: true } as never))
    .records

test('a product shows what it is packed in, where it is picked and how much there is', async () => {
  const [row] = await list({ code: 'X' })
  expect(row).toMatchObject({
    barcode: '6901234567892',
    packs: '1*12',
    pickBin: 'P-01',
    hasPickBin: true,
    onHand: '38.000',
    onHandCases: '3+2',
  })
})

test.each([
  [{ barcode: '6901234567892' }, ['X']],
  [{ barcode: '690' }, ['X']],
  [{ barcode: '691' }, []],
  [{ hasPickBin: true }, ['X']],
  [{ hasPickBin: false }, ['Y']],
])('products by %j', async (filter, codes) => expect((await list(filter)).map((r) => r.code)).toEqual(codes))

test('a list cannot be sorted by what stands in no column', async () => {
  await expect(clerk.call(calls.query, { filter: {}, orderBy: 'onHand' } as never)).rejects.toThrow()
})
