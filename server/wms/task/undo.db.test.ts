import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
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
let store = ''
const operate = documentCalls(operateBill)
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, { bins: { 'P-01': 'PICK' }, products: [{ code: 'A' }] })
    store = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id: store, code: 'S1', name: 'store' }])
    const type = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId: ctx.tenantId, id: type, code: 'TOTE', name: 'tote', category: 'TOTE', prefix: 'T' },
    ])
    const tote = { tenantId: ctx.tenantId, orgId: ctx.org.id, typeId: type }
    await bulkInsert(ctx.tx, 'wms_container', [
      { ...tote, id: ctx.newId(), code: 'T1' },
      { ...tote, id: ctx.newId(), code: 'T2' },
      { ...tote, id: ctx.newId(), code: 'T3' },
    ])
    await post(ctx, {
      bizType: 'ADJ_INC',
      idemKey: 'A',
      lines: [
        { key: await keyOf(ctx, made, { bin: 'V_ADJUST', product: 'A' }), delta: -parseQty('100') },
        { key: await keyOf(ctx, made, { bin: 'P-01', product: 'A' }), delta: parseQty('100') },
      ],
    })
    return made
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

/** The pick of a fresh order of twelve. */
async function pick() {
  const bill = await clerk.call<{ id: string; version: number }>(operate.create, {
    ownerId: yard.owners.get('O1'),
    storeId: store,
    lines: [{ productId: yard.products.get('A')?.id, planQty: '12' }],
  })
  await clerk.call(operate.approve, { rows: [bill] })
  await clerk.call(operate.allocate, { rows: [{ id: bill.id, version: 1 }] })
  const { task, lines } = await clerk.call(work.nextTask, { taskTypes: ['PICK'] })
  const taskLineId = lines[0]?.id ?? ''
  return {
    billId: bill.id,
    taskId: task.id,
    take: (qty: string, toContainer = 'T1') =>
      clerk.call(work.confirmLine, { taskLineId, qty, partial: true, toContainer }),
    undo: (key?: string) => clerk.call(work.undoLine, { taskLineId }, key === undefined ? {} : { key }),
    read: () => clerk.call(work.getWork, { id: task.id }),
  }
}
/** What lies where, and who is promised it: bin, tote, on hand, promised to a line of work, promised to orders alone. */
const places = () =>
  server.inside('DC01', async (ctx) => {
    const rows = await ctx.tx.query<{ bin: string; tote: string; qty: string; mine: string; theirs: string }>(sql`
      select b.code as bin, c.code as tote, s.qty,
        coalesce(sum(r.qty - r.used_qty - r.freed_qty) filter (where r.task_line_id is not null), 0) as mine,
        coalesce(sum(r.qty - r.used_qty - r.freed_qty) filter (where r.task_line_id is null), 0) as theirs
      from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id
      left join wms_reservation r on r.tenant_id = s.tenant_id and r.stock_id = s.id and r.state = 'ACTIVE'
      where s.tenant_id = ${ctx.tenantId} and s.qty > 0 group by b.code, c.code, s.qty, s.id order by b.code, c.code`)
    return rows.map((r) => `${r.bin} ${r.tote} ${Number(r.qty)}: ${Number(r.mine)} ${Number(r.theirs)}`)
  })
const toteOf = (code: string) =>
  server.inside('DC01', (ctx) =>
    ctx.tx.one<{ state: string; billId: string | null }>(
      sql`select state, bill_id from wms_container where tenant_id = ${ctx.tenantId} and code = ${code}`,
    ),
  )

test('a line that was picked bit by bit comes back whole, promised to it again, and can be picked again', async () => {
  const { take, undo, read, billId } = await pick()
  for (const qty of ['5', '3', '4']) await take(qty)
  expect(await places()).toEqual(['P-01 LOOSE 88: 0 0', 'SYS-PICK T1 12: 0 12'])
  expect((await read()).task).toMatchObject({ state: 'DONE', doneQty: '12.000', doneLines: 1 })
  const undone = await undo('once')
  expect(await undo('once')).toEqual(undone)
  expect(await places()).toEqual(['P-01 LOOSE 100: 12 0'])
  expect(await toteOf('T1')).toEqual({ state: 'IDLE', billId: null })
  const { task, lines } = await read()
  expect(task).toMatchObject({ state: 'RUNNING', doneQty: '0.000', doneLines: 0 })
  expect(lines).toMatchObject([{ state: 'OPEN', doneQty: '0.000', shortQty: '0.000' }])
  expect(await server.inside('DC01', reconcile)).toEqual([])
  await expect(undo()).rejects.toMatchObject({ code: 42259 })
  await take('12')
  expect(await places()).toEqual(['P-01 LOOSE 88: 0 0', 'SYS-PICK T1 12: 0 12'])
  await server.relay.drain()
  expect(await clerk.call(operate.getById, { id: billId })).toMatchObject({ doneQty: '12.000' })
  await undo()
  await take('12')
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('a part that was picked comes back to the rest of its promise', async () => {
  const { take, undo, read } = await pick()
  const before = await places()
  await take('5', 'T2')
  await take('2', 'T2')
  expect((await read()).lines).toMatchObject([{ state: 'OPEN', doneQty: '7.000' }])
  await undo()
  expect((await read()).lines).toMatchObject([{ state: 'OPEN', doneQty: '0.000' }])
  expect((await read()).task).toMatchObject({ state: 'RUNNING', doneQty: '0.000', doneLines: 0 })
  expect(await places()).toEqual(before)
  await take('12', 'T2')
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('what was told missing, or belongs to another tenant, is not taken back', async () => {
  const { take, undo, read } = await pick()
  await take('12', 'T3')
  const before = await places()
  const stranger = await server.as('admin', 'DC01', 'two')
  const taskLineId = (await read()).lines[0]?.id ?? ''
  await expect(stranger.call(work.undoLine, { taskLineId })).rejects.toMatchObject({ code: 40400 })
  const viewer = await server.as('viewer', 'DC01')
  await expect(viewer.call(work.undoLine, { taskLineId })).rejects.toMatchObject({ code: 40301 })
  expect(await places()).toEqual(before)
  await undo()
  await clerk.call(work.confirmLine, { taskLineId, qty: '11', reason: 'OTHER', toContainer: 'T3' })
  await expect(undo()).rejects.toMatchObject({ code: 42259 })
  expect(await server.inside('DC01', reconcile)).toEqual([])
})
