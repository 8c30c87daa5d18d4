import { parseQty } from '@lading/contract/kernel/qty.ts'
import { queryStock } from '@lading/contract/wms/board.ts'
import {
  dashboardWarehouse,
  unmeasured,
  warehouseLayer,
  warehouseMap,
  warehouseMonth,
} from '@lading/contract/wms/dashboardWarehouse.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { createIds } from '../../kernel/ids.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { warehouse } from './warehouse.ts'
import { readLayer } from './warehouseMap.ts'

const now = new Date('2026-03-05T10:00:00+08:00')
const dayMs = 86_400_000
let server: TestServer
let yard: Yard
let clerk: Client
const own = (code: string): string => yard.owners.get(code) ?? ''

const clocks = new Map<number, () => string>()
/** The same as it was some days ago: clocks and ids are those of that day. */
function ago(ctx: Ctx, days: number): Ctx {
  const at = new Date(now.getTime() - days * dayMs)
  const newId = clocks.get(days) ?? createIds(7, () => at.getTime())
  clocks.set(days, newId)
  return { ...ctx, now: () => at, newId }
}
let keys = 0
async function move(
  ctx: Ctx,
  bizType: 'RECEIVE' | 'SHIP' | 'PICK',
  o: { from: string; to: string; product: string; qty: string; owner?: string },
): Promise<void> {
  const at = (bin: string) => keyOf(ctx, yard, { bin, product: o.product, owner: o.owner ?? 'O1' })
  const [from, to] = [await at(o.from), await at(o.to)]
  const lines = [
    { key: from, delta: -parseQty(o.qty) },
    { key: to, delta: parseQty(o.qty) },
  ]
  await post(ctx, { bizType, idemKey: `k${keys++}`, lines })
}

beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  await server.inside('DC01', async (ctx) => {
    yard = await buildYard(ctx, {
      bins: { 'A-01': 'STORAGE', 'A-02': 'STORAGE', 'A-03': 'STORAGE', 'P-01': 'PICK', 'P-02': 'PICK' },
      owners: ['O1', 'O2'],
      products: [
        { code: 'X', qpc: '10' },
        { code: 'Y', qpc: '4' },
        { code: 'Z', qpc: '5', shelfLifeDays: 90 },
      ],
    })
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const [area, type] = [ctx.newId(), ctx.newId()]
    const { id: areaId } = await ctx.tx.one<{ id: string }>(
      sql`select id from wms_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'SYS'`,
    )
    await bulkInsert(ctx.tx, 'wms_storage_area', [
      { ...at, id: area, code: 'ST', name: 'storage', areaId, temperature: 'AMBIENT', searchOrder: 1 },
    ])
    await bulkInsert(ctx.tx, 'wms_bin_type', [
      { ...at, id: type, code: 'RACK', name: 'rack', maxVolumeM3: '0.1', equipment: 'HAND', access: 'SINGLE' },
    ])
    await ctx.tx.run(sql`
      update wms_bin set storage_area_id = ${area}, bin_type_id = ${type}, aisle = '01', bay = 1, level = 1
      where tenant_id = ${ctx.tenantId} and code in ('A-01', 'A-02', 'A-03')`)
    await ctx.tx.run(sql`update wms_bin set lock_in = true where tenant_id = ${ctx.tenantId} and code = 'A-03'`)
    await ctx.tx.run(sql`
      update mdm_product set price = 2, near_days = case when code = 'Z' then 30 end where tenant_id = ${ctx.tenantId}`)
    const face = { ...at, role: 'PICK', minCases: 3, maxCases: 9 }
    await bulkInsert(ctx.tx, 'wms_product_bin', [
      { ...face, id: ctx.newId(), productId: yard.products.get('X')?.id, binId: yard.bins.get('P-01') },
      { ...face, id: ctx.newId(), productId: yard.products.get('Y')?.id, binId: yard.bins.get('P-02') },
      { ...face, id: ctx.newId(), productId: yard.products.get('X')?.id, binId: yard.bins.get('P-02') },
    ])
    // X came long ago and leaves; Y came long ago and stays; Z is another owner's, came lately and ends soon.
    await move(ago(ctx, 95), 'RECEIVE', { from: 'V_VENDOR', to: 'A-01', product: 'X', qty: '80' })
    await move(ago(ctx, 70), 'RECEIVE', { from: 'V_VENDOR', to: 'P-02', product: 'Y', qty: '13' })
    await move(ago(ctx, 20.5), 'RECEIVE', { from: 'V_VENDOR', to: 'P-01', product: 'X', qty: '30' })
    await move(ago(ctx, 10.5), 'PICK', { from: 'P-01', to: 'A-02', product: 'X', qty: '30' })
    await move(ago(ctx, 10.5), 'SHIP', { from: 'A-02', to: 'V_STORE', product: 'X', qty: '30' })
    await move(ago(ctx, 2), 'PICK', { from: 'A-01', to: 'P-01', product: 'X', qty: '20' })
    await move(ago(ctx, 1), 'RECEIVE', { from: 'V_VENDOR', to: 'A-02', product: 'Z', qty: '25', owner: 'O2' })
    await ctx.tx.run(sql`
      update wms_lot set expire_date = '2026-03-20' where tenant_id = ${ctx.tenantId} and product_id = ${yard.products.get('Z')?.id}`)
  })
  clerk = await server.as('admin', 'DC01')
})
afterAll(() => server.close())

