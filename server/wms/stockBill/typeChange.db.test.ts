import { listQuery } from '@lading/contract/kernel/call.ts'
import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { stockOf } from '@lading/contract/wms/stockBill.ts'
import { stockKeyNames } from '@lading/contract/wms/stockKey.ts'
import { typeChangeBill } from '@lading/contract/wms/typeChangeBill.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRow } from '../../kernel/crud.ts'
import { insert } from '../../kernel/insert.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { reserve } from '../stock/reservations.ts'
import { readTypeRules, transitionOf } from '../stockType/types.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { stockBillRules } from './served.ts'
import { typeChangeWork } from './typeChange.ts'

const calls = documentCalls(typeChangeBill)
type Stock = Readonly<Record<string, unknown>> & { id: string; ownerId: string; qty: string }
let server: TestServer
let yard: Yard
let clerk: Client
let boss: Client
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', (ctx) =>
    buildYard(ctx, {
      bins: { 'S-01': 'STORAGE', 'S-02': 'STORAGE' },
      products: [{ code: 'X', qpc: '10' }, { code: 'Y' }],
      mix: false,
    }),
  )
  clerk = await server.as('clerk', 'DC01')
  boss = await server.as('admin', 'DC01')
  await put('S-01', 'X', '40')
  await put('S-02', 'Y', '7')
})
afterAll(() => server.close())

const put = (bin: string, product: string, qty: string): Promise<unknown> =>
  server.inside('DC01', async (ctx) => {
    const to = await keyOf(ctx, yard, { bin, product })
    const from = { ...to, binId: yard.bins.get('V_ADJUST') ?? '', containerId: yard.loose }
    const lines = [
      { key: from, delta: -parseQty(qty) },
      { key: to, delta: parseQty(qty) },
    ]
    return post(ctx, { bizType: 'ADJ_INC', idemKey: `in ${bin} ${product}`, lines })
  })
/** `S-01 X GOOD 40`. */
const shelves = () =>
  server.inside('DC01', async (ctx) => {
    const rows = await ctx.tx.query<{ bin: string; product: string; stockType: string; qty: string }>(sql`
      select b.code as bin, p.code as product, s.stock_type, s.qty from wms_stock s
      join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.qty > 0 order by 1, 2, 3`)
    return rows.map((r) => `${r.bin} ${r.product} ${r.stockType} ${Number(r.qty)}`)
  })
const stockIn = async (bin: string, stockType = 'GOOD'): Promise<Stock> => {
  const { records } = await clerk.call<{ records: Stock[] }>(stockOf(typeChangeBill), {
    filter: { binId: yard.bins.get(bin) ?? '', stockType },
  })
  const [row] = records
  if (!row) throw new Error(`nothing in ${bin}`)
  return row
}
const lineOf = (row: Stock, qty: string, typeTo: string) => ({
  ...Object.fromEntries(stockKeyNames.map((name) => [name, row[name]])),
  qty,
  typeTo,
})
const create = (row: Stock, ...lines: object[]) =>
  clerk.call<{ id: string; version: number }>(calls.create, { ownerId: row.ownerId, cause: '搬运破损', lines })
const approve = (who: Client, { id, version }: { id: string; version: number }) =>
  who.call<{ ok: number; failed: { message: string }[] }>(calls.approve, { rows: [{ id, version }] })
const isSound = async () => expect(await server.inside('DC01', (ctx) => reconcile(ctx))).toEqual([])

test('what is written down changes when somebody else approves it, once', async () => {
  const row = await stockIn('S-01')
  const bill = await create(row, lineOf(row, '15', 'DAMAGE'))
  expect(await shelves()).toEqual(['S-01 X GOOD 40', 'S-02 Y GOOD 7'])
  const own = await approve(clerk, bill)
  expect(own.failed[0]?.message).toContain('由您制作')
  expect(await approve(boss, bill)).toMatchObject({ ok: 1 })
  expect(await shelves()).toEqual(['S-01 X DAMAGE 15', 'S-01 X GOOD 25', 'S-02 Y GOOD 7'])
  expect((await approve(boss, { ...bill, version: bill.version + 1 })).failed).toHaveLength(1)
  expect(await clerk.call(calls.getById, { id: bill.id })).toMatchObject({ state: 'FINISHED', lineCount: 1 })
  await isSound()
})

