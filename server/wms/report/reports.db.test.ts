import { parseQty } from '@lading/contract/kernel/qty.ts'
import { reportCalls as calls } from '@lading/contract/sys/report.ts'
import { sheetRecordCalls } from '@lading/contract/sys/sheetRecord.ts'
import { queryStock } from '@lading/contract/wms/board.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  expect(reports.map((r) => r.path)).toEqual([stockPath, 'WMS/效期预警.cpt', 'WMS/到货达成.cpt', moved])
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
    { code: 'X', bins: '2', qty: '12.500', reserved: '0.000', available: '12.500' },
    { code: 'Y', bins: '1', qty: '7.000', available: '7.000' },
  ])
  const board = await admin.call(queryStock, { groupBy: ['productId'], pageSize: 0 } as never)
  expect(parseQty(sums.qty ?? '')).toBe(parseQty(board.sums?.qty ?? ''))
  const { name, data } = await admin.bytes(calls.export as never, { path: stockPath, format: 'xlsx' })
  expect(name).toMatch(/^库存汇总_\d{14}\.xlsx$/)
  const sheet = (await readSheet({ name, data })).map((r) => r.cells.map(String))
  expect(sheet.map((r) => [r[1], r[4]])).toEqual([
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
  expect(rows).toEqual([{ day: '2026-11-20', type: 'Increase', postings: '3', qty: '19.500' }])
  expect((await admin.call(calls.run, { path: moved, params: { from: '2026-11-21', to: '2026-11-21' } })).rows).toEqual(
    [],
  )
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
    await expect(run(path, params), JSON.stringify(params)).rejects.toMatchObject({ code: 42780 })
  await expect(run(moved, { from: '2026-01-01', to: '2026-04-03' })).rejects.toMatchObject({ code: 42781 })
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
