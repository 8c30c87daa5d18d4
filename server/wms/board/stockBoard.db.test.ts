import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import {
  holdLot,
  queryStock,
  releaseLot,
  reservationView,
  stockBatchLookBoard,
  stockLookBoard,
} from '@lading/contract/wms/board.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { readSheet } from '../../platform/sheet/read.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { keyText } from '../stock/key.ts'
import { post } from '../stock/post.ts'
import { reserve } from '../stock/reservations.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

let server: TestServer
let clerk: Client
let yard: Yard
let vendorId = ''
const order = documentCalls(orderBill)
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    vendorId = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId: ctx.tenantId, id: vendorId, code: 'V', name: 'V' }])
    return buildYard(ctx, {
      bins: { 'S-01': 'STORAGE' },
      products: [{ code: 'X', isWeigh: true }, { code: 'Y', isWeigh: true }, { code: 'Z' }],
    })
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const board = (input: object) => clerk.call(queryStock, { pageSize: 0, ...input } as never)
/** Puts goods on a bin and promises some of them. */
const stock = (bin: string, product: string, qty: string, promised: string) =>
  server.inside('DC01', async (ctx) => {
    const [to, from] = [await keyOf(ctx, yard, { bin, product }), await keyOf(ctx, yard, { bin: 'V_ADJUST', product })]
    const lines = [
      { key: from, delta: -parseQty(qty) },
      { key: to, delta: parseQty(qty) },
    ]
    const { rowIds } = await post(ctx, { bizType: 'ADJ_INC', idemKey: `${bin}${product}`, lines })
    const stockId = rowIds.get(keyText(to)) ?? ''
    await reserve(ctx, [{ stockId, qty: parseQty(promised), kind: 'HOLD', idemKey: `hold${bin}${product}` }])
  })

test('what is on its way to a bin is incoming there, until it has arrived', async () => {
  const made = await clerk.call<{ id: string }>(order.create, {
    ownerId: yard.owners.get('O1'),
    vendorId,
    lines: [{ productId: yard.products.get('X')?.id, planQty: '10.5' }],
  })
  await clerk.call(order.approve, { rows: [{ id: made.id, version: 0 }] })
  await clerk.call(order.createTask, { rows: [{ id: made.id, version: 1 }] })
  const { lines } = await clerk.call(work.nextTask, { taskTypes: ['RECEIVE'] })
  await clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '10.5' })

  await stock('S-01', 'Y', '1', '0.5')
  const filter = { productId: [yard.products.get('X')?.id] }
  const waiting = { qty: '10.500', reservedQty: '10.500', availableQty: '0.000', incomingQty: '10.500' }
  const byProduct = await board({ groupBy: ['productId'], filter })
  expect(byProduct.records).toMatchObject([waiting])
  expect(byProduct.sums).toEqual({ ...waiting, incomingQty: '10.5', volume: '0.011' })
  const byBin = await board({ groupBy: ['binId'] })
  expect(byBin.records.map((r) => [r.refs.binId?.code, r.qty, r.incomingQty])).toEqual([
    ['SYS-RECEIVE', '10.500', '0'],
    ['S-01', '1.000', '10.500'],
  ])
  expect((await board({ groupBy: ['productId'], filter, usage: ['RECEIVE'] })).sums).toMatchObject({ incomingQty: '0' })
  const since = { ...filter, firstInAt: { from: '2020-01-01' }, qty: { from: '11' } }
  expect((await board({ groupBy: ['productId'], filter: since })).sums).toMatchObject({ qty: '0', incomingQty: '10.5' })
  expect((await board({ groupBy: ['productId', 'stockType'], productCode: 'Y' })).sums).toMatchObject({
    incomingQty: '0',
  })

  const put = await clerk.call(work.nextTask, { taskTypes: ['PUTAWAY'] })
  const half = { taskLineId: put.lines[0]?.id, qty: '4', partial: true, scans: { bin: 'S-01' } }
  await clerk.call(work.confirmLine, half)
  expect((await board({ groupBy: ['productId'], filter })).records).toMatchObject([{ incomingQty: '6.500' }])
  await clerk.call(work.confirmLine, { ...half, qty: '6.5' })
  expect((await board({ groupBy: ['productId'], filter })).records).toMatchObject([{ incomingQty: '0' }])
})