test('goods become good again; a bill may be corrected until then', async () => {
  const row = await stockIn('S-01', 'DAMAGE')
  const bill = await create(row, lineOf(row, '15', 'RETURN'))
  const { lines } = await clerk.call<{ lines: { id: string }[] }>(calls.getById, { id: bill.id })
  const changed = { id: lines[0]?.id, ...lineOf(row, '5', 'GOOD') }
  const seen = await clerk.call<{ id: string; version: number }>(calls.update, { ...bill, lines: [changed] })
  expect(await approve(boss, seen)).toMatchObject({ ok: 1 })
  expect(await shelves()).toEqual(['S-01 X DAMAGE 10', 'S-01 X GOOD 30', 'S-02 Y GOOD 7'])
  await isSound()
})

test('what cannot be is refused, and nothing changes', async () => {
  const before = await shelves()
  const [x, y] = [await stockIn('S-01'), await stockIn('S-02')]
  await expect(create(x, lineOf(x, '1', 'GOOD'))).rejects.toThrow('第1行：不允许由[正品]调整为[正品]')
  await expect(create(x, lineOf(x, '31', 'DAMAGE'))).rejects.toThrow('可用30，需要31')
  await expect(create(x, lineOf(x, '0', 'DAMAGE'))).rejects.toThrow('必须大于0')
  await expect(create(x, lineOf(x, '1.5', 'DAMAGE'))).rejects.toThrow()
  await expect(create(x, lineOf(x, '1', 'DAMAGE'), lineOf(x, '1', 'NEAR'))).rejects.toThrow('第2行与第1行是同一库存')
  await expect(create(x, { ...lineOf(x, '1', 'DAMAGE'), binId: y.binId })).rejects.toThrow('第1行：没有这样的库存')
  await expect(create(x)).rejects.toThrow()
  const bill = await create(y, lineOf(y, '7', 'NEAR'))
  await server.inside('DC01', (ctx) =>
    reserve(ctx, [{ stockId: y.id, qty: parseQty('3'), kind: 'HOLD', reason: 'held', idemKey: 'held meanwhile' }]),
  )
  const { failed } = await approve(boss, bill)
  expect(failed[0]?.message).toContain('可用4，需要7')
  expect(await clerk.call(calls.getById, { id: bill.id })).toMatchObject({ state: 'SAVED' })
  expect(await shelves()).toEqual(before)
  await isSound()
})

test('who may not, and who sees another owner or tenant, finds nothing', async () => {
  const row = await stockIn('S-01')
  const input = { ownerId: row.ownerId, cause: 'x', lines: [lineOf(row, '1', 'DAMAGE')] }
  const viewer = await server.as('viewer', 'DC01')
  await expect(viewer.call(calls.create, input)).rejects.toMatchObject({ code: 40301 })
  await expect(viewer.call(stockOf(typeChangeBill), { filter: {} })).rejects.toMatchObject({ code: 40301 })
  const other = await server.as('admin', 'DC01', 'two')
  await expect(other.call(calls.create, input)).rejects.toThrow('不存在')
  expect((await other.call<{ records: [] }>(stockOf(typeChangeBill), { filter: {} })).records).toEqual([])
  // Who sees another owner only: neither in that owner's name nor in his own are these goods there for him.
  const mine = await server.inside('DC01', async (ctx) => {
    const { ids } = await insert(ctx, owner, [{ code: 'MINE', name: 'mine' }])
    return ids[0] ?? ''
  })
  const limited = (ownerId: string) =>
    server.inside('DC01', (ctx) =>
      createRow(
        { ...ctx, owners: [mine] },
        typeChangeBill.header,
        { ...input, ownerId },
        stockBillRules(typeChangeBill, typeChangeWork),
      ),
    )
  await expect(limited(row.ownerId)).rejects.toThrow()
  await expect(limited(mine)).rejects.toThrow()
  const seen = await server.inside('DC01', (ctx) =>
    listRecords({ ...ctx, owners: [mine] }, stock, listQuery.parse({ filter: {} })),
  )
  expect(seen.records).toEqual([])
})

test('goods past their date are never sold again', async () => {
  const rules = await server.inside('DC01', async (ctx) => (await readTypeRules(ctx))(yard.owners.get('O1') ?? ''))
  expect(transitionOf(rules, 'EXPIRED', 'GOOD')).toBeUndefined()
  expect(transitionOf(rules, 'EXPIRED', 'DAMAGE')).toMatchObject({ byOther: true })
  expect(transitionOf(rules, 'QC', 'GOOD')).toMatchObject({ byOther: true })
  expect(transitionOf(rules, 'GOOD', 'GOOD')).toBeUndefined()
})
