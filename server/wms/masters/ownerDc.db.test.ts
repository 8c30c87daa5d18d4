import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { ImportAnswer } from '../../platform/sheet/importReport.ts'
import { instead } from '../../testing/rows.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

interface Made {
  id: string
  version: number
}
type Row = Record<string, unknown> & Made & { dcs: { id: string; dcId: string }[] }
const owners = crudCalls(owner)
const orders = documentCalls(orderBill)
const operates = documentCalls(operateBill)
const notHere = '货主[O1]未开通物流中心[DC01]'

let server: TestServer
let group: Client
let dc: Client
let yard: Yard
let vendorId: string
let storeId: string
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    const { tenantId } = ctx
    vendorId = ctx.newId()
    storeId = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId, id: vendorId, code: 'V1', name: 'V1' }])
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId, id: storeId, code: 'S1', name: 'S1' }])
    return buildYard(ctx, { bins: { 'A-01': 'STORAGE' }, owners: ['O1', 'O2'], products: [{ code: 'X', qpc: '10' }] })
  })
  group = await server.as('admin')
  dc = await server.as('admin', 'DC01')
})
afterAll(() => server.close())

const orgId = (code: string): string => server.one.orgs.get(code)?.id ?? ''
const ownerId = (code: string): string => yard.owners.get(code) ?? ''
const read = (code: string): Promise<Row> => group.call<Row>(owners.getById, { id: ownerId(code) })
/** Leaves the owner served at these centres only; at none: everywhere. */
async function serve(code: string, ...dcs: string[]): Promise<void> {
  const { id, version, dcs: before } = await read(code)
  const wanted = dcs.map((one) => ({ dcId: orgId(one) }))
  await group.call(owners.update, { id, version, dcs: instead(before, wanted) })
}
const lines = () => [{ productId: yard.products.get('X')?.id, planQty: '10' }]
const order = (code = 'O1') => dc.call<Made>(orders.create, { vendorId, ownerId: ownerId(code), lines: lines() })
const operate = () => dc.call<Made>(operates.create, { storeId, ownerId: ownerId('O1'), lines: lines() })
const step = (calls: typeof orders, verb: string, id: string, version: number) =>
  dc.call<{ ok: number; failed: { message: string }[] }>(calls[verb], { rows: [{ id, version }] })
const count = (table: 'wms_order_bill' | 'wms_operate_bill' | 'wms_ledger' | 'wms_task') =>
  server.inside('DC01', async (ctx) => {
    const of = {
      wms_order_bill: sql`wms_order_bill`,
      wms_operate_bill: sql`wms_operate_bill`,
      wms_ledger: sql`wms_ledger`,
      wms_task: sql`wms_task`,
    }[table]
    return (await ctx.tx.query(sql`select 1 from ${of} where tenant_id = ${ctx.tenantId}`)).length
  })

test('documents are made where their owner is served, and nowhere else', async () => {
  await serve('O1', 'DC02')
  await expect(order()).rejects.toThrow(notHere)
  await expect(operate()).rejects.toThrow(notHere)
  expect([await count('wms_order_bill'), await count('wms_operate_bill')]).toEqual([0, 0])
  const other = await order('O2')
  const changed = dc.call(orders.update, { id: other.id, version: 0, ownerId: ownerId('O1') })
  await expect(changed).rejects.toThrow(notHere)
  expect(await dc.call(orders.getById, { id: other.id })).toMatchObject({ version: 0, ownerId: ownerId('O2') })
  await serve('O1', 'DC01', 'DC02')
  expect(await order()).toMatchObject({ version: 0 })
  await serve('O1')
  expect(await operate()).toMatchObject({ version: 0 })
})

test('a file is told the same, row by row', async () => {
  await serve('O1', 'DC02')
  const data = '上游单号,供应商,货主,明细.商品,明细.计划数量\nU1,V1,O2,X,10\nU2,V1,O1,X,10\n'
  const before = await count('wms_order_bill')
  const answer = await dc.call<ImportAnswer>(
    orders.import,
    { dryRun: 'false', mode: 'INSERT' },
    { file: { name: 'a.csv', data } },
  )
  expect(answer.errors).toMatchObject([{ row: 3, message: notHere }])
  expect(await count('wms_order_bill')).toBe(before)
  await serve('O1')
})