test('what is counted and what is weighed has no total', async () => {
  const unit = (text: string) =>
    server.inside('DC01', (ctx) =>
      ctx.tx.query(sql`update mdm_product set base_unit = ${text} where code = 'Y' and tenant_id = ${ctx.tenantId}`),
    )
  const was = (await board({ groupBy: ['productId'] })).sums
  expect(was).toBeDefined()
  await unit('kg')
  expect((await board({ groupBy: ['productId'] })).sums).toBeUndefined()
  expect((await board({ groupBy: ['productId'], productCode: 'Y' })).sums).toBeDefined()
  await unit('个')
})

test('T10 sums are exact where a floating number is not', async () => {
  await stock('SYS-RECEIVE', 'Y', '99999999999999.001', '0.002')
  const { records, sums } = await board({ groupBy: ['productId'], productCode: 'Y' })
  const exact = { qty: '100000000000000.001', reservedQty: '0.502', availableQty: '99999999999999.499' }
  expect(records).toMatchObject([exact])
  expect(sums).toMatchObject(exact)
})

test('a file says of each row what the board sums up, under the same filters', async () => {
  const call = crudCalls(stockLookBoard).export
  const rows = async (filter: object) => {
    const { name, data } = await clerk.bytes(call, {
      filter,
      columns: ['binId', 'productId', 'qty'],
      orderBy: 'productId',
      format: 'csv',
    })
    return (await readSheet({ name, data })).slice(1).map((r) => r.cells)
  }
  expect(await rows({ binCode: 'S-' })).toEqual([
    ['S-01', 'X', '10.5'],
    ['S-01', 'Y', '1'],
  ])
  expect(await rows({ productCode: 'Y', binCode: 'S-', onlyAvailable: true })).toEqual([['S-01', 'Y', '1']])
  expect(await rows({ productCode: 'YY' })).toEqual([])
  expect(await rows({ binCode: 'T' })).toEqual([])
  expect(await rows({ productCode: 'Y', usage: ['PICK'] })).toEqual([])
  await expect(rows({ idleDays: 'long' })).rejects.toThrow()
  await stock('S-01', 'Z', '2', '2')
  expect(await rows({ productCode: 'Z' })).toEqual([['S-01', 'Z', '2']])
  expect(await rows({ productCode: 'Z', onlyAvailable: true })).toEqual([])
})

test.each([
  [{ productCode: 'X' }, ['X']],
  [{ productCode: 'X, Y' }, ['X', 'Y']],
  [{ productCode: 'X\nQ' }, ['X']],
  [{ binCode: 'S-01', binTo: 'S-02' }, ['X', 'Y', 'Z']],
  [{ binCode: 'S-02' }, []],
  [{ usage: ['PICK'] }, []],
  [{ usage: ['STORAGE', 'RECEIVE'] }, ['X', 'Y', 'Z']],
  [{ idleDays: 1 }, []],
  [{ belowMin: true }, []],
])('stock of %j', async (asked, codes) => {
  const { records } = await board({ groupBy: ['productId'], ...asked })
  expect(records.map((r) => r.refs.productId?.code).sort()).toEqual(codes)
})

test('stock is narrowed by area, vendor and the categories below one', async () => {
  const ids = await server.inside('DC01', async (ctx) => {
    const [top, low] = [ctx.newId(), ctx.newId()]
    const at = { tenantId: ctx.tenantId }
    await bulkInsert(ctx.tx, 'wms_product_category', [
      { ...at, id: top, code: 'TOP', name: 'TOP', upperId: null, path: `/${top}/`, level: 1 },
      { ...at, id: low, code: 'LOW', name: 'LOW', upperId: top, path: `/${top}/${low}/`, level: 2 },
    ])
    await ctx.tx.run(sql`update mdm_product set category_id = ${low} where tenant_id = ${ctx.tenantId} and code = 'X'`)
    const area = await ctx.tx.one<{ id: string }>(
      sql`select area_id as id from wms_bin where tenant_id = ${ctx.tenantId} and code = 'S-01'`,
    )
    return { top, low, area: area.id }
  })
  const codes = async (asked: object) =>
    (await board({ groupBy: ['productId'], ...asked })).records.map((r) => r.refs.productId?.code)
  expect(await codes({ categoryId: [ids.top] })).toEqual(['X'])
  expect(await codes({ categoryId: [ids.low] })).toEqual(['X'])
  expect((await codes({ areaId: [ids.area] })).length).toBeGreaterThan(1)
  expect(await codes({ areaId: [ids.low] })).toEqual([])
  expect(await codes({ vendorId: [ids.low] })).toEqual([])
})