test('how full areas and types of bins are, and which are locked', async () => {
  const { bins, areas, binTypes } = await clerk.call(dashboardWarehouse, {})
  // 60 and 25 of a litre each, in three bins of a hundred.
  expect(areas).toMatchObject([{ code: 'ST', bins: 3, occupied: 2, volumePct: 28.3 }])
  expect(binTypes).toMatchObject([{ code: 'RACK', bins: 3, occupied: 2 }])
  expect(bins).toMatchObject({ occupied: 4, lockedIn: 1, lockedOut: 0 })
})

test('what lies there by type and by age, in cases, loose and worth', async () => {
  const { types, ages } = await clerk.call(dashboardWarehouse, {})
  expect(types).toEqual([{ stockType: 'GOOD', products: 3, qty: { text: '16+1', cases: '16.3' }, amount: '236.00' }])
  expect(ages.map((a) => [a.lots, a.qty.text, a.amount])).toEqual([
    [1, '5', '50.00'],
    [0, '0', null],
    [1, '3+1', '26.00'],
    [1, '8', '160.00'],
  ])
})

test('of one owner only his goods count, whatever the bins hold', async () => {
  const { types, near, bins } = await clerk.call(dashboardWarehouse, { ownerId: own('O2') })
  expect(types).toMatchObject([{ products: 1, amount: '50.00' }])
  expect(near).toMatchObject([{ code: 'Z', expireDate: '2026-03-20', qty: { text: '5' } }])
  expect(bins.occupied).toBe(4)
  expect((await clerk.call(dashboardWarehouse, { ownerId: own('O1') })).near).toEqual([])
})

test('faces below their least, an empty one and a low one alike', async () => {
  // X: two cases of three on P-01 and none on P-02. Y: three and a piece.
  expect((await clerk.call(dashboardWarehouse, {})).belowMin).toBe(2)
})

test('turnover is stock of an average day over what leaves on one', async () => {
  const { turnover } = await clerk.call(warehouseMonth, { ownerId: own('O1') })
  // 93 pieces now, at 2 each; 30 more on the ten days between their coming and their going: 103 on average, one a day goes.
  expect(turnover).toEqual({ stock: '206.00', out: '2.00', days: '103.0' })
  expect((await clerk.call(warehouseMonth, { ownerId: own('O2') })).turnover).toMatchObject({ out: '0.00', days: null })
})

test('slow is what lay here all the time and of which nothing left, as in the list behind it', async () => {
  const { slow } = await clerk.call(warehouseMonth, {})
  expect(slow).toMatchObject({ products: 1, amount: '26.00', top: [{ code: 'Y', qty: { text: '3+1' } }] })
  const list = await clerk.call(queryStock, { groupBy: ['productId'], noOutDays: 60, searchCount: true })
  expect(list.records.map((r) => r.refs.productId?.code)).toEqual(['Y'])
})

test('the map has every bin in its place, and its layers say how full, how busy and what is under way', async () => {
  const map = await clerk.call(warehouseMap, {})
  const at = map.code.indexOf('A-03')
  expect([map.aisle[at], map.bay[at], map.lock[at], map.isCut]).toEqual(['01', 1, 1, false])
  expect(map.code.some((code) => code.startsWith('V_'))).toBe(false)
  const told = async (layer: 'FILL' | 'HEAT' | 'WORK') => {
    const { id, value } = await clerk.call(warehouseLayer, { layer })
    return Object.fromEntries(id.map((x, i) => [map.code[map.id.indexOf(x)], value[i]]))
  }
  expect(await told('FILL')).toEqual({ 'A-01': 60, 'A-02': 25, 'P-01': unmeasured, 'P-02': unmeasured })
  // The pick of ten days ago is not of the last seven.
  expect(await told('HEAT')).toEqual({ 'A-01': 1 })
  expect(await told('WORK')).toEqual({})
})

test('another centre, another tenant and who may not look see nothing of it', async () => {
  const there = await (await server.as('admin', 'DC02')).call(dashboardWarehouse, {})
  expect([there.types, there.areas]).toEqual([[], []])
  expect((await (await server.as('admin', 'DC01', 'two')).call(warehouseMap, {})).code).not.toContain('A-01')
  await expect((await server.as('admin')).call(warehouseMap, {})).rejects.toThrow('物流中心')
})

test('who sees some owners is told that a bin is taken, not how full of what', async () => {
  await server.inside('DC01', async (ctx) => {
    const his = { ...ctx, owners: [own('O1')] }
    const board = await warehouse(his, {})
    expect(board.types).toMatchObject([{ products: 2, amount: '186.00' }])
    expect(board.areas).toMatchObject([{ occupied: 2, volumePct: 20 }])
    const { id, value } = await readLayer(his, { layer: 'FILL' })
    expect(value[id.indexOf(yard.bins.get('A-02') ?? '')]).toBe(unmeasured)
    await expect(warehouse(his, { ownerId: own('O2') })).rejects.toThrow()
  })
})
