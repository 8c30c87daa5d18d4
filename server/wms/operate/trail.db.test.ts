import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { planOperate } from '@lading/contract/wms/operateCalls.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { operateAllocation, operateContainers, operateShips } from '@lading/contract/wms/trail.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { deliveryNotes } from '../print/sheets.ts'
import { storeNotes } from '../print/shipment.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { type Balance, balances } from '../testing/balances.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

let server: TestServer
let clerk: Client
let yard: Yard
let store = ''
const operate = documentCalls(operateBill)
const ship = documentCalls(shipBill as never)

beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    store = ctx.newId()
    const made = await buildYard(ctx, {
      bins: { 'P-01': 'PICK', 'P-02': 'PICK', 'DEF-1': 'DEFECT' },
      products: [{ code: 'MILK', qpc: '12' }, { code: 'RICE' }],
    })
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id: store, code: 'S1', name: 'store' }])
    const type = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId: ctx.tenantId, id: type, code: 'TOTE', name: 'tote', category: 'TOTE', prefix: 'T' },
    ])
    await bulkInsert(
      ctx.tx,
      'wms_container',
      ['T1', 'T2', 'T3', 'T9'].map((code) => ({ ...at, id: ctx.newId(), code, typeId: type })),
    )
    for (const [bin, expire, qty] of [
      ['P-01', '2030-01-01', '30'],
      ['P-02', '2020-01-01', '50'],
    ] as const)
      await post(ctx, {
        bizType: 'ADJ_INC',
        idemKey: bin,
        lines: [
          { key: await keyOf(ctx, made, { bin: 'V_ADJUST', product: 'MILK', expire }), delta: -parseQty(qty) },
          { key: await keyOf(ctx, made, { bin, product: 'MILK', expire }), delta: parseQty(qty) },
        ],
      })
    return made
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const product = (code: string) => yard.products.get(code)?.id ?? ''
const one = async (id: string) =>
  (await clerk.call<{ records: Record<string, unknown>[] }>(operate.query, { filter: { id: [id] } })).records[0] ?? {}
const step = async (verb: string, id: string) =>
  clerk.call<{ ok: number; failed: { code: number }[] }>(operate[verb], {
    rows: [{ id, version: (await one(id)).version }],
    ...(verb === 'stop' && { reason: 'no' }),
  })
const make = (lines: Record<string, string>) =>
  clerk.call<{ id: string; version: number }>(operate.create, {
    ownerId: yard.owners.get('O1'),
    storeId: store,
    lines: Object.entries(lines).map(([code, planQty]) => ({ productId: product(code), planQty })),
  })
const footprint = (): Promise<readonly Balance[]> => server.inside('DC01', balances)

test('a dry run tells what each line would get and why not more, and changes nothing', async () => {
  const { id } = await make({ MILK: '40', RICE: '3' })
  const before = await footprint()
  const { lines } = await clerk.call(planOperate, { id })
  expect(lines).toMatchObject([
    { lineNo: 1, product: { code: 'MILK' }, want: '40', short: '10', takes: [{ bin: 'P-01', unit: 'CASE' }, {}] },
    { lineNo: 2, short: '3', takes: [], refused: [], why: ['没有该货主该商品的库存', expect.any(String)] },
  ])
  expect(lines[0]?.refused).toMatchObject([{ bin: 'P-02', expireDate: '2020-01-01', qty: '50' }])
  expect(lines[0]?.refused[0]?.why[0]).toContain('剩余效期')
  expect(await footprint()).toEqual(before)
  expect(await one(id)).toMatchObject({ state: 'SAVED', bookedQty: '0.000' })
})