test('a face that holds less than its least stock is found', async () => {
  await server.inside('DC01', async (ctx) => {
    await bulkInsert(ctx.tx, 'wms_product_bin', [
      {
        tenantId: ctx.tenantId,
        orgId: ctx.org.id,
        id: ctx.newId(),
        productId: yard.products.get('Y')?.id,
        binId: yard.bins.get('S-01'),
        role: 'PICK',
        minCases: 1_000,
      },
    ])
  })
  const { records } = await board({ groupBy: ['productId'], belowMin: true })
  expect(records.map((r) => r.refs.productId?.code)).toEqual(['Y'])
})

test('a lot on hold names those who were promised goods of it', async () => {
  const lotOf = async (code: string) => {
    const filter = { productId: [yard.products.get(code)?.id], hasStock: true }
    const { records } = await clerk.call<{ records: { id: string }[] }>(crudCalls(stockBatchLookBoard).query, {
      filter,
    })
    return records[0]?.id ?? ''
  }
  const promised = async (lotId: string) =>
    (
      await clerk.call<{ records: Record<string, unknown>[] }>(crudCalls(reservationView).query, {
        filter: { lotId, state: ['ACTIVE', 'PENDING'] },
      })
    ).records
  const [y, x] = [await lotOf('Y'), await lotOf('X')]
  const { openReservations } = await clerk.call(holdLot, { id: y, reason: '召回' })
  const held = await promised(y)
  expect(openReservations).toBeGreaterThan(0)
  expect(held).toHaveLength(openReservations)
  expect(held).toMatchObject(held.map(() => ({ lotId: y, productId: yard.products.get('Y')?.id })))
  expect((await promised(x)).map((r) => r.lotId)).not.toContain(y)
  expect(await promised('no lot')).toEqual([])
  await clerk.call(releaseLot, { id: y })
})

test('what lies there is told in pallets, volume and money as well, as far as these are known', async () => {
  const z = yard.products.get('Z')
  await server.inside('DC01', async (ctx) => {
    await ctx.tx.run(
      sql`update mdm_product set volume_m3 = 0.0025, price = 1.5 where tenant_id = ${ctx.tenantId} and code = 'Z'`,
    )
    await ctx.tx.run(sql`update mdm_product set volume_m3 = null where tenant_id = ${ctx.tenantId} and code = 'Y'`)
    await ctx.tx.run(sql`
      update mdm_product_qpc set qpc = 10, pallet_ti = 2, pallet_hi = 5 where tenant_id = ${ctx.tenantId} and product_id = ${z?.id}`)
  })
  await stock('SYS-RECEIVE', 'Z', '248', '0')
  const { records, sums } = await board({ groupBy: ['productId'], productCode: 'Z' })
  expect(records).toMatchObject([{ caseText: '25', pallets: '2.5', volume: '0.625', amount: '375' }])
  expect(sums).toMatchObject({ qty: '250.000', volume: '0.625', amount: '375.00' })
  const [y] = (await board({ groupBy: ['productId'], productCode: 'Y' })).records
  expect(y).toMatchObject({ pallets: null, volume: null, amount: null })
  // The file says it of each row behind these sums.
  const columns = ['productId', 'binId', 'cases', 'pallets', 'volume', 'amount']
  const wanted = { filter: { productCode: 'Y Z' }, columns, orderBy: 'productId,-qty', format: 'csv' }
  const { name, data } = await clerk.bytes(crudCalls(stockLookBoard).export, wanted)
  const rows = (await readSheet({ name, data })).slice(1).map((r) => r.cells)
  expect(rows.filter(([code]) => code === 'Z')).toEqual([
    ['Z', 'SYS-RECEIVE', '24+8', '2.5', '0.62', '372'],
    ['Z', 'S-01', '0+2', '0', '0.005', '3'],
  ])
  // Of what nobody measured nothing follows the cases.
  expect(rows.find(([code]) => code === 'Y')).toHaveLength(3)
})