test('what was ordered before is neither approved nor received after', async () => {
  const saved = await order()
  const out = await operate()
  const approved = await order()
  await step(orders, 'approve', approved.id, 0)
  const started = await order()
  await step(orders, 'approve', started.id, 0)
  await step(orders, 'createTask', started.id, 1)
  const task = await server.inside('DC01', (ctx) =>
    ctx.tx.one<{ id: string }>(
      sql`select id from wms_task where tenant_id = ${ctx.tenantId} and bill_id = ${started.id}`,
    ),
  )
  const taken = await dc.call(work.takeTask, { id: task.id })
  await serve('O1', 'DC02')
  const refused = { ok: 0, failed: [{ message: notHere }] }
  expect(await step(orders, 'approve', saved.id, 0)).toMatchObject(refused)
  expect(await step(operates, 'approve', out.id, 0)).toMatchObject(refused)
  const [tasks, ledger] = [await count('wms_task'), await count('wms_ledger')]
  expect(await step(orders, 'createTask', approved.id, 1)).toMatchObject(refused)
  const confirm = () => dc.call(work.confirmLine, { taskLineId: taken.lines[0]?.id, qty: '10' })
  await expect(confirm()).rejects.toThrow(notHere)
  expect([await count('wms_task'), await count('wms_ledger')]).toEqual([tasks, ledger])
  await serve('O1', 'DC01')
  await confirm()
  expect(await count('wms_ledger')).toBe(ledger + 2)
  expect(await step(orders, 'approve', saved.id, 0)).toMatchObject({ ok: 1 })
})

test('a centre where goods stand stays open; others may be closed', async () => {
  await server.inside('DC01', async (ctx) => {
    const [from, to] = [
      await keyOf(ctx, yard, { bin: 'V_ADJUST', product: 'X', owner: 'O2' }),
      await keyOf(ctx, yard, { bin: 'A-01', product: 'X', owner: 'O2' }),
    ]
    await post(ctx, {
      bizType: 'ADJ_INC',
      idemKey: 'o2',
      lines: [
        { key: from, delta: -parseQty('7.5') },
        { key: to, delta: parseQty('7.5') },
      ],
    })
  })
  await expect(serve('O2', 'DC02')).rejects.toThrow('该货主在物流中心[DC01]仍有库存7.5，不能取消开通')
  expect((await read('O2')).dcs).toEqual([])
  await serve('O2', 'DC01', 'DC02')
  await expect(serve('O2', 'DC02')).rejects.toThrow('7.5')
  await serve('O2', 'DC01')
  expect((await read('O2')).dcs).toMatchObject([{ dcId: orgId('DC01') }])
  const { version } = await read('O2')
  // A change that says nothing of centres leaves them as they are.
  await group.call(owners.update, { id: ownerId('O2'), version, contact: '王' })
  expect((await read('O2')).dcs).toHaveLength(1)
})

test('only logistics centres of the own tenant are named, each once', async () => {
  const make = (code: string, dcId: string | undefined) =>
    group.call<Made>(owners.create, { code, name: code, dcs: [{ dcId }] })
  await expect(make('N1', orgId('G'))).rejects.toThrow('组织[Group]不是物流中心')
  await expect(make('N1', server.two.orgs.get('DC01')?.id)).rejects.toMatchObject({ code: 40400 })
  const twice = { code: 'N1', name: 'N1', dcs: [{ dcId: orgId('DC01') }, { dcId: orgId('DC01') }] }
  await expect(group.call(owners.create, twice)).rejects.toThrow()
  expect((await group.call<{ total: number }>(owners.query, { filter: { code: 'N1' } })).total).toBe(0)
  expect(await make('N1', orgId('DC02'))).toMatchObject({ version: 0 })
})

test('the list says and finds where owners are served, and a centre offers its own', async () => {
  await serve('O1')
  const codes = async (who: Client, filter: object) => {
    const { records } = await who.call<{ records: Row[] }>(owners.query, { filter, orderBy: 'code' })
    return records.map((r) => [r.code, r.servedAt, r.isOpenHere])
  }
  const [o1, o2, n1] = [
    ['O1', '全部', null],
    ['O2', 'DC01', null],
    ['N1', 'DC02', null],
  ]
  const here = ([code, at]: readonly unknown[], isOpen = true) => [code, at, isOpen]
  expect(await codes(group, { servedAt: 'DC01' })).toEqual([o1, o2])
  expect(await codes(group, { servedAt: 'dc02' })).toEqual([n1, o1])
  expect(await codes(group, { isOpenHere: true })).toEqual([n1, o1, o2])
  expect(await codes(dc, { isOpenHere: true })).toEqual([here(o1), here(o2)])
  expect(await codes(dc, { isOpenHere: 'false' })).toEqual([here(n1, false)])
  expect(await codes(dc, {})).toEqual([here(n1, false), here(o1), here(o2)])
})

test('an owner’s centres come and go in files', async () => {
  const send = (csv: string, mode: string) =>
    group.call<ImportAnswer>(owners.import, { dryRun: 'false', mode }, { file: { name: 'a.csv', data: csv } })
  const made = await send('代码,名称,类型,开通中心.物流中心\nF1,F1,自营,DC01\nF1,,,DC02\n', 'INSERT')
  expect(made).toMatchObject({ created: 1, errors: [] })
  const wrong = await send('代码,名称,类型,开通中心.物流中心\nF2,F2,自营,G\n', 'INSERT')
  expect(wrong.errors).toMatchObject([{ row: 2, message: '组织[Group]不是物流中心' }])
  const bound = await send('代码,开通中心.物流中心\nO2,DC02\n', 'UPDATE')
  expect(bound.errors).toEqual([])
  expect((await read('O2')).dcs).toHaveLength(2)
})