test('a dry run does what the allocation then does, and names what others hold', async () => {
  const first = await make({ MILK: '30' })
  await step('approve', first.id)
  const { lines } = await clerk.call(planOperate, { id: first.id })
  await step('allocate', first.id)
  const held = await clerk.call(operateAllocation.call, { id: first.id })
  expect(held.map((r) => r.openQty)).toEqual(['30.000'])
  expect(lines[0]?.takes.reduce((sum, t) => sum + Number(t.qty), 0)).toBe(30)
  const second = await make({ MILK: '1' })
  const again = await clerk.call(planOperate, { id: second.id })
  expect(again.lines[0]).toMatchObject({ short: '1', takes: [] })
  expect(again.lines[0]?.refused.map((r) => r.bin).sort()).toEqual(['P-01', 'P-02'])
  expect(await step('stop', first.id)).toEqual({ ok: 1, failed: [] })
  await server.relay.drain()
  expect((await clerk.call(operateAllocation.call, { id: first.id })).map((r) => [r.state, r.openQty])).toEqual([
    ['RELEASED', '0.000'],
  ])
  await expect(clerk.call(planOperate, { id: first.id })).rejects.toMatchObject({ code: 42201 })
})

test('an order tells its fill, its shortage, its containers and its truck', async () => {
  const { id } = await make({ MILK: '20', RICE: '4' })
  await step('approve', id)
  await step('allocate', id)
  await server.relay.drain()
  expect(await one(id)).toMatchObject({ bookedCases: '1+8', planCases: '1+12', fillPct: '0.0', hasShortage: true })
  const full = () => clerk.call<{ lines: object[] }>(operate.getById, { id })
  expect((await full()).lines[1]).toMatchObject({ shortQty: '4.000', shortReason: 'NO_STOCK' })

  const { lines } = await clerk.call(work.nextTask, { taskTypes: ['PICK'] })
  const [all, ...none] = lines
  expect(none.length).toBeLessThan(2)
  for (const l of lines)
    await clerk.call(work.confirmLine, {
      taskLineId: l.id,
      qty: l === all ? String(Number(l.planQty) - 2) : l.planQty,
      ...(l === all && { reason: 'DAMAGED' }),
      toContainer: 'T1',
    })
  await server.relay.drain()
  expect((await full()).lines).toMatchObject([
    { shortQty: '2.000', shortReason: 'DAMAGED' },
    { shortQty: '4.000', shortReason: 'NO_STOCK' },
  ])
  expect(await one(id)).toMatchObject({ doneCases: '1+6', fillPct: '75.0', hasShortage: true, shortCases: '0+6' })
  expect(await clerk.call(operateContainers.call, { id })).toMatchObject([
    { state: 'PICKED', products: 1, qty: '18.000', cases: '1+6', refs: { containerId: { code: 'T1' } } },
  ])
  expect(await clerk.call(operateShips.call, { id })).toEqual([])

  const truck = await clerk.call<{ id: string; version: number }>(ship.create, { stops: [{ seq: 1, storeId: store }] })
  await clerk.call(ship.approve, { rows: [truck] })
  await clerk.call(ship.start, { rows: [{ id: truck.id, version: 1 }] })
  expect(await clerk.call(operateShips.call, { id })).toMatchObject([
    { shipBillId: truck.id, state: 'INPROGRESS', qty: '18.000', cases: '1+6', loadedQty: '0.000' },
  ])
  expect((await one(id)).shipBillId).toBe(truck.id)
  expect(await step('giveUpShort', id)).toEqual({ ok: 1, failed: [] })
  await server.relay.drain()
  expect(await one(id)).toMatchObject({ hasShortage: false })

  const loads = await clerk.call(work.nextTask, { taskTypes: ['ENTER_TRUCK'] })
  await clerk.call(work.confirmLine, { taskLineId: loads.lines[0]?.id, qty: '1', scans: { container: 'T1' } })
  expect(await clerk.call(operateContainers.call, { id })).toMatchObject([{ state: 'LOADED', qty: '18.000' }])
  const leave = async (verb: string) => {
    const { version } = await clerk.call<{ version: number }>(ship.getById, { id: truck.id })
    return clerk.call(ship[verb], { rows: [{ id: truck.id, version }] })
  }
  await leave('finish')
  expect(await leave('despatch')).toMatchObject({ ok: 1 })
  await server.relay.drain()
  // The tote is back and may hold others' goods: what it took for this order is told by the ledger.
  const gone = await clerk.call(operateContainers.call, { id })
  expect(gone).toMatchObject([
    {
      state: 'SHIPPED',
      binId: null,
      shipBillId: truck.id,
      products: 1,
      qty: '18.000',
      cases: '1+6',
      refs: { containerId: { code: 'T1' } },
    },
  ])
  const [order, note] = await server.inside('DC01', (ctx) =>
    Promise.all([deliveryNotes(ctx, [id]), storeNotes(ctx, [truck.id])]),
  )
  expect(order?.copies[0]?.lines?.map((l) => [l.c2, l.c3, l.c7, l.c10])).toEqual([
    ['MILK', 'MILK', '1+6', 'T1'],
    ['RICE', 'RICE', '0', ''],
    ['合计', '容器 1，9 kg', '1+6', ''],
  ])
  expect(note?.copies[0]?.lines?.map((l) => [l.c2, l.c6, l.c9])).toEqual([
    ['MILK', '1+6', 'T1'],
    ['合计', '1+6', ''],
  ])
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('a stopped order frees what is not picked', async () => {
  const { id } = await make({ MILK: '6' })
  await step('approve', id)
  await step('allocate', id)
  expect(await step('stop', id)).toEqual({ ok: 1, failed: [] })
  await server.relay.drain()
  expect(await one(id)).toMatchObject({ state: 'CLOSED', cancelQty: '6.000', bookedQty: '0.000' })
  const open = await server.inside('DC01', (ctx) =>
    ctx.tx.query(sql`
      select 1 from wms_reservation r join wms_operate_bill_line l on l.id = r.demand_line_id where l.bill_id = ${id} and r.state = 'ACTIVE'`),
  )
  expect(open).toEqual([])
})

test('an order that has all of its goods is neither allocated again nor gives anything up', async () => {
  const { id } = await make({ MILK: '1' })
  await step('approve', id)
  await step('allocate', id)
  await server.relay.drain()
  const before = await one(id)
  expect((await step('allocate', id)).failed).toMatchObject([{ code: 42747 }])
  expect((await step('giveUpShort', id)).failed).toMatchObject([{ code: 42748 }])
  expect(await one(id)).toEqual(before)
  expect(await step('stop', id)).toMatchObject({ ok: 1 })
  await server.relay.drain()
})

const loadOf = async (billId: string): Promise<string> =>
  server.inside('DC01', async (ctx) => {
    const task = await ctx.tx.one<{ id: string }>(sql`
      select id from wms_task where tenant_id = ${ctx.tenantId} and bill_id = ${billId} and task_type = 'ENTER_TRUCK'`)
    return task.id
  })

test('an order on two trucks tells how much of it each takes', async () => {
  const { id } = await make({ MILK: '10' })
  await step('approve', id)
  await step('allocate', id)
  const { lines } = await clerk.call(work.nextTask, { taskTypes: ['PICK'] })
  const line = lines[0]?.id ?? ''
  await clerk.call(work.confirmLine, { taskLineId: line, qty: '4', partial: true, toContainer: 'T2' })
  await clerk.call(work.confirmLine, { taskLineId: line, qty: '6', toContainer: 'T3' })
  const truck = async (left: string) => {
    const made = await clerk.call<{ id: string; version: number }>(ship.create, { stops: [{ seq: 1, storeId: store }] })
    await clerk.call(ship.approve, { rows: [made] })
    expect(await clerk.call(ship.start, { rows: [{ id: made.id, version: 1 }] })).toMatchObject({ ok: 1 })
    const load = await clerk.call(work.takeTask, { id: await loadOf(made.id) })
    const [stays, ...goes] = [...load.lines].sort((a) => (a.fromContainer?.code === left ? -1 : 1))
    for (const l of left ? goes : load.lines) await clerk.call(work.confirmLine, { taskLineId: l.id, qty: '1' })
    const told = await clerk.call(operateShips.call, { id })
    if (left) await clerk.call(work.confirmLine, { taskLineId: stays?.id ?? '', qty: '0', reason: 'NO_ROOM' })
    await clerk.call(ship.finish, { rows: [{ id: made.id, version: 2 }] })
    expect(await clerk.call(ship.despatch, { rows: [{ id: made.id, version: 3 }] })).toEqual({ ok: 1, failed: [] })
    return { id: made.id, told }
  }
  const first = await truck('T3')
  expect(first.told).toMatchObject([{ shipBillId: first.id, qty: '10.000', loadedQty: '4.000', state: 'INPROGRESS' }])
  const second = await truck('')
  await server.relay.drain()
  expect(await clerk.call(operateShips.call, { id })).toMatchObject([
    { shipBillId: second.id, qty: '6.000', loadedQty: '6.000', state: 'DESPATCHED' },
    { shipBillId: first.id, qty: '4.000', loadedQty: '4.000', cases: '0+4', state: 'DESPATCHED' },
  ])
  expect(await one(id)).toMatchObject({ state: 'FINISHED', sentQty: '10.000' })
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('an order is approved for a delivery day of an enabled store only', async () => {
  const { id } = await make({ MILK: '1' })
  const store = (set: object) =>
    server.inside('DC01', (ctx) =>
      ctx.tx.run(
        'off' in set
          ? sql`update wms_store set disabled = ${set.off} where tenant_id = ${ctx.tenantId}`
          : sql`update wms_store set delivery_days = ${(set as { days: string[] }).days} where tenant_id = ${ctx.tenantId}`,
      ),
    )
  const today = new Date(`${String((await one(id)).bizDate)}T00:00:00Z`).getUTCDay()
  await store({ days: [['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'][today]] })
  expect((await step('approve', id)).failed).toMatchObject([{ code: 42740 }])
  await store({ days: [] })
  await store({ off: true })
  expect((await step('approve', id)).failed).toMatchObject([{ code: 42279 }])
  expect(await one(id)).toMatchObject({ state: 'SAVED', approvedAt: null })
  await store({ off: false })
  expect(await step('approve', id)).toEqual({ ok: 1, failed: [] })
})

test('what became of an order is told to nobody else', async () => {
  const { id } = await make({ MILK: '1' })
  const stranger = await server.as('admin', 'DC01', 'two')
  for (const call of [operateAllocation.call, operateContainers.call, operateShips.call, planOperate])
    await expect(stranger.call(call as never, { id })).rejects.toMatchObject({ code: 40400 })
})

test('what was picked before an order is stopped stands ready for the truck', async () => {
  await server.inside('DC01', async (ctx) =>
    post(ctx, {
      bizType: 'ADJ_INC',
      idemKey: 'rice',
      lines: [
        { key: await keyOf(ctx, yard, { bin: 'V_ADJUST', product: 'RICE' }), delta: -parseQty('6') },
        { key: await keyOf(ctx, yard, { bin: 'P-01', product: 'RICE' }), delta: parseQty('6') },
      ],
    }),
  )
  const { id } = await make({ RICE: '6' })
  await step('approve', id)
  await step('allocate', id)
  const { billNo } = await one(id)
  const { tasks } = await clerk.call(work.findWork, { scan: String(billNo), taskTypes: ['PICK'] })
  const { task, lines } = await clerk.call(work.takeTask, { id: tasks[0]?.id })
  await clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '2', partial: true, toContainer: 'T9' })
  await clerk.call(work.giveUpTask, { id: task.id })
  expect(await step('stop', id)).toEqual({ ok: 1, failed: [] })
  await server.relay.drain()
  expect(await one(id)).toMatchObject({ state: 'CLOSED', doneQty: '2.000', cancelQty: '4.000', bookedQty: '2.000' })
  expect((await clerk.call(work.getWork, { id: task.id })).task).toMatchObject({ state: 'DONE', doneQty: '2.000' })
  const containers = await clerk.call(operateContainers.call, { id })
  expect(containers.map((c) => [c.state, c.qty])).toEqual([['PICKED', '2.000']])
  expect(await server.inside('DC01', reconcile)).toEqual([])
})
