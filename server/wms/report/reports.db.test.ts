import { parseQty } from '@lading/contract/kernel/qty.ts'
import { reportCalls as calls } from '@lading/contract/sys/report.ts'
import { sheetRecordCalls } from '@lading/contract/sys/sheetRecord.ts'
import { queryStock } from '@lading/contract/wms/board.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { readSheet } from '../../platform/sheet/read.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

let server: TestServer
let admin: Client
let yard: Yard
const now = Date.parse('2026-11-20T02:00:00Z')
const stockPath = 'WMS/库存汇总.cpt'
const moved = 'WMS/作业量趋势.frm'
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(now) })
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, {
      bins: { 'S-01': 'STORAGE', 'S-02': 'STORAGE' },
      products: [{ code: 'X' }, { code: 'Y' }],
    })
    for (const [bin, product, qty] of [
      ['S-01', 'X', '10'],
      ['S-02', 'X', '2.5'],
      ['S-02', 'Y', '7'],
    ] as const) {
      const [to, from] = [
        await keyOf(ctx, made, { bin, product }),
        await keyOf(ctx, made, { bin: 'V_ADJUST', product }),
      ]
      const lines = [
        { key: from, delta: -parseQty(qty) },
        { key: to, delta: parseQty(qty) },
      ]
      await post(ctx, { bizType: 'ADJ_INC', idemKey: `${bin}${product}`, lines })
    }
    return made
  })
  admin = await server.as('admin', 'DC01')
})
afterAll(() => server.close())

test('each report runs with what it offers, in every organisation', async () => {
  const { reports } = await admin.call(calls.queryApplication)
  expect(reports.map((r) => r.path)).toEqual([
    'WMS/计件工资.cpt',
    stockPath,
    'WMS/效期预警.cpt',
    'WMS/到货达成.cpt',
    moved,
    'WMS/拣货准确率.cpt',
  ])
  const params: Record<string, string> = { from: '2026-11-14', to: '2026-11-20', days: '30' }
  for (const who of [admin, await server.as('admin', 'G')])
    for (const r of reports) {
      const own = r.params.map((p) => [p.name, params[p.name] ?? yard.owners.get('O1') ?? ''])
      const { rows } = await who.call(calls.run, { path: r.path, params: Object.fromEntries(own) })
      const names = r.columns.map((c) => c.name).sort()
      for (const row of rows) expect(Object.keys(row).sort()).toEqual(names)
    }
})

test('its figures are those of the stock board, and its file has the same', async () => {
  const { rows, sums } = await admin.call(calls.run, { path: stockPath })
  expect(rows).toMatchObject([
    { code: 'X', bins: '2', unit: '个', qty: '12.500', reserved: '0.000', available: '12.500' },
    { code: 'Y', bins: '1', qty: '7.000', available: '7.000' },
  ])
  const board = await admin.call(queryStock, { groupBy: ['productId'], pageSize: 0 } as never)
  expect(parseQty(sums.qty ?? '')).toBe(parseQty(board.sums?.qty ?? ''))
  const { name, data } = await admin.bytes(calls.export as never, { path: stockPath, format: 'xlsx' })
  expect(name).toMatch(/^库存汇总_\d{14}\.xlsx$/)
  const sheet = (await readSheet({ name, data })).map((r) => r.cells.map(String))
  expect(sheet.map((r) => [r[1], r[5]])).toEqual([
    ['商品代码', '在库数量'],
    ['X', '12.5'],
    ['Y', '7'],
    ['null', '19.5'],
  ])
  expect(sheet.at(-1)?.[0]).toBe('合计')
  const { records } = await admin.call<{ records: object[] }>(sheetRecordCalls.exports as never, {})
  expect(records[0]).toMatchObject({ subject: stockPath, state: 'DONE', rowCount: 2, fileName: name })
})

test('what was moved on a day counts once, under its kind', async () => {
  const day = { from: '2026-11-20', to: '2026-11-20' }
  const { rows } = await admin.call(calls.run, { path: moved, params: day }, { language: 'en-US' })
  expect(rows).toEqual([{ day: '2026-11-20', type: 'Increase', unit: 'pc', postings: '3', qty: '19.500' }])
  expect((await admin.call(calls.run, { path: moved, params: { from: '2026-11-21', to: '2026-11-21' } })).rows).toEqual(
    [],
  )
})

