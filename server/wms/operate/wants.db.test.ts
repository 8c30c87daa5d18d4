import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

let server: TestServer
let clerk: Client
let yard: Yard
const stores = { PLAIN: '', UP: '', DOWN: '' }
const calls = documentCalls(operateBill)

beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, {
      bins: { 'S-01': 'STORAGE', 'S-02': 'STORAGE' },
      products: [
        { code: 'WHOLE', qpc: '24' },
        { code: 'LOOSE', qpc: '24' },
      ],
    })
    await ctx.tx.run(
      sql`update mdm_product set split_allowed = false where tenant_id = ${ctx.tenantId} and code = 'WHOLE'`,
    )
    for (const code of ['PLAIN', 'UP', 'DOWN'] as const) stores[code] = ctx.newId()
    await bulkInsert(
      ctx.tx,
      'wms_store',
      (['PLAIN', 'UP', 'DOWN'] as const).map((code) => ({
        tenantId: ctx.tenantId,
        id: stores[code],
        code,
        name: code,
        roundRule: code === 'PLAIN' ? 'NONE' : code,
      })),
    )
    for (const [bin, product] of [
      ['S-01', 'WHOLE'],
      ['S-02', 'LOOSE'],
    ] as const)
      await post(ctx, {
        bizType: 'ADJ_INC',
        idemKey: bin,
        lines: [
          { key: await keyOf(ctx, made, { bin: 'V_ADJUST', product }), delta: -parseQty('500') },
          { key: await keyOf(ctx, made, { bin, product }), delta: parseQty('500') },
        ],
      })
    return made
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

interface Line {
  planQty: string
  bookedQty: string
  shortQty: string | null
  shortReason: string | null
}
async function allocated(store: keyof typeof stores, product: string, planQty: string): Promise<Line | undefined> {
  const { id } = await clerk.call<{ id: string }>(calls.create, {
    ownerId: yard.owners.get('O1'),
    storeId: stores[store],
    lines: [{ productId: yard.products.get(product)?.id, planQty }],
  })
  for (const [version, verb] of ['approve', 'allocate'].entries())
    expect(await clerk.call(calls[verb], { rows: [{ id, version }] })).toMatchObject({ ok: 1 })
  const { lines } = await clerk.call<{ lines: Line[] }>(calls.getById, { id })
  return lines[0]
}

test.each([
  // store, product, ordered: planned afterwards, booked, what is said
  ['PLAIN', 'WHOLE', '30', '30.000', '24.000', '6.000'],
  ['UP', 'WHOLE', '30', '48.000', '48.000', null],
  ['PLAIN', 'LOOSE', '30', '30.000', '30.000', null],
  ['DOWN', 'LOOSE', '30', '30.000', '24.000', '6.000'],
  ['UP', 'LOOSE', '30', '48.000', '48.000', null],
  ['PLAIN', 'WHOLE', '48', '48.000', '48.000', null],
] as const)('store %s orders %s × %s', async (store, product, ordered, planQty, bookedQty, shortQty) => {
  const shortReason = shortQty === null ? null : 'NOT_WHOLE'
  expect(await allocated(store, product, ordered)).toMatchObject({ planQty, bookedQty, shortQty, shortReason })
})

test('where pieces are picked nothing is rounded', async () => {
  await server.inside('DC01', (ctx) =>
    bulkInsert(ctx.tx, 'wms_product_bin', [
      {
        tenantId: ctx.tenantId,
        orgId: ctx.org.id,
        id: ctx.newId(),
        productId: yard.products.get('LOOSE')?.id,
        binId: yard.bins.get('S-02'),
        role: 'PICK',
      },
    ]),
  )
  expect(await allocated('UP', 'LOOSE', '30')).toMatchObject({ planQty: '30.000', bookedQty: '30.000', shortQty: null })
  expect(await server.inside('DC01', reconcile)).toEqual([])
})
