import { wholeQty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { containerByCode, readProduct } from '../masters/facts.ts'
import { lotOf } from '../stock/lot.ts'
import { post } from '../stock/post.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { propose } from './propose.ts'

let server: TestServer
let yard: Yard
const pallets = ['PL1', 'PL2', 'PL3']
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, {
      bins: { LANE: 'STORAGE', NEXT: 'STORAGE', RACK: 'STORAGE', DOCK: 'RECEIVE' },
      products: [{ code: 'X', qpc: '10', shelfLifeDays: 365 }],
    })
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const [lane, rack, kind, scheme] = [ctx.newId(), ctx.newId(), ctx.newId(), ctx.newId()]
    await bulkInsert(ctx.tx, 'wms_bin_type', [
      { ...at, id: lane, code: 'LANE', name: 'lane', access: 'STACK', maxPallets: 2 },
      { ...at, id: rack, code: 'RACK', name: 'rack', access: 'SINGLE', maxPallets: 1 },
    ])
    for (const [code, type] of [
      ['LANE', lane],
      ['NEXT', lane],
      ['RACK', rack],
    ] as const)
      await ctx.tx.run(sql`
        update wms_bin set bin_type_id = ${type} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${code}`)
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId: ctx.tenantId, id: kind, code: 'PL', name: 'pallet', category: 'PALLET', prefix: 'PL' },
    ])
    await bulkInsert(
      ctx.tx,
      'wms_container',
      pallets.map((code) => ({ ...at, id: ctx.newId(), code, typeId: kind })),
    )
    await bulkInsert(ctx.tx, 'wms_product_storage_scheme', [
      { ...at, id: scheme, code: 'ALL', name: 'all', stockTypes: ['GOOD'], priority: 50 },
    ])
    await bulkInsert(
      ctx.tx,
      'wms_put_away_rule',
      ['BULK', 'EMPTY'].map((method, i) => ({ ...at, id: ctx.newId(), schemeId: scheme, seq: i, method })),
    )
    return made
  })
})
afterAll(() => server.close())

/** Where a pallet of the lot would go, and by which rule. */
const place = (expireDate: string): Promise<string[]> =>
  server.inside('DC01', async (ctx) => {
    const { targets } = await propose(ctx, await palletOf(ctx, expireDate))
    const codes = new Map([...yard.bins].map(([code, id]) => [id, code]))
    return targets.map((t) => `${t.method} ${codes.get(t.binId)}`)
  })

async function palletOf(ctx: Ctx, expireDate: string) {
  const product = await readProduct(ctx, yard.products.get('X')?.id ?? '')
  const ownerId = yard.owners.get('O1') ?? ''
  const dates = { productionDate: null, expireDate }
  const lotId = await lotOf(ctx, ownerId, product.id, { ...dates, productionBatch: null, vendorId: null }, ['EXPIRY'])
  return { product, ownerId, lotId, stockType: 'GOOD', ...dates, qty: wholeQty(40), whole: true }
}

const stand = (pallet: string, bin: string, expire: string): Promise<unknown> =>
  server.inside('DC01', async (ctx) => {
    const container = (await containerByCode(ctx, pallet)).id
    const to = await keyOf(ctx, yard, { bin, product: 'X', expire, container })
    const from = { ...to, binId: yard.bins.get('V_VENDOR') ?? '', containerId: yard.loose }
    return post(ctx, {
      bizType: 'RECEIVE',
      idemKey: `${pallet}`,
      lines: [
        { key: from, delta: -wholeQty(40) },
        { key: to, delta: wholeQty(40) },
      ],
      containers: [{ id: container, state: 'STORED', binId: to.binId }],
    })
  })

test('pallets of a lot fill their lane, place by place, before another is opened', async () => {
  const [ours, other] = ['2027-03-03', '2027-09-09']
  expect(await place(ours)).toEqual(['BULK LANE'])
  await stand('PL1', 'LANE', ours)
  expect(await place(ours)).toEqual(['BULK LANE'])
  expect(await place(other)).toEqual(['BULK NEXT'])
  await stand('PL2', 'LANE', ours)
  expect(await place(ours)).toEqual(['BULK NEXT'])
  await stand('PL3', 'NEXT', other)
  expect(await place(ours)).toEqual(['EMPTY RACK'])
})