test('S-9 where units mix each row says its own, and nothing is added up, neither on the screen nor in the file', async () => {
  const unit = (of: string) =>
    server.db.owner.query(`update mdm_product set base_unit = $1 where code = 'Y' and tenant_id = $2`, [
      of,
      server.one.tenantId,
    ])
  const day = { from: '2026-11-20', to: '2026-11-20' }
  await unit('kg')
  try {
    const stock = await admin.call(calls.run, { path: stockPath })
    expect(stock.rows.map((r) => [r.code, r.unit, r.qty])).toEqual([
      ['X', '个', '12.500'],
      ['Y', 'kg', '7.000'],
    ])
    expect(stock.sums).toEqual({})
    const { rows, sums } = await admin.call(calls.run, { path: moved, params: day })
    expect(rows.map((r) => [r.unit, r.postings, r.qty]).sort()).toEqual([
      ['kg', '1', '7.000'],
      ['个', '2', '12.500'],
    ])
    expect(sums).toEqual({})
    const { name, data } = await admin.bytes(calls.export as never, { path: stockPath, format: 'xlsx' })
    const lines = await readSheet({ name, data })
    expect(lines.map((r) => r.cells.includes('合计'))).toEqual([false, false, false])
    // What is left when one unit is asked for has its sum.
    await unit('个')
    expect((await admin.call(calls.run, { path: stockPath })).sums).toMatchObject({ qty: '19.5' })
  } finally {
    await unit('个')
  }
})

test('S-9 an order in two units stands once in each, with the quantities of that unit', async () => {
  await server.inside('DC01', async (ctx) => {
    await ctx.tx.run(sql`update mdm_product set base_unit = 'kg' where tenant_id = ${ctx.tenantId} and code = 'Y'`)
    const [vendorId, billId] = [ctx.newId(), ctx.newId()]
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId: ctx.tenantId, id: vendorId, code: 'V1', name: 'V1' }])
    const bill = { ...at, id: billId, billNo: 'DH77', state: 'INPROGRESS', vendorId, bizDate: '2026-11-20' }
    const sums = { ownerId: yard.owners.get('O1'), lineCount: 2, planQty: '30', doneQty: '12' }
    await bulkInsert(ctx.tx, 'wms_order_bill', [{ ...bill, ...sums }])
    const line = (lineNo: number, code: string, planQty: string, doneQty: string) => {
      const productId = yard.products.get(code)?.id
      return { ...at, id: ctx.newId(), billId, lineNo, productId, planQty, doneQty }
    }
    await bulkInsert(ctx.tx, 'wms_order_bill_line', [line(1, 'X', '20', '10'), line(2, 'Y', '10', '2')])
  })
  const { rows, sums } = await admin.call(calls.run, { path: 'WMS/到货达成.cpt', params: {} })
  expect(rows.map((r) => [r.unit, r.orders, r.plan, r.done, r.share]).sort()).toEqual([
    ['kg', '1', '10.000', '2.000', '20.0'],
    ['个', '1', '20.000', '10.000', '50.0'],
  ])
  expect(sums).toEqual({})
})

test('parameters are what the report declares, of their kind and within bounds', async () => {
  const run = (path: string, params: Record<string, string>) => admin.call(calls.run, { path, params })
  await expect(run('WMS/none.cpt', {})).rejects.toMatchObject({ code: 40421 })
  for (const [path, params] of [
    [moved, { nonsense: '1' }],
    [moved, { from: '2026-02-30' }],
    [stockPath, { ownerId: "1' or true --" }],
    ['WMS/效期预警.cpt', { days: '1.5' }],
    ['WMS/效期预警.cpt', { days: '99999' }],
  ] as const)
    await expect(run(path, params), JSON.stringify(params)).rejects.toMatchObject({ code: 42840 })
  await expect(run(moved, { from: '2026-01-01', to: '2026-04-03' })).rejects.toMatchObject({ code: 42841 })
})

test('S-76 reports need their right, and each the right to its data; nobody sees another tenant’s rows', async () => {
  const nobody = await server.as('nobody', 'DC01')
  await expect(nobody.call(calls.queryApplication)).rejects.toMatchObject({ code: 40301 })
  await expect(nobody.call(calls.run, { path: stockPath })).rejects.toMatchObject({ code: 40301 })
  const clerk = await server.as('clerk', 'DC01')
  expect((await clerk.call(calls.run, { path: stockPath })).rows).toHaveLength(2)
  const viewer = await server.as('viewer', 'DC01')
  await expect(viewer.bytes(calls.export as never, { path: stockPath })).rejects.toMatchObject({ code: 40301 })
  const elsewhere = await server.as('admin', 'DC02')
  expect((await elsewhere.call(calls.run, { path: stockPath })).rows).toEqual([])
  const stranger = await server.as('admin', 'DC01', 'two')
  for (const path of [stockPath, moved]) expect((await stranger.call(calls.run, { path })).rows).toEqual([])
})
